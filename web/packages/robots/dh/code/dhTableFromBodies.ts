import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { RigidFrame } from '@iklab/core/scenario/numbers';
import type { DhColumnKind } from '../parseDhHeader.ts';
import type { ComputedDhCell, RawDhRow } from '../splitDhTable.ts';
import { collectBodyTreeJoints, type RigidBodyJoint, TREE_BODIES_FIELD } from './codeBodies.ts';
import { codeValueToPose } from './codePoses.ts';
import { CODE_TABLE_COLUMNS, type CodeDhTable, type CodeTableDraft } from './codeTableDraft.ts';
import {
  findUnknownValue,
  flattenListItems,
  toPlainNumber,
  type UnevaluatedCallValue,
} from './codeValues.ts';
import { formatCodeValue, toDhCell } from './toDhCell.ts';

export function dhTableFromBodies(draft: CodeTableDraft, tree: UnevaluatedCallValue): CodeDhTable {
  draft.requireDefaults(draft.run.scopes.get(tree) ?? 0);
  const bodies = tree.fields.get(TREE_BODIES_FIELD);
  const missing = findUnknownValue(bodies);
  if (missing) draft.addIncomplete(missing, tree.line, 'bodies');
  for (const { line } of draft.run.trees.slice(1, 4))
    draft.leftOut.push({
      line,
      element: 'robot',
      reason: `the file has several robots; the one of line ${tree.line} is read`,
    });
  const joints = collectBodyTreeJoints(tree);
  if ('reason' in joints) {
    draft.faults.push({ ...joints, element: 'bodies' });
    return draft.makeTable(CODE_TABLE_COLUMNS, []);
  }
  const [base, tool] = [
    getFixedPose(joints[0]),
    joints.length > 1 ? getFixedPose(joints.at(-1)) : null,
  ];
  const inner = joints.slice(base ? 1 : 0, tool ? -1 : undefined);
  const rows = inner.map((joint, i) => readBodyRow(draft, joint, i));
  const notations = new Set(inner.flatMap(({ notation }) => notation ?? []));
  if (notations.size > 1) {
    const reason = 'notations dh and mdh are mixed; expected one convention';
    draft.faults.push({ line: tree.line, element: 'bodies', reason });
  }
  const notation = notations.has('mdh') ? 'mdh' : 'dh';
  return draft.makeTable(CODE_TABLE_COLUMNS, rows, {
    ...{ base, tool },
    convention: {
      name: notation === 'mdh' ? 'modified' : 'standard',
      reason: `argument ${quoteInOneLine(notation)} of setFixedTransform`,
    },
  });
}

function readBodyRow(
  draft: CodeTableDraft,
  { type, line, transform, notation, limits, axis }: RigidBodyJoint,
  i: number,
): RawDhRow {
  const element = `row ${i + 1}`;
  const values = new Map<DhColumnKind, ComputedDhCell>([['type', { text: type, value: null }]]);
  const items =
    transform?.kind === 'list' && !findUnknownValue(transform) ? flattenListItems(transform) : [];
  const isRow = items.length === 4 && /^m?dh$/.test(notation ?? '');
  if (transform && !isRow) {
    const unknownReason =
      transform.kind === 'unknown' ? transform.reason : findUnknownValue(transform)?.reason;
    const got =
      notation === null
        ? formatCodeValue(transform)
        : `${formatCodeValue(transform)}, ${quoteInOneLine(notation)}`;
    const reason = `setFixedTransform must have [a alpha d theta] and "dh" or "mdh"; got ${got}`;
    draft.faults.push({ line, element, reason: unknownReason ?? reason });
  }
  const moved = type === 'prismatic' ? 'd' : 'theta';
  for (const [k, key] of (['a', 'alpha', 'd', 'theta'] as const).entries()) {
    const item = isRow ? items[k] : undefined;
    if (!item) continue;
    if (type === 'fixed' || key !== moved) values.set(key, toDhCell(item, key, true));
    else if (item.kind === 'number' && item.variable === null && item.constant !== 0)
      draft.leftOut.push({
        line,
        element: `${element}, ${key}`,
        reason: `setFixedTransform ignores it for a ${type} joint`,
      });
  }
  if (limits && type !== 'fixed') draft.readLimits(limits, values, line, element);
  const direction = axis ? flattenListItems(axis).map(toPlainNumber).join() : '0,0,1';
  if (type !== 'fixed' && !/^0,0,-?1$/.test(direction)) {
    const reason = `JointAxis must be [0 0 1] or [0 0 -1] in a table; got ${formatCodeValue(axis ?? undefined)}`;
    draft.faults.push({ line, element, reason });
  }
  return {
    ...{ line, cells: CODE_TABLE_COLUMNS.map(() => ''), values },
    reversed: type !== 'fixed' && direction === '0,0,-1',
  };
}

const getFixedPose = (joint: RigidBodyJoint | undefined): RigidFrame | null =>
  joint?.type === 'fixed' && joint.notation === null && joint.transform
    ? codeValueToPose(joint.transform)
    : null;
