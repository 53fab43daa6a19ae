import {
  type AngleUnit,
  addRow,
  CELLS,
  type CellName,
  type ChainTable,
  exampleTable,
  isLength,
  pastedTable,
  readTyped,
  remarkText,
  setCell,
  setConvention,
  tableRefusal,
} from '@iklab/robots';
import { unitName } from 'iklab/format';
import { type LengthUnit, resolve } from 'iklab/scenario';
import type { TargetedClipboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segments } from '../../ui/segmentedControl.tsx';
import { DhConvention } from './dhConvention.tsx';
import { DhRow, keyOf, type Refused, SYMBOLS } from './dhRow.tsx';
import { dhTables, editTable } from './dhTables.ts';
import css from './mechanism.module.css';
import { useRowsInScene } from './shownParts.ts';

export function DhEditor({ page }: { page: Page }) {
  const { tree } = resolve(page.doc.editor.scenario.value);
  const why = tableRefusal(tree);
  const tables = dhTables(page);
  const [said, say] = useState<EditMessage>(NOTHING);
  const paste = (text: string): void => {
    const { unit } = page.doc.editor.scenario.peek();
    const read = pastedTable(text, why === null ? tables.of(tree) : exampleTable, unit);
    const faults = read.ok ? editTable(page, 'Paste a table', read.value) : [];
    page.doc.editor.closeStep();
    if (!read.ok) say({ bad: true, lines: read.faults.map(remarkText) });
    else if (faults.length > 0)
      say({ bad: true, lines: faults.map(({ path, reason }) => `${path}: ${reason}`) });
    else say({ bad: false, lines: read.remarks.map(remarkText) });
  };
  const pasted = (event: TargetedClipboardEvent<HTMLDivElement>): void => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!/[\n\t]/.test(text.trim())) return; // The text of a single cell.
    event.preventDefault();
    paste(text);
  };
  return (
    <div class={css.dh} onPaste={pasted}>
      {why === null ? (
        <Table key={tree.joints.length} page={page} table={tables.of(tree)} say={say} />
      ) : (
        <NoTable page={page} why={why} />
      )}
      <Paste read={paste} />
      {said.lines.length > 0 && <SaidLines {...said} />}
      {why === null && <DhConvention convention={tables.of(tree).convention} />}
    </div>
  );
}

interface EditMessage {
  readonly bad: boolean;
  readonly lines: readonly string[];
}
const NOTHING: EditMessage = { bad: false, lines: [] };
const MOST_LINES = 6;

function SaidLines({ bad, lines }: EditMessage) {
  return (
    <ul class={bad ? 'said fault' : 'said'} role={bad ? 'alert' : 'status'}>
      {lines.slice(0, MOST_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > MOST_LINES && <li>{lines.length - MOST_LINES} more</li>}
    </ul>
  );
}

/** Replaces the mechanism only on request. */
function NoTable({ page, why }: { page: Page; why: string }) {
  const begin = (): void => {
    editTable(page, 'Create table', exampleTable);
    page.doc.editor.closeStep();
  };
  return (
    <section>
      <p>This mechanism has no DH table: {why}.</p>
      <button type="button" class="button primary" onClick={begin}>
        Create a table with three joints
      </button>
    </section>
  );
}

interface TableProps {
  readonly page: Page;
  readonly table: ChainTable;
  readonly say: (said: EditMessage) => void;
}

function Table({ page, table, say }: TableProps) {
  const { editor } = page.doc;
  const { unit } = editor.scenario.value;
  const [lit, light] = useState(-1);
  useRowsInScene(page, table, lit);
  const [refused, refuse] = useState<ReadonlyMap<string, Refused>>(new Map());
  const [, again] = useState(0);
  const edited = useRef(false); // Whether the current field was edited since it got the focus.
  const { angles } = dhTables(page);
  const accept = (key: string): void => {
    if (refused.has(key)) refuse(new Map([...refused].filter(([each]) => each !== key)));
  };
  const change = (what: string, next: ChainTable, merge?: string): void => {
    const faults = editTable(page, what, next, merge);
    if (!merge) {
      editor.closeStep();
      refuse(new Map());
    }
    const lines = faults.map(({ path, reason }) => `${path}: ${reason}`);
    say({ bad: lines.length > 0, lines });
  };
  const type = (at: number, cell: CellName, text: string): void => {
    const row = table.rows[at];
    if (!row) return;
    const key = keyOf(at, cell);
    const value = readTyped(text, cell, row, angles.value, unit);
    if (typeof value !== 'number') {
      refuse(new Map([...refused, [key, { ...value, text }]]));
      return;
    }
    accept(key);
    edited.current = true;
    const typed = { text, unit: angles.value };
    change(
      `${SYMBOLS[cell]} of row ${at + 1}`,
      setCell(table, at, cell, value, typed),
      `dh ${key}`,
    );
  };
  const done = (): void => {
    edited.current = false;
    editor.closeStep();
  };
  const back = (at: number, cell: CellName): void => {
    accept(keyOf(at, cell));
    if (edited.current) editor.undo();
    edited.current = false;
  };
  return (
    <>
      <Choices
        page={page}
        table={table}
        turn={(convention) => {
          dhTables(page).showAs(
            resolve(editor.scenario.peek()).tree,
            setConvention(table, convention),
          );
          refuse(new Map());
          again((count) => count + 1);
        }}
      />
      <table>
        <Heads lengths={unit} unit={angles.value} />
        <tbody>
          {table.rows.map((_, at) => (
            <DhRow
              key={at}
              page={page}
              table={table}
              at={at}
              angles={angles.value}
              lit={at === lit}
              refused={refused}
              type={(cell, text) => type(at, cell, text)}
              done={done}
              restore={(cell) => back(at, cell)}
              light={() => light(at)}
              change={change}
            />
          ))}
        </tbody>
      </table>
      <button
        type="button"
        class="add"
        onClick={() => change('Add a row', addRow(table, table.rows.length))}
      >
        <Icon name="plus" />
        Add a row
      </button>
    </>
  );
}

interface ChoicesProps {
  readonly page: Page;
  readonly table: ChainTable;
  readonly turn: (convention: ChainTable['convention']) => void;
}

function Choices({ page, table, turn }: ChoicesProps) {
  const { angles } = dhTables(page);
  return (
    <div class={css.choices}>
      <Segments
        name="Convention"
        value={table.convention}
        options={[
          ['standard', 'Standard'],
          ['modified', 'Modified'],
        ]}
        choose={turn}
      />
      <Segments<AngleUnit>
        name="Angles"
        value={angles.value}
        options={[
          ['degrees', 'Degrees'],
          ['radians', 'Radians'],
        ]}
        choose={(unit) => {
          angles.value = unit;
        }}
      />
    </div>
  );
}

function Heads({ lengths, unit }: { lengths: LengthUnit; unit: AngleUnit }) {
  const length = lengths === 'none' ? '' : unitName(lengths);
  const angle = unit === 'degrees' ? '°' : 'rad';
  return (
    <thead>
      <tr>
        <th scope="col">row</th>
        {CELLS.map((cell) => (
          <th key={cell} scope="col">
            <var>{SYMBOLS[cell]}</var> {isLength(cell) ? length : angle}
          </th>
        ))}
        <th scope="col">current</th>
        <td />
      </tr>
    </thead>
  );
}

function Paste({ read }: { read: (text: string) => void }) {
  return (
    <label class={css.paste}>
      <Icon name="copy" />
      <textarea
        rows={3}
        aria-label="Paste a table"
        placeholder="Paste a table from a paper, spreadsheet or code, here or in any cell. Column headings are recognised, as are degrees, radians and pi/2."
        value=""
        onInput={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          read(value);
        }}
      />
    </label>
  );
}
