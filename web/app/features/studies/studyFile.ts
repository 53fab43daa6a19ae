import { fullStudy, parseStudyText } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { MAX_BYTES, refusedResult, tooLongFault } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { benchmarkOf } from '../benchmark/benchmarkState.ts';
import { linkOf } from '../study/studyAddress.ts';
import { takeoverOf } from './studyKinds.ts';

/** A study that was dropped or chosen: its page opens, by its link where there is one. */
export async function openStudyFile(page: Page, file: File): Promise<void> {
  const { catalogue, address } = page.doc;
  const benchmark = benchmarkOf(page);
  benchmark.refused.value = null; // of what came before: not of what comes until this one is read
  const large = file.size > MAX_BYTES;
  const text = large ? '' : await file.text().catch(() => '');
  const read = large ? refusedResult(tooLongFault) : parseStudyText(text, catalogue);
  await address.writeNow();
  if (!read.ok) benchmark.refused.value = { what: file.name, faults: read.faults };
  if (!read.ok && benchmark.isOpen) return;
  const own = read.ok ? takeoverOf(page, read.value).kind.id : 'benchmark';
  const link = read.ok ? await linkOf(read.value, catalogue) : null;
  const state = read.ok && link === null ? { study: fullStudy(read.value) } : null;
  page.scope.services.address.push(state, link ?? pageAddress('studies', own));
  page.openPage({ mode: 'studies', id: link ?? own });
}
