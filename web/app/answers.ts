import { missingPart } from '../format/notices.ts';
import type { Compare } from './compare.ts';

/** To keys, files and paper: not needed for the first picture. */
export async function answers(compare: Compare): Promise<void> {
  const after = await import('./afterFirst.ts').catch(() => null);
  if (!after) compare.desk.notice.value = missingPart;
  after?.onShortcuts(compare);
  after?.onFiles(compare);
  after?.onPrint(() => compare.loop.step(0));
}
