import type { Provenance } from '@iklab/study/document';
import type { FollowManifest, FollowStudy, RunWithTipsReader } from '@iklab/study/follow';
import { followCourseTable, followJson, followRunsTable } from '@iklab/study/follow/runs';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/saveFile.ts';
import type { StudyExport } from '../study/exportMenu.tsx';
import { cardFigures } from '../study/figures/figureCard.tsx';
import css from './paths.module.css';

export interface FinishedPathRuns {
  readonly study: FollowStudy;
  readonly runs: RunWithTipsReader;
  readonly manifest: FollowManifest;
}

export function pathStudyExport(
  page: Page,
  finished: FinishedPathRuns,
  points = false,
): StudyExport {
  const { study, runs } = finished;
  const { name, methods } = study.scenario;
  const title = study.name || name || 'A scene';
  const file = `${toFileName(title)}-path${points ? '-course' : ''}`;
  const table = () =>
    points ? followCourseTable(study, runs, true) : followRunsTable(study, runs);
  const manifest = (from: Provenance) => ({
    ...from,
    ...finished.manifest,
  });
  return {
    file,
    row: points ? 'a point of a run' : 'a run',
    table,
    json: (from) => followJson(manifest(from), table()),
    ...(!points && {
      more: {
        words: 'of all points',
        note: 'one row per point, with its target and joint values',
        compute: () => pathStudyExport(page, finished, true),
      },
    }),
    manifest,
    drawn: 'each figure',
    async figures(use) {
      const result = page.scope.host.querySelector(`.${css.pathResult}`);
      for (const { figure, words } of cardFigures(result))
        await use(`${file}-${toFileName(words.title)}`, figure, words);
    },
    methods,
    cited: {
      title: `${title}: ${methods.length} methods along a path`,
      note: `${study.sampling.points} points, ${study.count} starts, seed ${study.seed}`,
    },
    study,
  };
}
