import { compactDocument, prettyJson } from '@iklab/core/scenario';
import type { Page } from '../page.ts';
import { downloadBlob, toFileName } from './downloadBlob.ts';

export function downloadSceneFile(
  { doc }: Pick<Page, 'doc'>,
  text = formatSceneFile({ doc }),
): void {
  const { name } = doc.editor.scenario.peek();
  downloadBlob(new Blob([text], { type: 'application/json' }), `${toFileName(name)}.iklab.json`);
}

export const formatSceneFile = ({ doc }: Pick<Page, 'doc'>): string =>
  `${prettyJson(compactDocument(doc.editor.scenario.peek(), doc.catalogue))}\n`;
