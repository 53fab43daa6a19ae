import { groupedCountText } from '@iklab/core/format';
import type { ProblemBrush, RowFieldRange, ShownProblemsView } from '@iklab/study/results';
import css from './benchmark.module.css';
import { listPlottedCells } from './benchmarkFigures.ts';

interface BrushFormProps {
  readonly all: ShownProblemsView;
  readonly some: ShownProblemsView;
  readonly brush: ProblemBrush;
  readonly set: (brush: ProblemBrush) => void;
}

const FIRST: RowFieldRange = {
  cell: null,
  field: 'updates',
  low: 1,
  high: Number.POSITIVE_INFINITY,
};

export function ProblemSelectionForm({ all, some, brush, set }: BrushFormProps) {
  const members = listPlottedCells(all);
  const spans = brush.length > 0 ? brush : [FIRST];
  const change = (index: number, part: Partial<RowFieldRange>): void =>
    set(spans.map((span, i) => (i === index ? { ...span, ...part } : span)));
  return (
    <form
      class={css.benchBrush}
      aria-label="Selected problems"
      onSubmit={(e) => e.preventDefault()}
    >
      {spans.map(({ cell, field, low, high }, index) => (
        <fieldset key={`${index} ${brush.length}`}>
          <legend class="unseen">Condition {index + 1}</legend>
          <span class="small">{index === 0 ? 'Problems with' : 'and'}</span>
          <select
            aria-label="Number"
            value={field}
            onChange={({ currentTarget: { value } }) =>
              change(index, {
                field: value as RowFieldRange['field'],
                low: 0,
                high: Number.POSITIVE_INFINITY,
              })
            }
          >
            <option value="updates">updates until solved</option>
            <option value="evaluations">evaluations until solved</option>
            <option value="time">ms until solved</option>
            <option value="error">error in m</option>
          </select>
          <span class="small">of</span>
          <select
            aria-label="Method"
            value={cell ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change(index, { cell: value === '' ? null : Number(value) })
            }
          >
            <option value="">any method</option>
            {members.map((member) => (
              <option key={member.cell} value={member.cell}>
                {member.name}
              </option>
            ))}
          </select>
          <RangeEnd
            name="from"
            value={low}
            otherwise={0}
            set={(to) => change(index, { low: to })}
          />
          <RangeEnd
            name="to"
            value={high}
            otherwise={Number.POSITIVE_INFINITY}
            set={(to) => change(index, { high: to })}
          />
        </fieldset>
      ))}
      <span class="small" role="status">
        {some === all ? 'all' : groupedCountText(some.count)} of {groupedCountText(all.count)}{' '}
        problems
      </span>
      {brush.length > 0 && (
        <button type="button" class="plain" onClick={() => set([])}>
          Show all
        </button>
      )}
    </form>
  );
}

interface EndProps {
  readonly name: string;
  readonly value: number;
  readonly otherwise: number;
  readonly set: (value: number) => void;
}

function RangeEnd({ name, value, otherwise, set }: EndProps) {
  const text =
    value === otherwise || !Number.isFinite(value) ? '' : String(Number(value.toPrecision(3)));
  return (
    <label>
      <span class="small">{name}</span>
      <input
        type="text"
        inputMode="decimal"
        value={text}
        onChange={({ currentTarget }) => {
          const number = Number(currentTarget.value);
          set(currentTarget.value.trim() === '' || Number.isNaN(number) ? otherwise : number);
        }}
      />
    </label>
  );
}
