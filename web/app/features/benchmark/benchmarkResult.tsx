import {
  type Brush,
  COST_NAMES,
  COST_TITLES,
  COSTS,
  type CostKind,
  commonOf,
  comparisons,
  costsOf,
  looksOf,
  problemCase,
  rankingOf,
  resultsOf,
  StudyView,
  studyHeadline,
  updateMillis,
} from '@iklab/study';
import { groupedText } from 'iklab/format';
import { useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Mark } from '../../ui/mark.tsx';
import { savedName } from '../../ui/saveFile.ts';
import { FigureCard } from '../study/figures/figureCard.tsx';
import type { ShownRun } from '../study/shownRun.ts';
import studiesCss from '../study/studies.module.css';
import css from './benchmark.module.css';
import { BenchmarkExport } from './benchmarkExport.tsx';
import { membersOf } from './benchmarkFigures.ts';
import { type BenchmarkState, benchmarkOf } from './benchmarkState.ts';
import { BenchmarkTable } from './benchmarkTable.tsx';
import { BoxFigure } from './boxFigure.tsx';
import { BrushForm } from './brushForm.tsx';
import { EcdfFigure } from './ecdfFigure.tsx';
import { ErrorFigure } from './errorFigure.tsx';
import { ScatterFigure } from './scatterFigure.tsx';
import { useTimes } from './useTimes.ts';
import { VerdictBasis } from './verdictBasis.tsx';

interface ResultProps {
  readonly page: Page;
  readonly at: ShownRun;
}

const STEPS = 10; // of a run, after each of which the figures are made anew
const HARDEST = 8;

/** What came of a benchmark: in a sentence, a table and figures. */
export function BenchmarkResult({ page, at: { study, run } }: ResultProps) {
  const [chosen, choose] = useState<readonly [number, number] | null>(null);
  const state = benchmarkOf(page);
  const { done, all: asked } = run.progress();
  const step = run.state === 'done' ? STEPS : Math.floor((STEPS * done) / Math.max(1, asked));
  const { rows, count } = useMemo(() => resultsOf(study, run), [run, step]);
  const { times, awaited } = useTimes(page, study, run);
  const paces = useMemo(() => updateMillis(times), [times]);
  const all = useMemo(
    () => new StudyView(study, rows, commonOf(study, rows, count), paces),
    [rows, paces],
  );
  const timed = paces.length > 0;
  const counted = state.counted.value;
  const kind = counted === 'time' && !timed ? 'updates' : counted;
  const costs = useMemo(() => costsOf(study, all.column, kind, paces), [all, kind]);
  const { key } = run.plan;
  const brushed = state.brushed.value;
  const brush = brushed.key === key ? brushed.brush : [];
  const some = useMemo(() => all.brushed(brush), [all, brush]);
  const looked = useMemo(
    () => costsOf(study, some.column, kind, paces, costs.horizon),
    [some, costs],
  );
  const verdict = useMemo(() => rankingOf(study, costs, looksOf(study).length), [costs]);
  if (all.count === 0) return null;
  const set = (to: Brush): void => {
    state.brushed.value = { key, brush: to };
  };
  const open = (index: number): Promise<void> =>
    state.openCase(
      problemCase(page.doc.engine, study, index),
      `problem ${groupedText(index)} of ${groupedText(all.count)}`,
    );
  const pair = chosen ?? all.bestTwo();
  const file = savedName(study.name || study.scenario.name);
  const figure = { all, some, costs, brush: set };
  const source = `${study.name || study.scenario.name || 'A scene'}, ${groupedText(count)} problems of each method, seed ${study.seed}`;
  const chosenOf =
    some === all
      ? ''
      : `${groupedText(some.count)} of ${groupedText(all.count)} problems; faint: all of them.`;
  const card = { page, source, about: [chosenOf] };
  const curves = membersOf(all);
  return (
    <section class={css.benchResult} aria-label="Result">
      <div class={css.benchSaid}>
        <p class={css.verdictLine} aria-live="polite">
          {studyHeadline(study, costs)}
        </p>
        {run.state === 'done' && (
          <BenchmarkExport {...{ page, study, rows, count, times }} plan={run.plan} />
        )}
      </div>
      {run.state === 'done' && !awaited && (
        <VerdictBasis {...{ page, study, run, verdict, kind, count }} />
      )}
      <details>
        <summary>What may be concluded, and what not</summary>
        <ul>
          {comparisons(study, costs).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <BudgetChoice name="Budget" {...{ state, kind, timed }} />
      <BenchmarkTable
        {...{ view: some, costs: looked, times }}
        order={verdict?.order ?? study.cells.map(({ index }) => index)}
      />
      <BrushForm {...{ all, some, brush, set }} />
      <Legend all={all} />
      <div class={css.benchFigures}>
        <FigureCard
          title={`Solved within so ${kind === 'time' ? 'much' : 'many'} ${kind}`}
          file={`${file}-solved`}
          choices={<BudgetChoice name="Axis" {...{ state, kind, timed }} />}
          {...card}
          curves={curves}
          draw={(width) => <EcdfFigure {...figure} width={width} />}
        />
        <FigureCard
          title={`${COST_TITLES[kind]} of the problems that are solved`}
          file={`${file}-${kind}`}
          {...card}
          draw={(width) => <BoxFigure {...figure} width={width} />}
        />
        <FigureCard
          title="Error in the end"
          file={`${file}-error`}
          {...card}
          curves={curves}
          draw={(width) => <ErrorFigure {...figure} width={width} />}
        />
        <FigureCard
          title="Two methods on the same problems"
          file={`${file}-pair`}
          {...card}
          about={['A dot a problem; beyond the lines at the edges: not solved.', chosenOf]}
          choices={<Pair all={all} pair={pair} choose={choose} />}
          draw={(width) => <ScatterFigure {...figure} {...{ width, pair, open }} />}
        />
      </div>
      <Hardest view={some} open={open} />
    </section>
  );
}

interface BudgetProps {
  readonly state: BenchmarkState;
  readonly name: string;
  readonly kind: CostKind;
  /** What an update takes is known. */
  readonly timed: boolean;
}

/** The same budget for all: what is counted in sentence, table and figures. */
const BudgetChoice = ({ state, name, kind: shown, timed }: BudgetProps) => (
  <p class={`${css.benchPair} small`}>
    <label>
      {name === 'Budget' ? 'The same budget for all, in ' : 'Across: '}
      <select
        aria-label={name}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          state.counted.value = value as CostKind;
        }}
      >
        {COSTS.map((kind) => (
          <option key={kind} value={kind} disabled={kind === 'time' && !timed}>
            {COST_NAMES[kind]}
          </option>
        ))}
      </select>
    </label>
  </p>
);

function Legend({ all }: { readonly all: StudyView }) {
  return (
    <ul class={css.benchLegend} aria-label="Methods of the figures">
      {membersOf(all).map(({ cell, slot, name, dash }) => (
        <li key={cell} class={`slot-${slot}`}>
          <Mark slot={slot} />
          <svg width="28" height="10" aria-hidden="true">
            <line class={css.curve} x1="0" x2="28" y1="5" y2="5" stroke-dasharray={dash} />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

interface PairProps {
  readonly all: StudyView;
  readonly pair: readonly [number, number];
  readonly choose: (pair: readonly [number, number]) => void;
}

function Pair({ all, pair: [a, b], choose }: PairProps) {
  const members = membersOf(all);
  const select = (name: string, value: number, take: (cell: number) => void) => (
    <select
      aria-label={name}
      value={value}
      onChange={({ currentTarget }) => take(Number(currentTarget.value))}
    >
      {members.map((member) => (
        <option key={member.cell} value={member.cell}>
          {member.name}
        </option>
      ))}
    </select>
  );
  return (
    <p class={`${css.benchPair} small`}>
      {select('Across', a, (to) => choose([to, b]))} across,{' '}
      {select('Upward', b, (to) => choose([a, to]))} upward; a dot opens in Compare
    </p>
  );
}

interface HardestProps {
  readonly view: StudyView;
  readonly open: (index: number) => void;
}

function Hardest({ view, open }: HardestProps) {
  const methods = view.study.cells.length;
  return (
    <section class={css.benchHardest}>
      <h2>Hardest problems</h2>
      <ul>
        {view.hardest(HARDEST).map(({ index, solvedBy }) => (
          <li key={index}>
            <button
              type="button"
              class={`plain ${studiesCss.openCase}`}
              onClick={() => open(index)}
            >
              Problem {groupedText(index)}
            </button>
            <span class="small">
              solved by {solvedBy} of {methods}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
