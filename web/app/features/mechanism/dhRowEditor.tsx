import { degreesNotation, fixedDecimalsText, positionNotation } from '@iklab/core/format';
import { resolveScenario } from '@iklab/core/scenario';
import { clamp, wrapAngle } from '@iklab/core/scenario/numbers';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import {
  DH_CELL_NAMES,
  type DhAngleUnit,
  type DhCellFault,
  type DhCellName,
  type EditableDhRow,
  type EditableDhTable,
  formatDhCell,
  insertDhRow,
  moveDhRow,
  removeDhRow,
  setDhRowType,
} from '@iklab/robots/dh';
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './mechanism.module.css';

export const DH_CELL_SYMBOLS: Readonly<Record<DhCellName, string>> = {
  a: 'a',
  alpha: 'α',
  d: 'd',
  theta: 'θ',
};

export interface RefusedDhCell extends DhCellFault {
  readonly text: string;
}

export interface DhRowProps {
  readonly page: Page;
  readonly table: EditableDhTable;
  readonly index: number;
  readonly angles: DhAngleUnit;
  readonly lit: boolean;
  readonly refused: ReadonlyMap<string, RefusedDhCell>;
  type(cell: DhCellName, text: string): void;
  /** Called when a field loses the focus or its text is applied. */
  onDone(): void;
  restore(cell: DhCellName): void;
  light(): void;
  change(label: string, table: EditableDhTable): void;
}

export const dhCellKey = (index: number, cell: DhCellName): string => `${index} ${cell}`;

const SHORT = 5; // Digits of a cell without the focus.

export function DhRowEditor(props: DhRowProps) {
  const { page, table, index, angles, lit, refused } = props;
  const row = table.rows[index] as EditableDhRow;
  const id = useUniqueId();
  const faultId = (cell: DhCellName): string => `${id}-${cell}`;
  const wrong = DH_CELL_NAMES.filter((cell) => refused.has(dhCellKey(index, cell)));
  return (
    <>
      <tr class={lit ? css.lit : undefined}>
        <th scope="row">{index + 1}</th>
        {DH_CELL_NAMES.map((cell) => (
          <td key={cell}>
            <Cell {...props} cell={cell} row={row} faultId={faultId(cell)} />
          </td>
        ))}
        <td class={css.now}>
          <CurrentValue page={page} row={row} number={index + 1} />
        </td>
        <td>
          <Menu name={`Row ${index + 1}`} class="iconb s" items={menuItems(props)}>
            <Icon name="menu" />
          </Menu>
        </td>
      </tr>
      {wrong.map((cell) => (
        <FaultRow
          key={cell}
          id={faultId(cell)}
          index={index}
          cell={cell}
          fault={refused.get(dhCellKey(index, cell)) as RefusedDhCell}
          stays={formatDhCell(row, cell, angles, SHORT)}
        />
      ))}
    </>
  );
}

interface FaultProps {
  readonly id: string;
  readonly index: number;
  readonly cell: DhCellName;
  readonly fault: RefusedDhCell;
  readonly stays: string;
}

function FaultRow({ id, index, cell, fault, stays }: FaultProps) {
  return (
    <tr class={css.dhFault}>
      <td>
        <Icon name="alert" />
      </td>
      <td colSpan={6}>
        <p id={id} role="alert">
          <b>
            Row {index + 1}, {DH_CELL_SYMBOLS[cell]}: {fault.problem}.
          </b>{' '}
          {fault.allowed} Until then, the scene keeps {stays}.
        </p>
      </td>
    </tr>
  );
}

interface CellProps extends DhRowProps {
  readonly cell: DhCellName;
  readonly row: EditableDhRow;
  readonly faultId: string;
}

function Cell(props: CellProps) {
  const { cell, index, row, angles, refused } = props;
  const [focused, take] = useState(false);
  const fault = refused.get(dhCellKey(index, cell));
  const keys = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      props.onDone();
      focusRow(event.currentTarget, step);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      props.restore(cell);
    }
  };
  return (
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      aria-label={`${DH_CELL_SYMBOLS[cell]} of row ${index + 1}`}
      aria-invalid={fault !== undefined}
      aria-describedby={fault && props.faultId}
      value={fault?.text ?? formatDhCell(row, cell, angles, focused ? undefined : SHORT)}
      onFocus={() => {
        take(true);
        props.light();
      }}
      onInput={({ currentTarget: { value } }) => props.type(cell, value)}
      onBlur={() => {
        take(false);
        props.onDone();
      }}
      onKeyDown={keys}
    />
  );
}

function focusRow(from: HTMLInputElement, step: number): void {
  const column = [...(from.closest('tbody')?.querySelectorAll('input') ?? [])].filter(
    (_, i, all) => (i - all.indexOf(from)) % DH_CELL_NAMES.length === 0,
  );
  const next = column[column.indexOf(from) + step];
  next?.focus();
  next?.select();
}

function CurrentValue({ page, row, number }: { page: Page; row: EditableDhRow; number: number }) {
  const { joint, type, reversed } = row;
  const entry = page.timeline.value?.shownEntry ?? 0;
  const scene = resolveScenario(page.doc.editor.scenario.value);
  const index = scene.tree.joints
    .filter(isIndependentJoint)
    .findIndex(({ id }) => id === joint?.id);
  if (type === 'fixed' || index < 0) return <span class="faint">fixed</span>;
  const { history } = page;
  const panel = Math.max(0, page.viewState.visible.value.indexOf(true));
  const pose =
    history && history.length > 0
      ? history.angles(clamp(entry, history.first, history.last), panel)
      : [];
  const q = pose[index] ?? scene.start[index] ?? 0;
  const slides = type === 'prismatic';
  const value = (slides ? row.d : row.theta) + (reversed ? -q : q);
  const { unit } = scene.scenario;
  const text = slides
    ? positionNotation(unit).textWithUnit(value)
    : `${fixedDecimalsText(degreesNotation.toShown(roundWrapped(value)), 1).replace('-', '−')}°`;
  return (
    <span title={joint?.id}>
      {slides ? 'd' : 'θ'}
      <sub>{number}</sub> <b>{text}</b>
    </span>
  );
}

const roundWrapped = (angle: number): number => Number(wrapAngle(angle).toFixed(3));

const TYPES = [
  ['revolute', 'Revolute: θ moves'],
  ['prismatic', 'Prismatic: d moves'],
  ['fixed', 'Fixed: nothing moves'],
] as const;

function menuItems({ table, index, change }: DhRowProps): MenuItem[] {
  const { length } = table.rows;
  const row = index + 1;
  const { type } = table.rows[index] as EditableDhRow;
  const otherTypes = TYPES.filter(([id]) => id !== type);
  return [
    ...otherTypes.map(([id, label]) => ({
      label,
      act: () => change(`Kind of row ${row}`, setDhRowType(table, index, id)),
    })),
    { label: 'Insert a row above', act: () => change('Insert a row', insertDhRow(table, index)) },
    { label: 'Insert a row below', act: () => change('Insert a row', insertDhRow(table, row)) },
    {
      label: 'Move up',
      disabled: index === 0,
      act: () => change(`Move row ${row}`, moveDhRow(table, index, -1)),
    },
    {
      label: 'Move down',
      disabled: row === length,
      act: () => change(`Move row ${row}`, moveDhRow(table, index, 1)),
    },
    {
      label: 'Remove',
      disabled: length === 1,
      act: () => change(`Remove row ${row}`, removeDhRow(table, index)),
    },
  ];
}
