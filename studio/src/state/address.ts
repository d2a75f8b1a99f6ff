import { openBuiltIn, openFile } from './studio.ts';

/** Reads a part of the address after `#`; returns whether it has opened something. */
type AddressReader = (parameters: URLSearchParams) => boolean;

/** What an address may name: a built-in scenario, or the one that `wend studio FILE` was given. */
const readers: AddressReader[] = [
  (parameters) => {
    const name = parameters.get('scenario');
    if (!name || !/^[\w-]+(\/[\w-]+)?$/.test(name)) return false;
    void openBuiltIn(name);
    return true;
  },
  (parameters) => {
    if (!parameters.has('given')) return false;
    void openFile('given.json', parameters.get('given') || 'the given file');
    return true;
  },
];

/** Another kind of address, such as a link that carries a scenario. @public */
export function registerAddress(reader: AddressReader): void {
  readers.push(reader);
}

/** Opens what the address names, if it names something. */
export function openAddress(): boolean {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return readers.some((read) => read(parameters));
}
