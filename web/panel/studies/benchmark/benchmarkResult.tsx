import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { comparisons } from '../../../study/comparisons.ts';
import { headline } from '../../../study/headline.ts';
import { problemCase } from '../../../study/problemCase.ts';
import { resultsOf } from '../../../study/studyTask.ts';
import { type Brush, StudyView } from '../../../study/studyView.ts';
import { Mark } from '../../controls/mark.tsx';
import { savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';
import { FigureCard } from '../figures/figureCard.tsx';
import { openCase } from '../openCase.ts';
import { studyDesk } from '../studyDesk.ts';
import { BenchmarkExport } from './benchmarkExport.tsx';
import { membersOf, whole } from './benchmarkFigures.ts';
import { asCase, type ShownRun } from './benchmarkState.ts';
import { BenchmarkTable } from './benchmarkTable.tsx';
import { BoxFigure } from './boxFigure.tsx';
import { BrushForm } from './brushForm.tsx';
import { EcdfFigure } from './ecdfFigure.tsx';
import { ErrorFigure } from './errorFigure.tsx';
import { ScatterFigure } from './scatterFigure.tsx';

interface ResultProps {
  readonly page: Page;
  readonly at: ShownRun;
}

const STEPS = 10; // of a run, after each of which the figures are made anew
const HARDEST = 8;

/** Of the run that is shown; it stays while a case is looked at. */
const brushed = signal<{ readonly key: string; readonly brush: Brush }>({ key: '', brush: [] });

/** What came of a benchmark: in a sentence, a table and figures. */
export function BenchmarkResult({ page, at: { study, run } }: ResultProps) {
  const [chosen, choose] = useState<readonly [number, number] | null>(null);
  studyDesk().turn.value; // the run has come on
  const { done, all: asked } = run.progress();
  const step = run.state === 'done' ? STEPS : Math.floor((STEPS * done) / Math.max(1, asked));
  const { rows, times } = useMemo(() => resultsOf(study, run), [run, step]);
  const all = useMemo(() => new StudyView(study, rows), [rows]);
  const { key } = run.plan;
  const brush = brushed.value.key === key ? brushed.value.brush : [];
  const some = useMemo(() => all.brushed(brush), [all, brush]);
  if (all.count === 0) return null;
  const set = (to: Brush): void => {
    brushed.value = { key, brush: to };
  };
  const { desk } = page;
  const open = (index: number): Promise<void> =>
    asCase(
      () => openCase(page, problemCase(desk.engine, study, index)),
      () => desk.editor.scenario.peek(),
    );
  const pair = chosen ?? all.bestTwo();
  const file = savedName(study.name || study.scenario.name);
  const figure = { all, some, brush: set };
  const source = `${study.name || study.scenario.name || 'A scene'}, ${whole(study.count)} problems of each method, seed ${study.seed}`;
  const chosenOf =
    some === all ? '' : `${whole(some.count)} of ${whole(all.count)} problems; faint: all of them.`;
  const card = { page, source, about: [chosenOf] };
  const curves = membersOf(all);
  return (
    <section class="bench-result" aria-label="Result">
      <div class="bench-said">
        <p class="verdict-line" aria-live="polite">
          {headline(study, all.column)}
        </p>
        {run.state === 'done' && <BenchmarkExport {...{ page, study, rows }} />}
      </div>
      <details>
        <summary>What may be concluded, and what not</summary>
        <ul>
          {comparisons(study, all.column).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <BenchmarkTable view={some} times={times} />
      <BrushForm {...{ all, some, brush, set }} />
      <Legend all={all} />
      <div class="bench-figures">
        <FigureCard
          title="Solved within so many updates"
          file={`${file}-solved`}
          {...card}
          curves={curves}
          draw={(width) => <EcdfFigure {...figure} width={width} />}
        />
        <FigureCard
          title="Updates of the problems that are solved"
          file={`${file}-updates`}
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

function Legend({ all }: { readonly all: StudyView }) {
  return (
    <ul class="bench-legend" aria-label="Methods of the figures">
      {membersOf(all).map(({ cell, slot, name, dash }) => (
        <li key={cell} class={`slot-${slot}`}>
          <Mark slot={slot} />
          <svg width="28" height="10" aria-hidden="true">
            <line class="curve" x1="0" x2="28" y1="5" y2="5" stroke-dasharray={dash} />
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
    <p class="bench-pair small">
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
    <section class="bench-hardest">
      <h2>Hardest problems</h2>
      <ul>
        {view.hardest(HARDEST).map(({ index, solvedBy }) => (
          <li key={index}>
            <button type="button" class="plain open-case" onClick={() => open(index)}>
              Problem {whole(index)}
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
