import {
  bestComparisonSlots,
  type ComparisonColumn,
  type ComparisonRow,
  comparisonCellText,
  comparisonColumns,
  comparisonCsv,
  RECENT_WINDOW_UPDATES,
  type RowOrder,
  sortedRows,
  type UpdateWindow,
  WARM_UP_UPDATES,
} from '@iklab/core/measure';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import css from './comparisonTable.module.css';

export interface ComparisonTableParts {
  readonly rows: ReadonlySignal<readonly ComparisonRow[]>;
  readonly window: ReadonlySignal<UpdateWindow>;
  choose(window: UpdateWindow): void;
}

const WINDOWS: readonly (readonly [UpdateWindow, string])[] = [
  ['recent', `last ${RECENT_WINDOW_UPDATES} updates`],
  ['settled', `from update ${WARM_UP_UPDATES + 1}`],
  ['all', 'entire run'],
];

export function ComparisonTable({ rows, window, choose }: ComparisonTableParts) {
  const order = useSignal<RowOrder | null>(null);
  const baseline = useSignal<number | null>(null);
  const all = rows.value;
  const pinned = all.find(({ slot }) => slot === baseline.value) ?? null;
  const columns = columnsOf(all);
  const toggleSort = (column: string): void => {
    const current = order.value;
    if (current?.column !== column) order.value = { column, falling: false };
    else order.value = current.falling ? null : { column, falling: true };
  };
  const pin = (slot: number): void => {
    baseline.value = baseline.value === slot ? null : slot;
  };
  return (
    <>
      <header>
        <h2>Table</h2>
        <select
          aria-label="Table: range of updates"
          value={window.value}
          onChange={(event) => choose(event.currentTarget.value as UpdateWindow)}
        >
          {WINDOWS.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <span class="hint">{pinned ? `relative to ${pinned.label}` : '▸ best in column'}</span>
        <CopyCsv rows={all} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <section class={css.tableScroll} tabIndex={0} aria-label="Table of all methods">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span>method</span>
              </th>
              {columns.map((column) => (
                <ColumnHead
                  key={column.id}
                  column={column}
                  order={order.value}
                  toggleSort={toggleSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sortedRows(all, order.value).map((row) => (
              <Line key={row.slot} row={row} rows={all} pinned={pinned} pin={pin} />
            ))}
          </tbody>
        </table>
      </section>
      <p class={`hint ${css.formulas} one-line`}>
        jitter: mean over the joints of Σ|Δ²θ| / (Σ|Δθ| + 10⁻⁶ rad) · shake: mean of ‖Δθₖ − Δθₖ₋₁‖₂
        per update
      </p>
    </>
  );
}

const columnsOf = (rows: readonly ComparisonRow[]): ComparisonColumn[] =>
  comparisonColumns(rows).filter(
    ({ rare, value }) => !rare || rows.some((row) => value(row) !== null),
  );

interface HeadProps {
  readonly column: ComparisonColumn;
  readonly order: RowOrder | null;
  readonly toggleSort: (column: string) => void;
}

function ColumnHead({ column, order, toggleSort }: HeadProps) {
  const sort = order?.column === column.id ? order : null;
  const direction = sort ? (sort.falling ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={direction}>
      <GlossaryTerm
        term={{ title: column.name, text: column.help }}
        press={() => toggleSort(column.id)}
      >
        {column.name}
        <i aria-hidden="true">{sort ? (sort.falling ? '▾' : '▴') : ''}</i>
      </GlossaryTerm>
    </th>
  );
}

interface LineProps {
  readonly row: ComparisonRow;
  readonly rows: readonly ComparisonRow[];
  readonly pinned: ComparisonRow | null;
  readonly pin: (slot: number) => void;
}

function Line({ row, rows, pinned, pin }: LineProps) {
  const base = pinned?.slot === row.slot;
  return (
    <tr class={base ? 'pinned' : ''} data-slot={row.slot}>
      <th scope="row">
        <div>
          <SlotMarkIcon slot={row.slot} />
          <span class="name">{row.label}</span>
          <button
            type="button"
            class={css.pin}
            aria-pressed={base}
            title={base ? 'Clear reference' : `Compare all methods with ${row.label}`}
            aria-label={base ? `reference: ${row.label}` : `compare with ${row.label}`}
            onClick={() => pin(row.slot)}
          >
            {base ? 'reference' : 'compare'}
          </button>
        </div>
      </th>
      {columnsOf(rows).map((column) => (
        <Cell key={column.id} row={row} column={column} rows={rows} pinned={pinned} />
      ))}
    </tr>
  );
}

type CellProps = Omit<LineProps, 'pin'> & { readonly column: ComparisonColumn };

function Cell({ row, column, rows, pinned }: CellProps) {
  const best = bestComparisonSlots(rows, column).includes(row.slot);
  return (
    <td class={best ? css.bestCell : ''}>
      {best && (
        <span class="sign" role="img" aria-label="best">
          ▸
        </span>
      )}
      {comparisonCellText(row, column, pinned)}
    </td>
  );
}

function CopyCsv({ rows }: { rows: readonly ComparisonRow[] }) {
  const [label, setLabel] = useState('Copy as CSV');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(comparisonCsv(rows));
      setLabel('Copied');
    } catch {
      setLabel('The browser does not allow copying');
    }
  };
  return (
    <button type="button" class="quiet" onClick={copy} onBlur={() => setLabel('Copy as CSV')}>
      {label}
    </button>
  );
}
