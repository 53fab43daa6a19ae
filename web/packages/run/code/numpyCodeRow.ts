import type { CodeExportRow } from './codeExportRow.ts';
import * as cannot from './codeRefusals.ts';
import { type CodeRun, runsUntilConverged } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatCodeNumber,
  formatCodeNumbers,
  writeCodeComment,
} from './codeText.ts';
import { hasOrientationGoal, listIndependentJoints } from './mechanismParts.ts';
import { writeNumpyMethod } from './writeNumpyMethod.ts';
import { writeNumpyScene } from './writeNumpyScene.ts';

const KINEMATICS = `def rotation(axis, angle):
    """Rotation matrix about a unit axis (Rodrigues)."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def turned(rpy):
    """Roll, pitch and yaw about fixed axes, as in URDF."""
    return rotation([0, 0, 1], rpy[2]) @ rotation([0, 1, 0], rpy[1]) @ rotation([1, 0, 0], rpy[0])


def forward(q):
    """Rotation, origin and axis of each joint; rotation and origin of each tip."""
    frames = []
    for parent, column, turns, slides, xyz, rpy, axis in JOINTS:
        R, p = frames[parent][:2] if parent >= 0 else (np.eye(3), np.zeros(3))
        value = q[column] if column >= 0 else 0.0
        p, R = p + R @ xyz, R @ turned(rpy)
        frames.append((R @ rotation(axis, turns * value), p + R @ axis * (slides * value), R @ axis))
    tips = []
    for joint, xyz, rpy, *_ in GOALS:
        R, p, _ = frames[joint]
        tips.append((R @ turned(rpy), p + R @ xyz))
    return frames, tips
`;

const AXES = '                _, origin, axis = frames[joint]';
const PARENT_FRAME_AXES = `                bone, axis = carried(joint)
                axis, origin = frames[bone][0] @ axis if bone >= 0 else axis, frames[joint][1]`;

const jacobianText = (axes: string): string => `def jacobian(frames, tips):
    """Rows of each target: 3 for its position, then 3 for its orientation if it has one."""
    rows = []
    for (joint, _, _, _, quaternion, weight), (_, tip) in zip(GOALS, tips):
        moves, turning = np.zeros((3, len(START))), np.zeros((3, len(START)))
        while joint >= 0:
            parent, column, turns, slides = JOINTS[joint][:4]
            if column >= 0:
${axes}
                moves[:, column] = turns * np.cross(axis, tip - origin) + slides * axis
                turning[:, column] = weight * turns * axis
            joint = parent
        rows += [moves] if quaternion is None else [moves, turning]
    return np.vstack(rows)
`;

const ERROR = `def error(tips):
    """Goal minus tip, for each target."""
    return np.concatenate([np.subtract(goal[3], tip) for goal, (_, tip) in zip(GOALS, tips)])
`;

const ORIENTED_ERROR = `def rotation_matrix(quaternion):
    x, y, z, w = quaternion
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * (w * K + K @ K)


def rotation_vector(R):
    """Axis times angle, which is at most pi."""
    s = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    sine, cosine = np.linalg.norm(s), 0.5 * (np.trace(R) - 1)
    if cosine > -0.9:
        return s * (np.arctan2(sine, cosine) / sine) if sine > 0 else s
    B = 0.5 * (R + R.T) - cosine * np.eye(3)  # (1 - cosine) n n^T, n the axis
    n = B[:, np.argmax(np.diag(B))]
    n = n / np.linalg.norm(n)
    side = n @ s if sine > 2e-12 else n[np.abs(n) > 1e-9][0]  # at 180 degrees both signs are right
    return n * np.copysign(np.arctan2(sine, cosine), side)


def error(tips):
    """Goal minus tip; for an orientation the rotation vector times its weight."""
    e = []
    for (_, _, _, position, quaternion, weight), (R, tip) in zip(GOALS, tips):
        e.append(np.subtract(position, tip))
        if quaternion is not None:
            e.append(weight * rotation_vector(rotation_matrix(quaternion) @ R.T))
    return np.concatenate(e)
`;

const MOVED = `def moved(goals, time):
    """Goals at a time in seconds: those of the start plus sines."""
    return [
        (*tip, position + amplitude * np.sin(2 * np.pi * time / period + phase), quaternion, weight)
        for (*tip, position, quaternion, weight), (amplitude, period, phase) in zip(goals, SINES)
    ]
`;

const LIMITED = `def limited(dq, most, these):
    """Scales the step so that none of these joints moves by more than most."""
    largest = np.max(np.abs(dq) * these)
    return dq * (most / largest) if largest > most else dq
`;

function targetRows(run: CodeRun): readonly { row: number; isOriented: boolean }[] {
  let row = 0;
  return run.scene.scenario.targets.map((target) => {
    const entry = { row, isOriented: hasOrientationGoal(target) };
    row += entry.isOriented ? 6 : 3;
    return entry;
  });
}

function clampText(run: CodeRun): string {
  const { mode, distance, angle } = run.panel.targetClamp;
  if (mode === 'off') return '';
  const lines = targetRows(run).flatMap(({ row, isOriented }, i) => {
    const most = mode === 'adaptive' ? `allowed[${i}]` : formatCodeNumber(distance);
    const weight = run.scene.scenario.targets[i]?.orientationWeight ?? 1;
    const rotationClamp = `(slice(${row + 3}, ${row + 6}), ${formatCodeNumber(weight)} * ${formatCodeNumber(angle)})`;
    return [`(slice(${row}, ${row + 3}), ${most})`, ...(isOriented ? [rotationClamp] : [])];
  });
  return `    for part, most in [${lines.join(', ')}]:
        length = np.linalg.norm(e[part])
        if length > most:
            e[part] *= most / length
`;
}

function adaptText(run: CodeRun): string {
  const { mode, distance, rule } = run.panel.targetClamp;
  if (mode !== 'adaptive') return '';
  const parts = targetRows(run).map(({ row }, i) => {
    const before = rule === 'published' ? i : row;
    return `(slice(${before}, ${before + 3}), slice(${row}, ${row + 3}))`;
  });
  const closer = rule === 'paper' ? 'before - now' : 'now - before';
  return `    after = error(forward(q)[1])
    for i, (there, here) in enumerate([${parts.join(', ')}]):
        before, now = np.linalg.norm(whole[there]), np.linalg.norm(after[here])
        allowed[i] = ${formatCodeNumber(distance)} + max(0.0, ${closer})
`;
}

function limitText({ panel }: CodeRun, indent: string): string {
  const rotationLimit =
    typeof panel.maxStep === 'number'
      ? `${indent}dq = limited(dq, ${formatCodeNumber(panel.maxStep)}, TURNS)\n`
      : '';
  const slide =
    panel.maxSlide !== null
      ? `${indent}dq = limited(dq, ${formatCodeNumber(panel.maxSlide)}, 1 - TURNS)\n`
      : '';
  return rotationLimit + slide;
}

function secondaryText(run: CodeRun, indent: string): string {
  const { secondary } = run.panel;
  if (!secondary) return '';
  const rest = formatCodeNumbers(listIndependentJoints(run).map((joint) => joint.rest));
  const gradient =
    secondary.kind === 'rest'
      ? `q - np.array(${rest})`
      : 'np.where(UPPER > LOWER, (q - 0.5 * (LOWER + UPPER)) / (UPPER - LOWER) ** 2, 0)';
  return `${indent}phi = -${formatCodeNumber(secondary.gain)} * (${gradient})
${indent}_, s, Vt = np.linalg.svd(J, full_matrices=False)
${indent}V = Vt[s > 1e-9 * s[0]]
${indent}dq = dq + phi - V.T @ (V @ phi)
`;
}

const lockingText = (run: CodeRun, args: string): string => `    locked = {}
    while True:
        dq = step(${args})
${limitText(run, '        ')}        there = q + dq
        over = (there > UPPER + 1e-12) | (there < LOWER - 1e-12)
        new = [c for c in np.flatnonzero(over) if c not in locked]
        if not new:
            break
        for c in new:  # lock it at its limit, and solve again for the others
            locked[c] = UPPER[c] if there[c] > UPPER[c] else LOWER[c]
            e = e - J[:, c] * (locked[c] - q[c])
            J[:, c] = 0
    q = np.clip(q + dq, LOWER, UPPER)
    for c, limit in locked.items():
        q[c] = limit
`;

const WRAPPED = `def wrapped(q):
    """Moves an angle within its limits by full turns if possible; clamps all else."""
    over = np.where(q > UPPER, np.ceil((q - UPPER) / (2 * np.pi)), 0)
    under = np.where(q < LOWER, np.ceil((LOWER - q) / (2 * np.pi)), 0)
    back = q - 2 * np.pi * (over - under)
    return np.where(ANGLES & (back >= LOWER) & (back <= UPPER), back, np.clip(q, LOWER, UPPER))
`;

const NEXT_POSES = {
  ignore: 'q + dq',
  clamp: 'np.clip(q + dq, LOWER, UPPER)',
  wrap: 'wrapped(q + dq)',
  lock: '',
};

const stepText = (run: CodeRun, args: string): string => `    dq = step(${args})
${secondaryText(run, '    ')}${limitText(run, '    ')}    q = ${
  NEXT_POSES[run.scene.scenario.limitPolicy]
}
`;

function frameTime({ scene }: CodeRun): string {
  const { updatesPerFrame, timeStep } = scene.scenario.run;
  const frame = updatesPerFrame === 1 ? 'update' : `update // ${updatesPerFrame}`;
  return `(${frame} + 1) * ${formatCodeNumber(timeStep)}`;
}

function writeNumpy(run: CodeRun, licence: string): string {
  const method = writeNumpyMethod(run);
  if (!method) throw new Error('plain NumPy code is not available for this method');
  const { panel, scene, updates } = run;
  const { limitPolicy, targets } = scene.scenario;
  const limits = limitText(run, '') !== '' || method.text.includes('limited(');
  const text = `${method.text}${secondaryText(run, '')}`;
  const uses = {
    turns: limits || text.includes('TURNS'),
    gain: text.includes('GAIN'),
    limits: limitPolicy !== 'ignore' || text.includes('UPPER'),
    angles: limitPolicy === 'wrap',
    comfort: text.includes('WEIGHT'),
    blocks: text.includes('BLOCKS'),
  };
  const adaptive = panel.targetClamp.mode === 'adaptive';
  const source = codeLicenceText(run, licence);
  const parts = [
    KINEMATICS,
    jacobianText(method.parentFrame ? PARENT_FRAME_AXES : AXES),
    cannot.runHasOrientationGoals(run) ? ORIENTED_ERROR : ERROR,
    ...(run.isStationary ? [] : [MOVED]),
    ...(limits ? [LIMITED] : []),
    ...(limitPolicy === 'wrap' ? [WRAPPED] : []),
    `${method.text}\n`,
  ];
  return `${writeCodeComment('#', codeHeaderComment(run))}
${source && `${writeCodeComment('#', source)}\n`}import numpy as np

${writeNumpyScene(run, uses)}


${parts.join('\n\n')}

q = START
${run.isStationary ? '' : 'BASE = GOALS\n'}${adaptive ? `allowed = [np.inf] * ${targets.length}\n` : ''}for update in range(${updates.length}):
${run.isStationary ? '' : `    GOALS = moved(BASE, ${frameTime(run)})\n`}    frames, tips = forward(q)
    whole, J = error(tips), jacobian(frames, tips)
    e = whole.copy()
${clampText(run)}${panel.gain !== 1 ? `    e *= ${uses.gain ? 'GAIN' : formatCodeNumber(panel.gain)}\n` : ''}${
  limitPolicy === 'lock' ? lockingText(run, method.args) : stepText(run, method.args)
}${adaptText(run)}    print(q.tolist())
${writeCodeComment('#', codeRunEndText(run))}
`;
}

const noMethod: cannot.CodeRefusal = (run) =>
  writeNumpyMethod(run)
    ? null
    : 'Plain NumPy code is not available for this method with these settings.';

const noSecondary: cannot.CodeRefusal = ({ panel, scene }) =>
  panel.secondary &&
  (!['rest', 'limit-middle'].includes(panel.secondary.kind) ||
    scene.scenario.limitPolicy === 'lock')
    ? 'It has a secondary goal, which this code does not support.'
    : null;

const coupledJoints: cannot.CodeRefusal = ({ scene }) =>
  scene.tree.joints.some(({ mimic }) => mimic)
    ? 'Some of its joints follow others, which this code does not support.'
    : null;

const slidingScrew: cannot.CodeRefusal = ({ panel, scene }) =>
  panel.maxSlide !== null && scene.tree.joints.some(({ type }) => type === 'screw')
    ? 'It limits the slide of a screw, which this code does not support.'
    : null;

const waiting: cannot.CodeRefusal = ({ isStationary, scene, updates }) => {
  const { updatesPerFrame, timeStep } = scene.scenario.run;
  const expectedTime = (k: number): number => (Math.floor(k / updatesPerFrame) + 1) * timeStep;
  return isStationary ||
    updates.every(({ time }, k) => Math.abs(time - expectedTime(k)) < timeStep / 2)
    ? null
    : 'Its targets move while it waits within its tolerances, which this code does not support.';
};

const brokenDown: cannot.CodeRefusal = ({ stop }) =>
  stop === 'breakdown' ? 'Its method breaks down, which this code does not support.' : null;

export const numpyCodeRow: CodeExportRow = {
  id: 'numpy',
  name: 'Python, plain',
  needs: 'NumPy alone',
  file: 'plain.py',
  does: (run) =>
    `Makes ${runsUntilConverged(run.scene) ? 'the' : 'the first'} ${run.updates.length} updates of the run from its start by the formula itself, and prints the joints after each.`,
  refusal: cannot.combineCodeRefusals(
    noMethod,
    cannot.refuseConvergingMovingTargets,
    cannot.refusePathMotion,
    waiting,
    cannot.refuseFreeAxes,
    cannot.refuseRandomRestarts,
    cannot.refuseUnfinishedRun,
    cannot.refuseRoundingSensitiveRun,
    noSecondary,
    coupledJoints,
    slidingScrew,
    brokenDown,
  ),
  write: writeNumpy,
  extraFiles: [],
};
