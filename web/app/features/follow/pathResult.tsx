import { groupedCountText } from '@iklab/core/format';
import {
  makeCompletedRunsReader,
  makePathPointDocument,
  type PathStudy,
  pathStudySentences,
  type RunWithEffectors,
  type RunWithEffectorsReader,
  summarizePathStudy,
} from '@iklab/study/follow';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { PhraseText } from '../../ui/phraseText.tsx';
import { MethodConstantsList } from '../study/methodConstantsList.tsx';
import { PathDrawing } from './pathDrawing.tsx';
import { PathFigures } from './pathFigures.tsx';
import { PathPointReading } from './pathPointReading.tsx';
import { type PathSelection, pathStudyState, type ShownPath } from './pathStudyState.ts';
import css from './paths.module.css';
import { PathTable } from './pathTable.tsx';
import { findLargestErrorPoint, makePathView } from './pathView.ts';

interface RunProps {
  readonly page: Page;
  readonly current: ShownPath;
}

export function PathRunResult({ page, current: { study, run } }: RunProps) {
  // Another object whenever a result arrives.
  const runs = useMemo(() => makeCompletedRunsReader(study, run), [run, run.results.size]);
  return <PathResult {...{ page, study, runs }} complete={run.state === 'done'} />;
}

interface ResultProps {
  readonly page: Page;
  readonly study: PathStudy;
  readonly runs: RunWithEffectorsReader;
  readonly complete: boolean;
}

export function PathResult({ page, study, runs, complete }: ResultProps) {
  const state = pathStudyState(page);
  const sums = useMemo(() => summarizePathStudy(study, runs), [runs]);
  const worst = findLargestErrorPoint(study, sums);
  if (!worst) return null;
  const chosen = state.selection.value ?? worst;
  // An external solver may have refused the chosen run.
  const selection = runs(chosen.cell, chosen.index) ? chosen : worst;
  const set = (change: Partial<PathSelection>): void => {
    state.selection.value = { ...selection, ...change };
  };
  const view = makePathView(study, sums, runs, selection, set);
  if (!view) return null;
  const open = (): Promise<void> => {
    const { cell, index, point } = selection;
    const name = view.curves.find((curve) => curve.cell.index === cell)?.name ?? '';
    const title = `point ${groupedCountText(point)} of ${groupedCountText(view.count)}, from the previous solution of ${name}`;
    const posed = runs(cell, index) as RunWithEffectors;
    return state.openCase(
      () => makePathPointDocument(page.doc.engine, study, posed, selection),
      title,
    );
  };
  return (
    <section class={css.pathResult} aria-label="Result">
      <div class={css.pathTop}>
        <div>
          {complete && (
            <p class={css.pathStory} aria-live="polite">
              <PhraseText
                phrase={pathStudySentences(study, sums)}
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
          <PathPointReading view={view} />
        </div>
        <PathDrawing view={view} />
      </div>
      <PathTable view={view} />
      <MethodConstantsList page={page} ran={study} />
      <PathFigures page={page} view={view} />
    </section>
  );
}
