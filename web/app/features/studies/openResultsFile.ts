import { pageAddress } from '@iklab/core/document';
import { fullStudyDocument } from '@iklab/study/document';
import { fullAnyStudyDocument } from '@iklab/study/follow';
import { type LoadedPathRuns, pathStudyWithoutSolvers } from '@iklab/study/follow/runs';
import {
  isPathRunsFileOrigin,
  type LoadedStudyRows,
  PATH_RUNS_TABLE_FAULT,
  readRowsBytes,
  readRowsJson,
} from '@iklab/study/rows';
import type { Page } from '../../page.ts';
import { benchmarkState } from '../benchmark/benchmarkState.ts';
import { pathStudyState } from '../follow/pathStudyState.ts';
import { refusedStudyFile } from '../study/refusedStudyFile.tsx';
import { makeStudyLink } from '../study/studyAddress.ts';
import { recognizeStudyKind } from './studyKinds.ts';
import { applyStudyToForm } from './useStudyFromUrl.ts';

export async function openResultsFile(page: Page, file: File): Promise<void> {
  const unread = refusedStudyFile(page);
  unread.refusal.value = null;
  const read = await page.doc.withFormulas(() => readRows(page, file));
  await page.doc.address.writeNow();
  const fault =
    typeof read === 'string'
      ? read
      : isPathRunsFileOrigin(read)
        ? await openRuns(page, read, file.name)
        : await openRows(page, read, file.name);
  if (fault === '') return;
  unread.refusal.value = { source: file.name, faults: [], rows: fault };
  if (unread.isNoticeShown) return;
  page.scope.services.address.push(null, pageAddress('studies', 'benchmark'));
  page.openPage({ mode: 'studies', id: 'benchmark' });
}

async function openRows(page: Page, read: LoadedStudyRows, name: string): Promise<''> {
  const { study } = read;
  // Pages of other kinds show no rows.
  const isBenchmark = recognizeStudyKind(page, study).kind.id === 'benchmark';
  const link = isBenchmark ? await makeStudyLink(study, page.doc.catalogue) : null;
  const state = isBenchmark && link === null ? { study: fullStudyDocument(study) } : null;
  benchmarkState(page).open({ ...read, name });
  page.scope.services.address.push(state, link ?? pageAddress('studies', 'benchmark'));
  page.openPage({ mode: 'studies', id: link ?? 'benchmark' });
  return '';
}

/** Returns why the runs cannot be shown; '' if they can. */
async function openRuns(page: Page, read: LoadedPathRuns, name: string): Promise<string> {
  const study = pathStudyWithoutSolvers(read.study);
  const id = 'path';
  if ((await applyStudyToForm(page, study)).id !== id)
    return 'belongs to a scene that cannot be opened here';
  const link = await makeStudyLink(study, page.doc.catalogue);
  pathStudyState(page).open({ ...read, name });
  const state = link === null ? { study: fullAnyStudyDocument(study) } : null;
  page.scope.services.address.push(state, link ?? pageAddress('studies', id));
  page.openPage({ mode: 'studies', id: link ?? id });
  return '';
}

/** Recognizes the format by first bytes and name. Returns a message for a faulty file. */
async function readRows(
  { doc: { catalogue } }: Page,
  file: File,
): Promise<LoadedStudyRows | LoadedPathRuns | string> {
  try {
    const start = await file.slice(0, 4).text();
    if (start === 'PAR1' || /\.parquet$/i.test(file.name)) {
      const { readParquetFile: readDroppedParquet } = await import('./readParquetFile.ts');
      return await readDroppedParquet(file, catalogue);
    }
    if (/\.csv$/i.test(file.name) || start === 'meth') return await csvFault(file);
    if (start.startsWith('{')) return await readRowsJson(file, catalogue);
    return await readRowsBytes(file, catalogue, digest());
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const CSV =
  'is a CSV file, which does not identify its study; use .rows or .parquet (iklab study FILE --out NAME.rows)';

async function csvFault(file: File): Promise<string> {
  const [head = ''] = (await file.slice(0, LONGEST_LINE).text()).split('\n');
  return /^method,label,(.*,)?run,/.test(head) ? PATH_RUNS_TABLE_FAULT : CSV;
}

const LONGEST_LINE = 10_000;

/** Returns the browser's SHA-256 function; null on insecure origins, which lack Web Crypto. */
function digest(): ((bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>) | null {
  const { subtle } = globalThis.crypto ?? {};
  return subtle ? (bytes) => subtle.digest('SHA-256', bytes) : null;
}
