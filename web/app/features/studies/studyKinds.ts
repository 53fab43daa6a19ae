import type { AnyStudy } from '@iklab/study/follow';
import { publishedTables } from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { benchmarkStudyKind } from '../benchmark/benchmarkKind.tsx';
import { pathStudyKind } from '../follow/pathKind.tsx';
import { mapStudyKind } from '../map/mapKind.tsx';
import { papersStudyKind } from '../papers/papersKind.tsx';
import { publishedTableStudyKind } from '../papers/tableKind.tsx';
import { speedStudyKind } from '../speed/speedKind.tsx';
import type { RecognizedStudy, StudyKind } from '../study/studyKind.ts';
import { sweepStudyKind } from '../sweep/sweepKind.tsx';

export const publishedStudyKinds: readonly StudyKind[] = [
  papersStudyKind,
  ...publishedTables.map(publishedTableStudyKind),
  speedStudyKind,
];
export const sceneStudyKinds: readonly StudyKind[] = [
  benchmarkStudyKind,
  pathStudyKind,
  mapStudyKind,
  sweepStudyKind,
];

/**
 * Returns how a study is shown, with its kind; the benchmark's kind if no other kind recognizes the
 * study.
 */
export function recognizeStudyKind(
  page: Page,
  study: AnyStudy,
): RecognizedStudy & { readonly kind: StudyKind } {
  for (const kind of sceneStudyKinds) {
    const taking = kind.recognize?.(page, study);
    if (taking) return { ...taking, kind };
  }
  return { kind: benchmarkStudyKind, isCurrent: true, apply() {} };
}
