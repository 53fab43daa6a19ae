import { lengthUnitName } from '@iklab/core/format';
import { type LengthUnit, resolveScenario } from '@iklab/core/scenario';
import { formatRemark } from '@iklab/robots';
import {
  DH_CELL_NAMES,
  type DhAngleUnit,
  type DhCellName,
  type EditableDhTable,
  exampleDhTable,
  explainUnsupportedDhTree,
  insertDhRow,
  isLengthCell,
  parsePastedDhTable,
  parseTypedDhCell,
  setDhCell,
  setDhConvention,
} from '@iklab/robots/dh';
import type { TargetedClipboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { DhConventionHelp } from './dhConventionHelp.tsx';
import { DH_CELL_SYMBOLS, DhRowEditor, dhCellKey, type RefusedDhCell } from './dhRowEditor.tsx';
import { dhTableState, writeDhTable } from './dhTableState.ts';
import css from './mechanism.module.css';
import { useDhRowDisplay } from './useEditedPart.ts';

export function DhEditor({ page }: { page: Page }) {
  const { tree } = resolveScenario(page.doc.editor.scenario.value);
  const why = explainUnsupportedDhTree(tree);
  const tables = dhTableState(page);
  const [message, setMessage] = useState<EditMessage>(NO_MESSAGE);
  const paste = (text: string): void => {
    const { unit } = page.doc.editor.scenario.peek();
    const read = parsePastedDhTable(text, why === null ? tables.get(tree) : exampleDhTable, unit);
    const faults = read.ok ? writeDhTable(page, 'Paste a table', read.value) : [];
    page.doc.editor.closeStep();
    if (!read.ok) setMessage({ bad: true, lines: read.faults.map(formatRemark) });
    else if (faults.length > 0)
      setMessage({ bad: true, lines: faults.map(({ path, reason }) => `${path}: ${reason}`) });
    else setMessage({ bad: false, lines: read.remarks.map(formatRemark) });
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
        <Table
          key={tree.joints.length}
          page={page}
          table={tables.get(tree)}
          setMessage={setMessage}
        />
      ) : (
        <NoTable page={page} why={why} />
      )}
      <Paste read={paste} />
      {message.lines.length > 0 && <MessageLines {...message} />}
      {why === null && <DhConventionHelp convention={tables.get(tree).convention} />}
    </div>
  );
}

interface EditMessage {
  readonly bad: boolean;
  readonly lines: readonly string[];
}
const NO_MESSAGE: EditMessage = { bad: false, lines: [] };
const MOST_LINES = 6;

function MessageLines({ bad, lines }: EditMessage) {
  return (
    <ul class={bad ? 'said fault' : 'said'} role={bad ? 'alert' : 'status'}>
      {lines.slice(0, MOST_LINES).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > MOST_LINES && <li>{lines.length - MOST_LINES} more</li>}
    </ul>
  );
}

function NoTable({ page, why }: { page: Page; why: string }) {
  const begin = (): void => {
    writeDhTable(page, 'Create table', exampleDhTable);
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
  readonly table: EditableDhTable;
  readonly setMessage: (message: EditMessage) => void;
}

function Table({ page, table, setMessage }: TableProps) {
  const { editor } = page.doc;
  const { unit } = editor.scenario.value;
  const [lit, light] = useState(-1);
  useDhRowDisplay(page, table, lit);
  const [refused, refuse] = useState<ReadonlyMap<string, RefusedDhCell>>(new Map());
  const [, rerender] = useState(0);
  const edited = useRef(false); // Whether the current field was edited since it got the focus.
  const { angles } = dhTableState(page);
  const accept = (key: string): void => {
    if (refused.has(key)) refuse(new Map([...refused].filter(([each]) => each !== key)));
  };
  const change = (label: string, next: EditableDhTable, merge?: string): void => {
    const faults = writeDhTable(page, label, next, merge);
    if (!merge) {
      editor.closeStep();
      refuse(new Map());
    }
    const lines = faults.map(({ path, reason }) => `${path}: ${reason}`);
    setMessage({ bad: lines.length > 0, lines });
  };
  const type = (index: number, cell: DhCellName, text: string): void => {
    const row = table.rows[index];
    if (!row) return;
    const key = dhCellKey(index, cell);
    const value = parseTypedDhCell(text, cell, row, angles.value, unit);
    if (typeof value !== 'number') {
      refuse(new Map([...refused, [key, { ...value, text }]]));
      return;
    }
    accept(key);
    edited.current = true;
    const input = { text, unit: angles.value };
    change(
      `${DH_CELL_SYMBOLS[cell]} of row ${index + 1}`,
      setDhCell(table, index, cell, value, input),
      `dh ${key}`,
    );
  };
  const finishEdit = (): void => {
    edited.current = false;
    editor.closeStep();
  };
  const back = (index: number, cell: DhCellName): void => {
    accept(dhCellKey(index, cell));
    if (edited.current) editor.undo();
    edited.current = false;
  };
  return (
    <>
      <TableOptions
        page={page}
        table={table}
        onConvention={(convention) => {
          dhTableState(page).showAs(
            resolveScenario(editor.scenario.peek()).tree,
            setDhConvention(table, convention),
          );
          refuse(new Map());
          rerender((count) => count + 1);
        }}
      />
      <table>
        <TableHead lengths={unit} unit={angles.value} />
        <tbody>
          {table.rows.map((_, index) => (
            <DhRowEditor
              key={index}
              page={page}
              table={table}
              index={index}
              angles={angles.value}
              lit={index === lit}
              refused={refused}
              type={(cell, text) => type(index, cell, text)}
              onDone={finishEdit}
              restore={(cell) => back(index, cell)}
              light={() => light(index)}
              change={change}
            />
          ))}
        </tbody>
      </table>
      <button
        type="button"
        class="add"
        onClick={() => change('Add a row', insertDhRow(table, table.rows.length))}
      >
        <Icon name="plus" />
        Add a row
      </button>
    </>
  );
}

interface ChoicesProps {
  readonly page: Page;
  readonly table: EditableDhTable;
  readonly onConvention: (convention: EditableDhTable['convention']) => void;
}

function TableOptions({ page, table, onConvention }: ChoicesProps) {
  const { angles } = dhTableState(page);
  return (
    <div class={css.choices}>
      <SegmentedControl
        name="Convention"
        value={table.convention}
        options={[
          ['standard', 'Standard'],
          ['modified', 'Modified'],
        ]}
        choose={onConvention}
      />
      <SegmentedControl<DhAngleUnit>
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

function TableHead({ lengths, unit }: { lengths: LengthUnit; unit: DhAngleUnit }) {
  const length = lengths === 'none' ? '' : lengthUnitName(lengths);
  const angle = unit === 'degrees' ? '°' : 'rad';
  return (
    <thead>
      <tr>
        <th scope="col">row</th>
        {DH_CELL_NAMES.map((cell) => (
          <th key={cell} scope="col">
            <var>{DH_CELL_SYMBOLS[cell]}</var> {isLengthCell(cell) ? length : angle}
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
