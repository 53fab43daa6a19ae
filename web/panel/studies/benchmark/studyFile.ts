import { fullStudy, parseStudyText } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { MAX_BYTES, refused, tooLong } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { pageOf } from '../addressedStudy.ts';
import { linkOf } from '../studyAddress.ts';
import { refusedFile, stands } from './benchmarkState.ts';

/** A study that was dropped or chosen: its page opens, by its link where there is one. */
export async function openStudyFile(page: Page, file: File): Promise<void> {
  const { catalogue, address } = page.desk;
  refusedFile.value = null; // of what came before: not of what comes until this one is read
  const large = file.size > MAX_BYTES;
  const text = large ? '' : await file.text().catch(() => '');
  const read = large ? refused(tooLong) : parseStudyText(text, catalogue);
  await address.settle();
  if (!read.ok) refusedFile.value = { what: file.name, faults: read.faults };
  if (!read.ok && stands.peek()) return;
  const own = read.ok ? pageOf(page, read.value) : 'benchmark';
  const link = read.ok ? await linkOf(read.value, catalogue) : null;
  const state = read.ok && link === null ? { study: fullStudy(read.value) } : null;
  history.pushState(state, '', link ?? pageAddress('studies', own));
  page.show({ mode: 'studies', id: link ?? own });
}
