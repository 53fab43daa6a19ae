import { pretty } from '../../scenario/pretty.ts';
import { compact } from '../../scenario/write.ts';
import type { Page } from '../page.ts';
import { download, savedName } from './saveFile.ts';

/** The scene at work as a file. */
export function saveScene({ desk }: Page): void {
  const scenario = desk.editor.scenario.peek();
  const text = `${pretty(compact(scenario, desk.catalogue))}\n`;
  download(
    new Blob([text], { type: 'application/json' }),
    `${savedName(scenario.name)}.iklab.json`,
  );
}
