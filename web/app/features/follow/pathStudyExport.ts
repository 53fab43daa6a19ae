import type { Provenance } from '@iklab/study/document';
import type { PathStudy, PathStudyManifest, RunWithEffectorsReader } from '@iklab/study/follow';
import { pathPointsTable, pathRunsJson, pathRunsTable } from '@iklab/study/follow/runs';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import type { StudyExport } from '../study/exportMenu.tsx';
import { findFiguresWithTexts } from '../study/figures/figureCard.tsx';
import css from './paths.module.css';

export interface FinishedPathRuns {
  readonly study: PathStudy;
  readonly runs: RunWithEffectorsReader;
  readonly manifest: PathStudyManifest;
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
  const table = () => (points ? pathPointsTable(study, runs, true) : pathRunsTable(study, runs));
  const manifest = (from: Provenance) => ({
    ...from,
    ...finished.manifest,
  });
  return {
    file,
    row: points ? 'a point of a run' : 'a run',
    table,
    json: (from) => pathRunsJson(manifest(from), table()),
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
      for (const { figure, words } of findFiguresWithTexts(result))
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
