import {
  type FollowStudy,
  followCase,
  followedOf,
  followStory,
  followSums,
  type PosedRun,
  type PosedRuns,
} from '@iklab/study';
import { groupedText } from 'iklab/format';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { Phrased } from '../../ui/phraseText.tsx';
import { ConstantsUsed } from '../study/constantsUsed.tsx';
import { PathDrawing } from './pathDrawing.tsx';
import { PathFigures } from './pathFigures.tsx';
import { PathReading } from './pathReading.tsx';
import { type PathLook, pathOf, type ShownPath } from './pathState.ts';
import css from './paths.module.css';
import { PathTable } from './pathTable.tsx';
import { viewOf, worstLook } from './pathView.ts';

interface RunProps {
  readonly page: Page;
  readonly shown: ShownPath;
}

export function RunResult({ page, shown: { study, run } }: RunProps) {
  // Another object whenever a result arrives.
  const runs = useMemo(() => followedOf(study, run), [run, run.results.size]);
  return <PathResult {...{ page, study, runs }} whole={run.state === 'done'} />;
}

interface ResultProps {
  readonly page: Page;
  readonly study: FollowStudy;
  readonly runs: PosedRuns;
  readonly whole: boolean;
}

export function PathResult({ page, study, runs, whole }: ResultProps) {
  const at = pathOf(page);
  const sums = useMemo(() => followSums(study, runs), [runs]);
  const worst = worstLook(study, sums);
  if (!worst) return null;
  const chosen = at.look.value ?? worst;
  // An external solver may have refused the chosen run.
  const look = runs(chosen.cell, chosen.index) ? chosen : worst;
  const set = (change: Partial<PathLook>): void => {
    at.look.value = { ...look, ...change };
  };
  const view = viewOf(study, sums, runs, look, set);
  if (!view) return null;
  const open = (): Promise<void> => {
    const { cell, index, point } = look;
    const name = view.curves.find((curve) => curve.cell.index === cell)?.name ?? '';
    const what = `point ${groupedText(point)} of ${groupedText(view.count)}, from the previous solution of ${name}`;
    const posed = runs(cell, index) as PosedRun;
    return at.openCase(followCase(page.doc.engine, study, posed, look), what);
  };
  return (
    <section class={css.pathResult} aria-label="Result">
      <div class={css.pathTop}>
        <div>
          {whole && (
            <p class={css.pathStory} aria-live="polite">
              <Phrased
                phrase={followStory(study, sums)}
                session={{ instances: study.cells.map(({ panel }) => panel) }}
              />
            </p>
          )}
          <div class={css.pathActs}>
            <button type="button" class="button" onClick={open}>
              <Icon name="play" size={14} />
              Open point in Compare
            </button>
            <button type="button" class="button" onClick={() => set(worst)}>
              Go to worst point
            </button>
          </div>
          <PathReading view={view} />
        </div>
        <PathDrawing view={view} />
      </div>
      <PathTable view={view} />
      <ConstantsUsed page={page} ran={study} />
      <PathFigures page={page} view={view} />
    </section>
  );
}
