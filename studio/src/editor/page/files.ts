import { download, fileName } from '../../take/download.ts';
import { readScenarioFile } from '../import.ts';
import { packScenario } from '../share.ts';
import { pointAt } from '../things.ts';
import { draft, edit, editor, setPlan, tell } from './state.ts';

/** The largest files that the editor reads, bytes. */
const LARGEST = 60_000_000;
const LARGEST_PICTURE = 8_000_000;

/** Opens dropped or chosen files: a scenario in any format, or a picture of a floor plan. */
export async function openFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const isPicture = file.type.startsWith('image/');
      const largest = isPicture ? LARGEST_PICTURE : LARGEST;
      if (file.size > largest) {
        throw new Error(
          `${file.name}: expected at most ${largest / 1e6} MB, this has ${Math.round(file.size / 1e6)}`,
        );
      }
      if (isPicture) await openPlan(file);
      else edit(readScenarioFile(file.name, await file.text()));
    } catch (error) {
      tell((error as Error).message);
    }
  }
}

/** A picture lies below everything, as wide as the world at first. */
async function openPlan(file: File): Promise<void> {
  const picture = await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(new Error(`${file.name}: cannot be read`));
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = picture;
  await image.decode().catch(() => {
    throw new Error(`${file.name}: expected a picture that the browser can show`);
  });
  const { scenario } = draft();
  const [x, y] = pointAt(scenario, ['bounds', 'min']) ?? [-10, -10];
  const [right] = pointAt(scenario, ['bounds', 'max']) ?? [10, 10];
  setPlan({ picture, x, y, width: right - x, opacity: 0.6 });
  editor.set({ tab: 'scenario' });
}

/** The scenario as a file. */
export function downloadScenario(): void {
  const { scenario } = draft();
  const text = `${JSON.stringify(scenario, null, 2)}\n`;
  download(`${fileName(scenario.name)}.json`, new Blob([text], { type: 'application/json' }));
}

/** Browsers and mail programs keep addresses of this length. */
const LONGEST_LINK = 30_000;

/** Copies a link that carries the scenario; where nothing can be copied, the link is in the address bar. */
export async function shareLink(): Promise<void> {
  const packed = await packScenario(draft().scenario);
  if (packed.length > LONGEST_LINK) {
    tell('The scenario is too large for a link: save it as a file instead.');
    return;
  }
  const address = `${location.href.replace(/#.*/, '')}#shared=${packed}`;
  try {
    await navigator.clipboard.writeText(address);
    tell('The link is copied: it carries the scenario, and opens it in any studio.');
  } catch {
    history.replaceState(null, '', address);
    tell('The link is in the address bar: copy it from there.');
  }
}
