import type { AnyStudy } from '@iklab/study/follow';
import { publishedTables } from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { benchmarkStudyKind } from '../benchmark/benchmarkStudyKind.tsx';
import { pathStudyKind } from '../follow/pathStudyKind.tsx';
import { mapStudyKind } from '../map/mapStudyKind.tsx';
import { papersStudyKind } from '../papers/papersStudyKind.tsx';
import { publishedTableStudyKind } from '../papers/publishedTableStudyKind.tsx';
import { speedStudyKind } from '../speed/speedStudyKind.tsx';
import type { RecognizedStudy, StudyKind } from '../study/studyKind.ts';
import { sweepStudyKind } from '../sweep/sweepStudyKind.tsx';

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

/** Returns how to show a study, with the study's kind. The default is the benchmark's kind. */
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
