import type { AnyStudy } from '@iklab/study/follow';
import { publishedTables } from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { benchmark } from '../benchmark/benchmarkKind.tsx';
import { follow } from '../follow/pathKind.tsx';
import { map } from '../map/mapKind.tsx';
import { papers } from '../papers/papersKind.tsx';
import { tableKind } from '../papers/tableKind.tsx';
import { speed } from '../speed/speedKind.tsx';
import type { StudyKind, StudyTakeover } from '../study/studyKind.ts';
import { sweep } from '../sweep/sweepKind.tsx';

export const publishedStudies: readonly StudyKind[] = [
  papers,
  ...publishedTables.map(tableKind),
  speed,
];
export const sceneStudies: readonly StudyKind[] = [benchmark, follow, map, sweep];

/** The benchmark if no other kind shows the study. */
export function findTakeover(
  page: Page,
  study: AnyStudy,
): StudyTakeover & { readonly kind: StudyKind } {
  for (const kind of sceneStudies) {
    const taking = kind.recognize?.(page, study);
    if (taking) return { ...taking, kind };
  }
  return { kind: benchmark, isCurrent: true, apply() {} };
}
