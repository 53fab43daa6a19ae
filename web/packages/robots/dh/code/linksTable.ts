/** Reads the links of the Robotics Toolbox into a table. */
import { type Frame, quote } from 'iklab/scenario';
import type { ColumnKind } from '../dhHeader.ts';
import type { CodeCell, RawRow } from '../dhLines.ts';
import type { DhConvention } from '../dhTable.ts';
import { BY_POSITION, FLAG, isLink, LINKS } from './codeCalls.ts';
import { cellOf, textOf } from './codeCells.ts';
import { poseOf } from './codePoses.ts';
import {
  type CallValue,
  flatItems,
  type ListValue,
  listValue,
  missingIn,
  rowsOf,
  unknownValue,
  type Value,
} from './codeValues.ts';
import { COLUMNS, type CodeTable, type TableDraft } from './tableDraft.ts';

/** Properties of links that do not affect the kinematics. */
const DYNAMIC = /^(m|r|I|Jm|G|B|Tc|name|sym|mesh|geometry|nofriction|is sym|dyn)$/;
const KINEMATIC =
  /^(a|alpha|d|theta|offset|qlim|flip|sigma|mdh|jointtype|type|convention|is (revolute|prismatic|fixed|standard|modified|flip))$/;

export function linksTable(draft: TableDraft, list: ListValue, robot: CallValue | null): CodeTable {
  draft.reportBroken();
  const items = flatItems(list);
  const missing = missingIn(list);
  if (missing) draft.incomplete(missing, list.line, 'links');
  const rows = items.flatMap((item, i): RawRow[] => {
    if (isLink(item)) return [linkRow(draft, item, i, robot)];
    const line = 'line' in item && item.line > 0 ? item.line : list.line;
    draft.faults.push({
      line,
      element: `row ${i + 1}`,
      reason: `${textOf(item)} is not a link; expected one such as RevoluteDH(a=0.3)`,
    });
    return [];
  });
  const kinds = new Set(items.filter(isLink).map((link) => conventionOf(link)));
  if (kinds.size > 1)
    draft.faults.push({
      line: list.line,
      element: 'links',
      reason: 'standard and modified links are mixed; expected one convention',
    });
  const [first] = items.filter(isLink);
  const flagged =
    robot && (robot.fields.has(`${FLAG}modified`) || textIn(robot, 'convention') === 'modified');
  const name = flagged ? 'modified' : first ? conventionOf(first) : 'standard';
  const reason = flagged ? `argument ${quote('modified')} of ${robot.name}` : reasonOf(first, name);
  return draft.table(COLUMNS, rows, {
    convention: { name, reason },
    base: poseIn(draft, robot, 'base'),
    tool: poseIn(draft, robot, 'tool'),
  });
}

function poseIn(draft: TableDraft, robot: CallValue | null, name: 'base' | 'tool'): Frame | null {
  const value = robot?.fields.get(name);
  if (!robot || !value || value.kind === 'none') return null;
  const frame = poseOf(value);
  if (!frame && !(value.kind === 'number' && value.variable === name))
    draft.leftOut.push({
      line: robot.line,
      element: name,
      reason: `${textOf(value)} cannot be read as a pose; the ${name} is left out`,
    });
  return frame;
}

function linkRow(draft: TableDraft, link: CallValue, i: number, robot: CallValue | null): RawRow {
  const element = `row ${i + 1}`;
  const { line } = link;
  const given = positional(link);
  for (const [key, value] of link.fields) {
    if (KINEMATIC.test(key)) given.set(key, value);
    else if (!DYNAMIC.test(key))
      draft.faults.push({
        line,
        element,
        reason:
          key === BY_POSITION
            ? `the order of the arguments of ${link.name} is not known; name them: a, alpha, d, theta`
            : `${quote(key.replace(FLAG, ''))} is not a known argument of ${link.name}; expected a, alpha, d, theta, offset, qlim or flip`,
      });
  }
  const type = typeOfLink(link, given);
  const moved = type === 'prismatic' ? 'd' : 'theta';
  const ignored = given.get(moved);
  if (
    type !== 'fixed' &&
    ignored?.kind === 'number' &&
    ignored.variable === null &&
    ignored.constant !== 0
  )
    draft.leftOut.push({
      line,
      element: `${element}, ${moved}`,
      reason: `a ${type} ${link.name} takes it from the joint value; use offset`,
    });
  // A robot sets the values of its links.
  const offsets = robot?.fields.get('offset');
  const offset = (offsets ? flatItems(offsets)[i] : undefined) ?? given.get('offset');
  const limits = robotLimits(draft, robot, i) ?? given.get('qlim');
  const values = new Map<ColumnKind, CodeCell>();
  for (const key of ['a', 'alpha', 'd', 'theta'] as const) {
    const value = given.get(key);
    if (value && (key !== moved || type === 'fixed')) values.set(key, cellOf(value, key, true));
  }
  if (offset && offset.kind !== 'none') values.set('offset', cellOf(offset, 'offset', true));
  if (limits && limits.kind !== 'none') draft.limits(limits, values, line, element);
  values.set('type', { text: type, value: null });
  return {
    line,
    cells: COLUMNS.map(() => ''),
    values,
    reversed: isTrue(given.get('flip')) || given.has(`${FLAG}flip`),
  };
}

/** Limits of a joint in those of the robot: a row in MATLAB, in Python also a column. */
function robotLimits(draft: TableDraft, robot: CallValue | null, i: number): Value | undefined {
  const all = robot?.fields.get('qlim');
  const rows = all ? rowsOf(all) : null;
  const links = robot?.fields.get(LINKS);
  const count = links ? flatItems(links).length : 0;
  if (!rows || draft.language !== 'python' || rows.length !== 2) return rows?.[i];
  const isColumns = rows.every(({ items }) => items.length === count);
  // A square may be either.
  if (isColumns && count === 2) return unknownValue('qlim', rows[0]?.line ?? 0);
  return isColumns
    ? listValue(
        rows.flatMap(({ items }) => items[i] ?? []),
        true,
        0,
      )
    : rows[i];
}

const isTrue = (value: Value | undefined): boolean =>
  (value?.kind === 'number' && value.constant !== 0) || value?.kind === 'text';

const textIn = (call: CallValue, key: string): string | null => {
  const value = call.fields.get(key);
  return value?.kind === 'text' ? value.text : null;
};

function conventionOf(link: CallValue): DhConvention {
  const { fields, name } = link;
  const said = textIn(link, 'convention');
  if (said === 'modified' || fields.has(`${FLAG}modified`) || isTrue(fields.get('mdh')))
    return 'modified';
  return name.endsWith('MDH') ? 'modified' : 'standard';
}

function reasonOf(link: CallValue | undefined, name: DhConvention): string {
  if (!link) return 'default';
  if (/DH$/.test(link.name)) return `class ${link.name}`;
  if (link.fields.has('mdh')) return 'argument mdh';
  if (name === 'modified' || link.fields.has(`${FLAG}standard`)) return `argument ${quote(name)}`;
  return `default of ${link.name}`;
}

/** Arguments by place, as the toolbox orders them. */
function positional({ name, args }: CallValue): Map<string, Value> {
  const given = new Map<string, Value>();
  const [row] = args;
  const old = name === 'link'; // Before release 9.
  const vector = old
    ? ['alpha', 'a', 'theta', 'd', 'sigma']
    : ['theta', 'd', 'a', 'alpha', 'sigma', 'offset'];
  const order =
    row?.kind === 'list'
      ? vector
      : /^Prismatic/.test(name)
        ? ['theta', ...REST]
        : /^Revolute/.test(name)
          ? ['d', ...REST]
          : ['d', 'alpha', 'theta', 'a', 'sigma', 'mdh', 'offset', 'flip', 'qlim'];
  const values = row?.kind === 'list' ? flatItems(row) : args;
  if (values.length <= order.length)
    values.forEach((value, i) => {
      given.set(order[i] as string, value);
    });
  return given;
}
const REST = ['a', 'alpha', 'offset', 'qlim', 'flip'];

function typeOfLink(
  link: CallValue,
  given: ReadonlyMap<string, Value>,
): 'revolute' | 'prismatic' | 'fixed' {
  if (/^Prismatic/.test(link.name)) return 'prismatic';
  if (/^Revolute/.test(link.name)) return 'revolute';
  const said = textIn(link, 'type') ?? textIn(link, 'jointtype') ?? '';
  for (const type of ['revolute', 'prismatic', 'fixed'] as const)
    if (
      link.fields.has(FLAG + type) ||
      said === type ||
      (said !== '' && said === type[0]?.toUpperCase())
    )
      return type;
  const sigma = given.get('sigma');
  if (sigma) return isTrue(sigma) ? 'prismatic' : 'revolute';
  // A constant θ without d leaves d to the joint.
  const list = link.args[0]?.kind === 'list';
  return link.name === 'Link' && !list && link.fields.has('theta') && !link.fields.has('d')
    ? 'prismatic'
    : 'revolute';
}
