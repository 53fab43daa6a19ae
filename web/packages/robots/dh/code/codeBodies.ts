/**
 * Evaluates `rigidBodyTree` and its bodies and joints in MATLAB's Robotics System Toolbox
 * (mathworks.com).
 */
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  type CodeValue,
  flattenListItems,
  type ListValue,
  makeListValue,
  makeNumberValue,
  makeUnknownValue,
  NONE_VALUE,
  toPlainNumber,
  type UnevaluatedCallValue,
  type UnknownValue,
} from './codeValues.ts';

export const TREE_BODIES_FIELD = 'Bodies';
export const FIXED_TRANSFORM_FIELD = 'fixed transform';
const NOTATION = 'notation';
const PARENT = 'Parent';
const TRANSFORM_LINE = 'line of setFixedTransform';
const IN_TREE = 'in tree';

const makeCallTest =
  (name: RegExp) =>
  (value: CodeValue | undefined): value is UnevaluatedCallValue =>
    value?.kind === 'call' && name.test(value.name);
export const isRigidBodyTree = makeCallTest(/^[rR]igidBodyTree$/);
/**
 * Returns an empty `rigidBodyTree`, which MATLAB may create without brackets; null for other names.
 */
export const makeRigidBodyTree = (name: string, line: number): UnevaluatedCallValue | null =>
  /^[rR]igidBodyTree$/.test(name)
    ? { kind: 'call', name, args: [], fields: new Map(), line, source: name }
    : null;
const isBody = makeCallTest(/^[rR]igidBody$/);
const isJoint = makeCallTest(/^(rigidBodyJoint|Joint)$/);

export function setBodyName(call: UnevaluatedCallValue): UnevaluatedCallValue {
  const [name] = call.args;
  if ((isBody(call) || isJoint(call)) && name) call.fields.set('Name', name);
  return call;
}

/**
 * Evaluates a call of `setFixedTransform(joint, [a alpha d theta], 'dh')`; returns false if its
 * first argument is no joint.
 */
export function evaluateSetFixedTransform(
  [joint, transform, notation]: readonly CodeValue[],
  line: number,
  doubt: UnknownValue | null,
): boolean {
  if (!isJoint(joint)) return false;
  const reason = 'the transform of a joint is set after addBody; expected before';
  const late = joint.fields.has(IN_TREE) ? makeUnknownValue('', line, reason) : null;
  joint.fields.set(FIXED_TRANSFORM_FIELD, doubt ?? late ?? transform ?? NONE_VALUE);
  joint.fields.set(TRANSFORM_LINE, makeNumberValue(line));
  joint.fields.set(NOTATION, notation ?? NONE_VALUE);
  return true;
}

/**
 * Evaluates a call of `addBody(tree, body, parent)` and returns the bodies of the tree; null if the
 * arguments are no tree and body.
 */
export function evaluateAddBody([tree, body, parent]: readonly CodeValue[]): ListValue | null {
  if (!isRigidBodyTree(tree) || !isBody(body)) return null;
  const bodies = tree.fields.get(TREE_BODIES_FIELD);
  const list = bodies?.kind === 'list' ? bodies : makeListValue([], false, tree.line);
  tree.fields.set(TREE_BODIES_FIELD, list);
  body.fields.set(PARENT, parent ?? NONE_VALUE);
  const joint = body.fields.get('Joint');
  if (isJoint(joint)) joint.fields.set(IN_TREE, NONE_VALUE);
  list.items.push(body);
  return list;
}

export interface RigidBodyJoint {
  readonly type: 'revolute' | 'prismatic' | 'fixed';
  readonly line: number;
  /** Fixed transform of the joint: [a, alpha, d, theta] or a pose; null if it is the identity. */
  readonly transform: CodeValue | null;
  readonly notation: string | null;
  readonly limits: CodeValue | null;
  readonly axis: CodeValue | null;
}

/**
 * Returns the joints of a `rigidBodyTree` from base to last body, or the reason why its bodies are
 * no chain.
 */
export function collectBodyTreeJoints(
  tree: UnevaluatedCallValue,
): readonly RigidBodyJoint[] | { line: number; reason: string } {
  const bodies = tree.fields.get(TREE_BODIES_FIELD);
  const all = bodies?.kind === 'list' ? bodies.items.filter(isBody) : [];
  const joints: RigidBodyJoint[] = [];
  for (const [i, body] of all.entries()) {
    const before = all[i - 1];
    const parent = body.fields.get(PARENT);
    if (before && !isSameName(parent, before.fields.get('Name'))) {
      const [name, expected] = [
        quoteName(body.fields.get('Name')),
        quoteName(before.fields.get('Name')),
      ];
      const reason = `the parent of ${name} is not ${expected}; expected a chain, in which each body is added to the one before`;
      return { line: body.line, reason };
    }
    const joint = body.fields.get('Joint');
    const made = isJoint(joint)
      ? readJoint(joint)
      : joint === undefined
        ? FIXED_JOINT
        : `the joint of ${quoteName(body.fields.get('Name'))} is not known`;
    if (typeof made === 'string') return { line: body.line, reason: made };
    joints.push({ ...made, line: made.line || body.line });
  }
  return joints;
}

const FIXED_JOINT: RigidBodyJoint = {
  ...{ type: 'fixed', line: 0, transform: null, notation: null, limits: null, axis: null },
};

function readJoint({ args, fields, line }: UnevaluatedCallValue): RigidBodyJoint | string {
  const type = joinText(args[1]) ?? (args.length < 2 ? 'fixed' : null);
  if (type !== 'revolute' && type !== 'prismatic' && type !== 'fixed')
    return `the type of a joint must be revolute, prismatic or fixed; got ${quoteInOneLine(type ?? 'none')}`;
  const transform = fields.get(FIXED_TRANSFORM_FIELD) ?? null;
  const transformLine = toPlainNumber(fields.get(TRANSFORM_LINE)) ?? line;
  const notation = joinText(fields.get(NOTATION));
  const [limits, axis] = ['PositionLimits', 'JointAxis'].map((key) => fields.get(key) ?? null);
  return {
    type,
    line: transformLine,
    transform,
    notation,
    limits: limits ?? null,
    axis: axis ?? null,
  };
}

function joinText(value: CodeValue | undefined): string | null {
  const parts = value ? flattenListItems(value) : [];
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.length > 0 && texts.length === parts.length ? texts.join('') : null;
}

const quoteName = (value: CodeValue | undefined): string =>
  quoteInOneLine(joinText(value) ?? 'a body');

function isSameName(a: CodeValue | undefined, b: CodeValue | undefined): boolean {
  const text = joinText(a);
  return a !== undefined && (a === b || (text !== null && text === joinText(b)));
}
