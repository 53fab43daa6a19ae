import { pageAddress } from '@iklab/core/document';
import { MAX_DOCUMENT_BYTES, refusedResult } from '@iklab/core/scenario/checks';
import { documentTooLongFault } from '@iklab/core/scenario/text';
import { fullAnyStudyDocument, parseAnyStudyText } from '@iklab/study/follow';
import type { Page } from '../../page.ts';
import { benchmarkState } from '../benchmark/benchmarkState.ts';
import { pathStudyState } from '../follow/pathStudyState.ts';
import { refusedStudyFile } from '../study/refusedStudyFile.tsx';
import { makeStudyLink } from '../study/studyAddress.ts';
import { openResultsFile } from './openResultsFile.ts';
import { recognizeStudyKind } from './studyKinds.ts';

export async function openStudyFile(page: Page, file: File): Promise<void> {
  const isDocument =
    /\.iklab-study\.json$/i.test(file.name) ||
    /^\s*\{\s*"iklabStudy"/.test(await file.slice(0, 256).text());
  return isDocument ? openDocument(page, file) : openResultsFile(page, file);
}

async function openDocument(page: Page, file: File): Promise<void> {
  const { catalogue, address } = page.doc;
  const unread = refusedStudyFile(page);
  // Removes the error of an earlier file, but not one that arrives while this file is read.
  unread.refusal.value = null;
  const large = file.size > MAX_DOCUMENT_BYTES;
  const text = large ? '' : await file.text().catch(() => '');
  const read = large
    ? refusedResult(documentTooLongFault)
    : await page.doc.withFormulas(() => parseAnyStudyText(text, catalogue));
  await address.writeNow();
  if (!read.ok) unread.refusal.value = { source: file.name, faults: read.faults };
  if (!read.ok && unread.isNoticeShown) return;
  benchmarkState(page).open(null);
  pathStudyState(page).open(null);
  const kindId = read.ok ? recognizeStudyKind(page, read.value).kind.id : 'benchmark';
  const link = read.ok ? await makeStudyLink(read.value, catalogue) : null;
  const state = read.ok && link === null ? { study: fullAnyStudyDocument(read.value) } : null;
  page.scope.services.address.push(state, link ?? pageAddress('studies', kindId));
  page.openPage({ mode: 'studies', id: link ?? kindId });
}
