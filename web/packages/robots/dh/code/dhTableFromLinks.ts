import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { RigidFrame } from '@iklab/core/scenario/numbers';
import type { DhConvention } from '../dhTable.ts';
import type { DhColumnKind } from '../parseDhHeader.ts';
import type { ComputedDhCell, RawDhRow } from '../splitDhTable.ts';
import {
  FLAG_FIELD_PREFIX,
  isLinkCall,
  ROBOT_LINKS_FIELD,
  UNORDERED_ARGUMENTS_FIELD,
} from './codeCalls.ts';
import { codeValueToPose } from './codePoses.ts';
import { CODE_TABLE_COLUMNS, type CodeDhTable, type CodeTableDraft } from './codeTableDraft.ts';
import {
  type CodeValue,
  findUnknownValue,
  flattenListItems,
  getListRows,
  type ListValue,
  makeListValue,
  makeUnknownValue,
  type UnevaluatedCallValue,
} from './codeValues.ts';
import { formatCodeValue, toDhCell } from './toDhCell.ts';

const DYNAMIC_FIELD = /^(m|r|I|Jm|G|B|Tc|name|sym|mesh|geometry|nofriction|is sym|dyn)$/;
const KINEMATIC_FIELD =
  /^(a|alpha|d|theta|offset|qlim|flip|sigma|mdh|jointtype|type|convention|is (revolute|prismatic|fixed|standard|modified|flip))$/;

export function dhTableFromLinks(
  draft: CodeTableDraft,
  list: ListValue,
  robot: UnevaluatedCallValue | null,
): CodeDhTable {
  draft.reportBroken();
  const items = flattenListItems(list);
  const missing = findUnknownValue(list);
  if (missing) draft.addIncomplete(missing, list.line, 'links');
  const rows = items.flatMap((item, i): RawDhRow[] => {
    if (isLinkCall(item)) return [readLinkRow(draft, item, i, robot)];
    const line = 'line' in item && item.line > 0 ? item.line : list.line;
    draft.faults.push({
      line,
      element: `row ${i + 1}`,
      reason: `${formatCodeValue(item)} is not a link; expected one such as RevoluteDH(a=0.3)`,
    });
    return [];
  });
  const kinds = new Set(items.filter(isLinkCall).map((link) => findConvention(link)));
  if (kinds.size > 1)
    draft.faults.push({
      line: list.line,
      element: 'links',
      reason: 'standard and modified links are mixed; expected one convention',
    });
  const [first] = items.filter(isLinkCall);
  const flagged =
    robot &&
    (robot.fields.has(`${FLAG_FIELD_PREFIX}modified`) ||
      getText(robot, 'convention') === 'modified');
  const name = flagged ? 'modified' : first ? findConvention(first) : 'standard';
  const reason = flagged
    ? `argument ${quoteInOneLine('modified')} of ${robot.name}`
    : explainConvention(first, name);
  return draft.makeTable(CODE_TABLE_COLUMNS, rows, {
    convention: { name, reason },
    base: readPose(draft, robot, 'base'),
    tool: readPose(draft, robot, 'tool'),
  });
}

function readPose(
  draft: CodeTableDraft,
  robot: UnevaluatedCallValue | null,
  name: 'base' | 'tool',
): RigidFrame | null {
  const value = robot?.fields.get(name);
  if (!robot || !value || value.kind === 'none') return null;
  const frame = codeValueToPose(value);
  if (!frame && !(value.kind === 'number' && value.variable === name))
    draft.leftOut.push({
      line: robot.line,
      element: name,
      reason: `${formatCodeValue(value)} cannot be read as a pose; the ${name} is left out`,
    });
  return frame;
}

function readLinkRow(
  draft: CodeTableDraft,
  link: UnevaluatedCallValue,
  i: number,
  robot: UnevaluatedCallValue | null,
): RawDhRow {
  const element = `row ${i + 1}`;
  const { line } = link;
  const argsByName = namePositionalArgs(link);
  for (const [key, value] of link.fields) {
    if (KINEMATIC_FIELD.test(key)) argsByName.set(key, value);
    else if (!DYNAMIC_FIELD.test(key))
      draft.faults.push({
        line,
        element,
        reason:
          key === UNORDERED_ARGUMENTS_FIELD
            ? `the order of the arguments of ${link.name} is not known; name them: a, alpha, d, theta`
            : `${quoteInOneLine(key.replace(FLAG_FIELD_PREFIX, ''))} is not a known argument of ${link.name}; expected a, alpha, d, theta, offset, qlim or flip`,
      });
  }
  const type = findLinkType(link, argsByName);
  const moved = type === 'prismatic' ? 'd' : 'theta';
  const ignored = argsByName.get(moved);
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
  const offset = (offsets ? flattenListItems(offsets)[i] : undefined) ?? argsByName.get('offset');
  const limits = findRobotLimits(draft, robot, i) ?? argsByName.get('qlim');
  const values = new Map<DhColumnKind, ComputedDhCell>();
  for (const key of ['a', 'alpha', 'd', 'theta'] as const) {
    const value = argsByName.get(key);
    if (value && (key !== moved || type === 'fixed')) values.set(key, toDhCell(value, key, true));
  }
  if (offset && offset.kind !== 'none') values.set('offset', toDhCell(offset, 'offset', true));
  if (limits && limits.kind !== 'none') draft.readLimits(limits, values, line, element);
  values.set('type', { text: type, value: null });
  return {
    line,
    cells: CODE_TABLE_COLUMNS.map(() => ''),
    values,
    reversed: isTrue(argsByName.get('flip')) || argsByName.has(`${FLAG_FIELD_PREFIX}flip`),
  };
}

function findRobotLimits(
  draft: CodeTableDraft,
  robot: UnevaluatedCallValue | null,
  i: number,
): CodeValue | undefined {
  const all = robot?.fields.get('qlim');
  const rows = all ? getListRows(all) : null;
  const links = robot?.fields.get(ROBOT_LINKS_FIELD);
  const count = links ? flattenListItems(links).length : 0;
  if (!rows || draft.language !== 'python' || rows.length !== 2) return rows?.[i];
  const isColumns = rows.every(({ items }) => items.length === count);
  // A square may be either.
  if (isColumns && count === 2) return makeUnknownValue('qlim', rows[0]?.line ?? 0);
  return isColumns
    ? makeListValue(
        rows.flatMap(({ items }) => items[i] ?? []),
        true,
        0,
      )
    : rows[i];
}

const isTrue = (value: CodeValue | undefined): boolean =>
  (value?.kind === 'number' && value.constant !== 0) || value?.kind === 'text';

const getText = (call: UnevaluatedCallValue, key: string): string | null => {
  const value = call.fields.get(key);
  return value?.kind === 'text' ? value.text : null;
};

function findConvention(link: UnevaluatedCallValue): DhConvention {
  const { fields, name } = link;
  const stated = getText(link, 'convention');
  if (
    stated === 'modified' ||
    fields.has(`${FLAG_FIELD_PREFIX}modified`) ||
    isTrue(fields.get('mdh'))
  )
    return 'modified';
  return name.endsWith('MDH') ? 'modified' : 'standard';
}

function explainConvention(link: UnevaluatedCallValue | undefined, name: DhConvention): string {
  if (!link) return 'default';
  if (/DH$/.test(link.name)) return `class ${link.name}`;
  if (link.fields.has('mdh')) return 'argument mdh';
  if (name === 'modified' || link.fields.has(`${FLAG_FIELD_PREFIX}standard`))
    return `argument ${quoteInOneLine(name)}`;
  return `default of ${link.name}`;
}

function namePositionalArgs({ name, args }: UnevaluatedCallValue): Map<string, CodeValue> {
  const argsByName = new Map<string, CodeValue>();
  const [row] = args;
  const old = name === 'link'; // Before release 9.
  const vector = old
    ? ['alpha', 'a', 'theta', 'd', 'sigma']
    : ['theta', 'd', 'a', 'alpha', 'sigma', 'offset'];
  const order =
    row?.kind === 'list'
      ? vector
      : /^Prismatic/.test(name)
        ? ['theta', ...REMAINING_ARGS]
        : /^Revolute/.test(name)
          ? ['d', ...REMAINING_ARGS]
          : ['d', 'alpha', 'theta', 'a', 'sigma', 'mdh', 'offset', 'flip', 'qlim'];
  const values = row?.kind === 'list' ? flattenListItems(row) : args;
  if (values.length <= order.length)
    values.forEach((value, i) => {
      argsByName.set(order[i] as string, value);
    });
  return argsByName;
}
const REMAINING_ARGS = ['a', 'alpha', 'offset', 'qlim', 'flip'];

function findLinkType(
  link: UnevaluatedCallValue,
  argsByName: ReadonlyMap<string, CodeValue>,
): 'revolute' | 'prismatic' | 'fixed' {
  if (/^Prismatic/.test(link.name)) return 'prismatic';
  if (/^Revolute/.test(link.name)) return 'revolute';
  const stated = getText(link, 'type') ?? getText(link, 'jointtype') ?? '';
  for (const type of ['revolute', 'prismatic', 'fixed'] as const)
    if (
      link.fields.has(FLAG_FIELD_PREFIX + type) ||
      stated === type ||
      (stated !== '' && stated === type[0]?.toUpperCase())
    )
      return type;
  const sigma = argsByName.get('sigma');
  if (sigma) return isTrue(sigma) ? 'prismatic' : 'revolute';
  // A constant θ without d leaves d to the joint.
  const list = link.args[0]?.kind === 'list';
  return link.name === 'Link' && !list && link.fields.has('theta') && !link.fields.has('d')
    ? 'prismatic'
    : 'revolute';
}
