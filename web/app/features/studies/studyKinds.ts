import type { AnyStudy } from '@iklab/study/follow';
import { publishedTables } from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { benchmarkKind } from '../benchmark/benchmarkKind.tsx';
import { pathKind } from '../follow/pathKind.tsx';
import { mapKind } from '../map/mapKind.tsx';
import { papersKind } from '../papers/papersKind.tsx';
import { tableKind } from '../papers/tableKind.tsx';
import { speedKind } from '../speed/speedKind.tsx';
import type { StudyKind, StudyOpening } from '../study/studyKind.ts';
import { sweepKind } from '../sweep/sweepKind.tsx';

export const publishedStudies: readonly StudyKind[] = [
  papersKind,
  ...publishedTables.map(tableKind),
  speedKind,
];
export const sceneStudies: readonly StudyKind[] = [benchmarkKind, pathKind, mapKind, sweepKind];

/**
 * Returns how a study is shown, with its kind; the benchmark's kind if no other kind recognizes the
 * study.
 */
export function findStudyOpening(
  page: Page,
  study: AnyStudy,
): StudyOpening & { readonly kind: StudyKind } {
  for (const kind of sceneStudies) {
    const taking = kind.recognize?.(page, study);
    if (taking) return { ...taking, kind };
  }
  return { kind: benchmarkKind, isCurrent: true, apply() {} };
}
