import { csv } from '../csv/index.ts';
import { jupedsim } from '../jupedsim/output.ts';
import type { OutputFormat } from '../output.ts';

export type { OutputFile, OutputFormat } from '../output.ts';

/** The output formats; the first is the default. */
const formats: OutputFormat[] = [jupedsim, csv];

/** All registered output formats. */
export function outputFormats(): readonly OutputFormat[] {
  return formats;
}

/** Makes a format known by its name. Another one of the same name or the same file is refused. */
export function registerOutputFormat(format: OutputFormat): void {
  if (formats.includes(format)) return;
  for (const key of ['name', 'file'] as const) {
    const other = formats.find((known) => known[key] === format[key]);
    if (other)
      throw new RangeError(
        `there is an output format with the ${key} ${JSON.stringify(format[key])} already`,
      );
  }
  formats.push(format);
}

/** The format with a name; undefined if none is registered. */
export function outputFormatNamed(name: string): OutputFormat | undefined {
  return formats.find((format) => format.name === name);
}
