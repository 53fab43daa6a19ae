import { compactDocument, prettyJson } from 'iklab/scenario';
import type { Page } from '../page.ts';
import { download, savedName } from './saveFile.ts';

/** The scene at work as a file. */
export function saveScene({ desk }: Pick<Page, 'desk'>): void {
  const { name } = desk.editor.scenario.peek();
  const text = sceneText({ desk });
  download(new Blob([text], { type: 'application/json' }), `${savedName(name)}.iklab.json`);
}

export const sceneText = ({ desk }: Pick<Page, 'desk'>): string =>
  `${prettyJson(compactDocument(desk.editor.scenario.peek(), desk.catalogue))}\n`;
