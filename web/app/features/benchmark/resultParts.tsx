import { groupedCountText } from '@iklab/core/format';
import {
  COST_KINDS,
  COST_NAMES,
  type CostKind,
  type ShownProblemsView,
} from '@iklab/study/results';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import dataTableCss from '../study/dataTable.module.css';
import figuresCss from '../study/figures/figures.module.css';
import css from './benchmark.module.css';
import { listPlottedCells, listPlottedMethods } from './benchmarkFigures.ts';
import type { BenchmarkState } from './benchmarkState.ts';

interface BudgetProps {
  readonly state: BenchmarkState;
  readonly name: string;
  readonly kind: CostKind;
  /** True once times per update are measured, so that time can be chosen as the budget. */
  readonly timed: boolean;
}

export const BudgetChoice = ({ state, name, kind: selected, timed }: BudgetProps) => (
  <p class={`${css.benchPair} small`}>
    <label>
      {name === 'Budget' ? 'The same budget for all methods, in ' : 'Across: '}
      <select
        aria-label={name}
        value={selected}
        onChange={({ currentTarget: { value } }) => {
          state.counted.value = value as CostKind;
        }}
      >
        {COST_KINDS.map((kind) => (
          <option key={kind} value={kind} disabled={kind === 'time' && !timed}>
            {COST_NAMES[kind]}
          </option>
        ))}
      </select>
    </label>
  </p>
);

export function BenchmarkLegend({ all }: { readonly all: ShownProblemsView }) {
  return (
    <ul class={`${figuresCss.legend} ${css.benchLegend}`} aria-label="Methods of the figures">
      {listPlottedCells(all).map(({ cell, slot, name, dash }) => (
        <li key={cell} class={`slot-${slot}`}>
          <SlotMarkIcon slot={slot} />
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
  readonly all: ShownProblemsView;
  readonly pair: readonly [number, number];
  readonly choose: (pair: readonly [number, number]) => void;
}

export function MethodPairChoice({ all, pair: [a, b], choose }: PairProps) {
  const members = listPlottedMethods(all);
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

const HARDEST = 8;

interface HardestProps {
  readonly view: ShownProblemsView;
  readonly open: (index: number) => void;
}

export function HardestProblems({ view, open }: HardestProps) {
  const methodCount = view.study.cells.length;
  return (
    <section class={css.benchHardest}>
      <h2>Hardest problems</h2>
      <ul>
        {view.hardest(HARDEST).map(({ index, solverCount: solvedBy }) => (
          <li key={index}>
            <button
              type="button"
              class={`plain ${dataTableCss.openCase}`}
              onClick={() => open(index)}
            >
              Problem {groupedCountText(index)}
            </button>
            <span class="small">
              solved by {solvedBy} of {methodCount}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
