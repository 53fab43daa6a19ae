import { groupedCountText } from '@iklab/core/format';
import type { UpdateTime } from '@iklab/run/playback';
import { makeProblemDocument, type Study, type StudyManifest } from '@iklab/study/document';
import {
  COST_TITLES,
  type CostKind,
  commonProblemsText,
  comparisonSentences,
  computeCosts,
  earlyRunEndsText,
  interimSampleSizes,
  nearestSolutionComparisons,
  type ProblemBrush,
  problemsWithAllRows,
  rankMethods,
  ShownProblemsView,
  type StudyVerdict,
  studyHeadline,
} from '@iklab/study/results';
import { type StudyRows, selectCommonRows } from '@iklab/study/rows';
import {
  collectStudyResults,
  failureCauseSentences,
  failureCausesNote,
  planUpdateTimesTask,
  type TaskRun,
  type TaskRunPlan,
  updateTimesInMilliseconds,
} from '@iklab/study/tasks';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import { FigureCard } from '../study/figures/figureCard.tsx';
import { MethodConstantsList } from '../study/methodConstantsList.tsx';
import type { ShownStudyRun } from '../study/shownStudyRun.ts';
import studiesCss from '../study/studies.module.css';
import { studyRunner } from '../study/studyRunner.ts';
import css from './benchmark.module.css';
import { BenchmarkExport } from './benchmarkExport.tsx';
import { listPlottedCells, listPlottedMethods } from './benchmarkFigures.ts';
import { benchmarkState } from './benchmarkState.ts';
import { BenchmarkTable } from './benchmarkTable.tsx';
import { BenchmarkVerdictBasis } from './benchmarkVerdictBasis.tsx';
import { CostEcdfFigure } from './costEcdfFigure.tsx';
import { CostPercentilesFigure } from './costPercentilesFigure.tsx';
import {
  FailureCausesFigure,
  FailureCausesText,
  listMethodCauses,
} from './failureCausesFigure.tsx';
import { MethodPairScatterFigure } from './methodPairScatterFigure.tsx';
import { ProblemSelectionForm } from './problemSelectionForm.tsx';
import { RefusedAnswersList } from './refusedAnswersList.tsx';
import { RemainingErrorFigure } from './remainingErrorFigure.tsx';
import {
  BenchmarkLegend,
  BudgetChoice,
  HardestProblems,
  MethodPairChoice,
} from './resultParts.tsx';
import { FoundSolutions } from './solutionsFound.tsx';
import { SolvedWithinTimeCard } from './solvedWithinTimeCard.tsx';
import {
  SolverAnswersFigure,
  SolverAnswersLegend,
  solverAnswersText,
} from './solverAnswersFigure.tsx';

interface RunProps {
  readonly page: Page;
  readonly shownRun: ShownStudyRun;
}

const STEPS = 10; // The figures are redrawn this many times per run.
const BUILT_IN_ONLY = 'Built-in methods only: the updates of external solvers are not comparable.';
const UNTIMED: readonly UpdateTime[] = [];

export function BenchmarkResult({ page, shownRun: { study, run } }: RunProps) {
  const { done, all: total } = run.progress();
  const complete = run.state === 'done';
  const step = complete ? STEPS : Math.floor((STEPS * done) / Math.max(1, total));
  const { rows, count } = useMemo(() => collectStudyResults(study, run), [run, step]);
  const { times, pending } = useTimes(page, study, run);
  return (
    <BenchmarkRowsResult
      {...{ page, study, rows, count, times, complete }}
      name={run.plan.key}
      plan={run.plan}
      basis={(verdict, kind) =>
        complete &&
        !pending && <BenchmarkVerdictBasis {...{ page, study, run, verdict, kind, count }} />
      }
    />
  );
}

interface ResultProps {
  readonly page: Page;
  readonly study: Study;
  readonly rows: StudyRows;
  readonly count: number;
  /** Name of the results; a selection of problems is cleared when the name changes. */
  readonly name: string;
  readonly times?: readonly UpdateTime[];
  readonly complete: boolean;
  /** Plan of the run; absent if the rows were read from a file. */
  readonly plan?: TaskRunPlan;
  /** Manifest of the results file that the rows were read from; absent if there is none. */
  readonly manifest?: StudyManifest;
  readonly basis?: (verdict: StudyVerdict | null, kind: CostKind) => ComponentChildren;
}

export function BenchmarkRowsResult(props: ResultProps) {
  const {
    page,
    study,
    rows,
    count,
    name,
    times = UNTIMED,
    complete,
    plan,
    manifest,
    basis,
  } = props;
  const [chosen, choose] = useState<readonly [number, number] | null>(null);
  const state = benchmarkState(page);
  const paces = useMemo(() => updateTimesInMilliseconds(times), [times]);
  const all = useMemo(
    () => new ShownProblemsView(study, rows, problemsWithAllRows(study, rows, count), paces),
    [rows, paces],
  );
  const timed = paces.length > 0;
  const counted = state.counted.value;
  const kind = counted === 'time' && !timed ? 'updates' : counted;
  const costs = useMemo(() => computeCosts(study, all.column, kind, paces), [all, kind]);
  const key = name;
  const brushed = state.brushed.value;
  const brush = brushed.key === key ? brushed.brush : [];
  const some = useMemo(() => all.withBrush(brush), [all, brush]);
  const looked = useMemo(
    () => computeCosts(study, some.column, kind, paces, costs.horizon),
    [some, costs],
  );
  const common = useMemo(() => selectCommonRows(study, all.column), [all]);
  const judged = useMemo(
    () =>
      common.common < common.all
        ? computeCosts(study, common.columns, kind, paces, costs.horizon)
        : costs,
    [common, costs],
  );
  const early = useMemo(() => earlyRunEndsText(study, all.column), [all]);
  const verdict = useMemo(
    () => rankMethods(study, judged, interimSampleSizes(study).length),
    [judged],
  );
  if (all.count === 0) return null;
  const set = (to: ProblemBrush): void => {
    state.brushed.value = { key, brush: to };
  };
  const open = (index: number): Promise<void> =>
    state.openCase(
      () => makeProblemDocument(page.doc.engine, study, index),
      `problem ${groupedCountText(index)} of ${groupedCountText(all.count)}`,
    );
  const pair = chosen ?? all.bestTwo();
  const file = toFileName(study.name || study.scenario.name);
  const figure = { all, some, costs, brush: set };
  const source = `${study.name || study.scenario.name || 'A scene'}, ${groupedCountText(count)} problems of each method, seed ${study.seed}`;
  const selectionNote =
    some === all
      ? ''
      : `${groupedCountText(some.count)} of ${groupedCountText(all.count)} problems; faint: all problems.`;
  const card = { page, source, about: [selectionNote] };
  const alone = study.solvers ? [BUILT_IN_ONLY] : [];
  const costCard = { page, source, about: [...alone, selectionNote] };
  const curves = listPlottedCells(all);
  const methods = listPlottedMethods(all);
  return (
    <section class={css.benchResult} aria-label="Result">
      <div class={css.benchSaid}>
        <p class={studiesCss.verdictLine} aria-live="polite">
          {[studyHeadline(study, judged), ...commonProblemsText(common)].join(' ')}
        </p>
        {complete && <BenchmarkExport {...{ page, study, rows, count, times, plan, manifest }} />}
      </div>
      {early.length > 0 && <p class="small">{early.join(' ')}</p>}
      {basis?.(verdict, kind)}
      <details>
        <summary>Conclusions and their limits</summary>
        <ul>
          {[
            ...comparisonSentences(study, judged),
            ...nearestSolutionComparisons(study, all.column),
          ].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      {methods.length > 0 && <BudgetChoice name="Budget" {...{ state, kind, timed }} />}
      <BenchmarkTable
        {...{ view: some, costs: looked, times }}
        timed={!manifest}
        order={verdict?.order ?? study.cells.map(({ index }) => index)}
      />
      <MethodConstantsList page={page} ran={study} />
      <FoundSolutions view={some} />
      <ProblemSelectionForm {...{ all, some, brush, set }} />
      <BenchmarkLegend all={all} />
      <div class={css.benchFigures}>
        {study.solvers && (
          <SolvedWithinTimeCard {...card} file={`${file}-clock`} {...{ curves, all, some }} />
        )}
        {study.solvers && (
          <div>
            <FigureCard
              title="Answers of external solvers"
              file={`${file}-answers`}
              {...card}
              about={[`${solverAnswersText(some)}.`, selectionNote]}
              draw={(width) => <SolverAnswersFigure view={some} width={width} />}
            />
            <SolverAnswersLegend view={some} />
          </div>
        )}
        {methods.length > 0 && (
          <>
            <FigureCard
              title={`Solved within ${kind}`}
              file={`${file}-solved`}
              choices={<BudgetChoice name="Axis" {...{ state, kind, timed }} />}
              {...costCard}
              curves={methods}
              draw={(width) => <CostEcdfFigure {...figure} width={width} />}
            />
            <FigureCard
              title={`${COST_TITLES[kind]} of the solved problems`}
              file={`${file}-${kind}`}
              {...costCard}
              draw={(width) => <CostPercentilesFigure {...figure} width={width} />}
            />
          </>
        )}
        <FigureCard
          title="Final error"
          file={`${file}-error`}
          {...card}
          curves={curves}
          draw={(width) => <RemainingErrorFigure {...figure} width={width} />}
        />
        {methods.length > 0 && (
          <FigureCard
            title="Two methods compared, problem by problem"
            file={`${file}-pair`}
            {...card}
            about={[
              'One dot per problem; dots outside the edge lines were not solved.',
              ...alone,
              selectionNote,
            ]}
            choices={<MethodPairChoice all={all} pair={pair} choose={choose} />}
            draw={(width) => <MethodPairScatterFigure {...figure} {...{ width, pair, open }} />}
          />
        )}
      </div>
      {listMethodCauses(some).length > 0 && (
        <div class={css.causes}>
          <FigureCard
            title="Why problems are not solved"
            file={`${file}-causes`}
            {...card}
            about={[
              ...failureCauseSentences(study, some.column),
              failureCausesNote(study),
              selectionNote,
            ]}
            draw={(width) => <FailureCausesFigure view={some} width={width} />}
          />
          <FailureCausesText view={some} />
        </div>
      )}
      <RefusedAnswersList {...{ page, study, rows, count }} />
      <HardestProblems view={some} open={open} />
    </section>
  );
}

interface UpdateTimes {
  readonly times: readonly UpdateTime[];
  readonly pending: boolean;
}

/** Measures the times per update once the study is solved. The times are not stored. */
function useTimes(page: Page, study: Study, run: TaskRun): UpdateTimes {
  const runner = studyRunner(page);
  const plan = useMemo(() => planUpdateTimesTask(study, run.plan.key), [run]);
  const solved = run.state === 'done';
  useEffect(() => {
    if (solved) void runner.open(plan, { keep: false });
  }, [plan, solved]);
  const timing = runner.find(plan.key);
  const measured = timing?.state === 'done' ? timing.results.get(0) : undefined;
  const times = useMemo(() => (measured ?? []) as readonly UpdateTime[], [measured]);
  return { times, pending: timing?.state !== 'done' && timing?.state !== 'failed' };
}
