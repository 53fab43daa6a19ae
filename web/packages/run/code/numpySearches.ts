import { formatCodeNumber } from './codeText.ts';
import {
  type CodeParams,
  makeNumpyStepFunction,
  NUMPY_NOISE_EXPRESSION,
  NUMPY_SVD_LINE,
  type NumpyMethodContext,
  type NumpyStepWriter,
  writeParamNumber,
} from './numpyStep.ts';

const OBJECTIVE = `def half(q):
    """The objective: half the squared error."""
    e = GAIN * error(forward(q)[1])
    return 0.5 * (e @ e)


`;

/**
 * Writes the Gauss-Newton step in NumPy: the full step, or the first shorter one that reduces the
 * error enough.
 */
export const writeNumpyGaussNewton: NumpyStepWriter = (params, { locks }) => {
  const fullStep = `    ${NUMPY_SVD_LINE}
    kept = s > ${NUMPY_NOISE_EXPRESSION}
    dq = Vt[kept].T @ (U[:, kept].T @ e / s[kept])`;
  if (params.lineSearch !== true)
    return makeNumpyStepFunction('J^+ e', `${fullStep}\n    return dq`);
  if (locks) return null;
  const made = makeNumpyStepFunction(
    'J^+ e, shortened until the error falls enough (Armijo).',
    `${fullStep}
    before, slope, a = half(q), -GAIN * (J.T @ e) @ dq, 1.0
    for _ in range(40 if slope < 0 else 0):
        after = half(q + a * dq)
        if after < before and after <= before + 1e-4 * a * slope:
            return a * dq
        vertex = -slope * a**2 / (2 * (after - before - a * slope))
        a = min(max(vertex, 0.1 * a), 0.5 * a)
    return 0 * dq`,
    'J, e, q',
  );
  return { ...made, text: OBJECTIVE + made.text };
};

function firstSquare(params: CodeParams): string {
  const energy = '0.5 * (whole @ whole)';
  if (params.damping === 'nielsen') return `${writeParamNumber(params, 'tau')} * largest`;
  if (params.damping === 'chan') return `${writeParamNumber(params, 'errorGain')} * ${energy}`;
  if (params.damping === 'sugihara') return `${energy} + ${writeParamNumber(params, 'errorBias')}`;
  return `${writeParamNumber(params, 'lambda')} ** 2`;
}

const NIELSEN = `
                moved = J @ dq
                foretold = GAIN * (e @ moved - 0.5 * GAIN * (moved @ moved))
                miss = 2 * ((before - after) / foretold if foretold > 0 else 1) - 1
                learnt = max(square * max(1 / 3, 1 - miss**3), 1e-12 * largest)`;

/** Writes the Levenberg-Marquardt step, which raises lambda^2 until the error falls. */
export const writeNumpyLevenbergMarquardt: NumpyStepWriter = (params, { locks, wide }) => {
  const nielsen = params.damping === 'nielsen';
  const remembers = nielsen || params.damping === 'levenberg';
  if (locks || (!remembers && params.checked !== true)) return null;
  const plain = '\n                learnt = max(square / 10, 1e-12 * largest)';
  const lesson = nielsen ? NIELSEN : remembers ? plain : '';
  const first = firstSquare(params);
  const solved = wide
    ? 'J.T @ np.linalg.solve(J @ J.T + square * np.eye(len(e)), e)'
    : 'np.linalg.solve(J.T @ J + square * np.eye(len(q)), J.T @ e)';
  const made = makeNumpyStepFunction(
    '(J^T J + lambda^2 I)^-1 J^T e, lambda^2 raised until the error falls.',
    `${remembers ? '    global learnt  # lambda^2 of the next first trial\n' : ''}    largest = np.max(np.sum(J**2, axis=0))
    before, raised = half(q), ${nielsen ? 2 : 10}
    square = ${remembers ? `${first} if learnt is None else learnt` : first}
    for _ in range(10):
        if square > 0:
            dq = ${solved}
            after = half(q + dq)
            if after < before:${lesson}
                return dq
        square, raised = max(square, 1e-12 * largest) * raised, 2 * raised
    return np.zeros(len(q))`,
    ['chan', 'sugihara'].includes(String(params.damping)) ? 'J, e, q, whole' : 'J, e, q',
  );
  return { ...made, text: `${OBJECTIVE}${remembers ? 'learnt = None\n\n\n' : ''}${made.text}` };
};

const JACOBIAN_CHANGE = `def bent(frames, tips, dq):
    """How the Jacobian changes along dq."""
    spins, rows = [], []  # of every joint's frame: how fast it turns, and its origin and axis move
    for (parent, column, turns, slides, *_), (_, origin, axis) in zip(JOINTS, frames):
        rate = dq[column] if column >= 0 else 0.0
        w, v = spins[parent][:2] if parent >= 0 else (np.zeros(3), np.zeros(3))
        v = v + np.cross(w, origin - frames[parent][1]) if parent >= 0 else v
        spins.append((w + turns * rate * axis, v + slides * rate * axis, np.cross(w, axis)))
    for (last, _, _, _, quaternion, weight), (_, tip) in zip(GOALS, tips):
        w, v, _ = spins[last]
        fast = v + np.cross(w, tip - frames[last][1])
        moves, turning, joint = np.zeros((3, len(dq))), np.zeros((3, len(dq))), last
        while joint >= 0:
            parent, column, turns, slides = JOINTS[joint][:4]
            if column >= 0:
                (_, origin, axis), (_, speed, tilt) = frames[joint], spins[joint]
                moves[:, column] = slides * tilt + turns * (
                    np.cross(tilt, tip - origin) + np.cross(axis, fast - speed)
                )
                turning[:, column] = weight * turns * tilt
            joint = parent
        rows += [moves] if quaternion is None else [moves, turning]
    return np.vstack(rows)


`;

/** Writes the step of Halley's method, which uses the Jacobian at half of the step. */
export const writeNumpyHalley: NumpyStepWriter = (params, { locks }) => {
  if (locks) return null;
  const square = `${writeParamNumber(params, 'lambda')} ** 2`;
  const solved =
    params.lambda === 0
      ? `    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    kept = s > np.finfo(float).eps * s[0] * max(A.shape)
    return Vt[kept].T @ (U[:, kept].T @ e / s[kept])`
      : `    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return Vt.T @ (s / (s**2 + ${square}) * (U.T @ e))`;
  const solve = `def solved(A, e):\n    """A^+ e"""\n${solved}\n\n\n`;
  if (params.form === 'newton') {
    const made = makeNumpyStepFunction('J^+ e', '    return solved(J, e)');
    return { ...made, text: solve + made.text };
  }
  const made = makeNumpyStepFunction(
    'A^+ e, A = J + (its change along J^+ e) / 2: the Jacobian half way there.',
    '    return solved(J + 0.5 * bent(frames, tips, solved(J, e)), e)',
    'J, e, frames, tips',
  );
  return { ...made, text: solve + JACOBIAN_CHANGE + made.text };
};

const TURN_MOMENTS = `
                a += 0.5 * weight**2 * (np.trace(off) - axis @ off @ axis)
                b += 0.5 * weight**2 * axis @ [off[1, 2] - off[2, 1], off[2, 0] - off[0, 2], off[0, 1] - off[1, 0]]
                noise += 8 * np.finfo(float).eps * weight**2`;

export const writeNumpyCyclicDescent: NumpyStepWriter = (
  params,
  { limited, screws, orientations }: NumpyMethodContext,
) => {
  if (screws) return null;
  const most = Number(params.maxTurn);
  const range = limited ? 'LOWER[c] - q[c], UPPER[c] - q[c]' : '-np.inf, np.inf';
  const bounded = `        if turns:
            low, high = max(low, -${formatCodeNumber(most)}), min(high, ${formatCodeNumber(most)})
`;
  // One weight per target if orientations are constrained; None for the others.
  const off = orientations.map((each) =>
    each === null
      ? 'None'
      : `turn(-GAIN / ${formatCodeNumber(each.weight)} * whole[${each.row}:${each.row + 3}])`,
  );
  const anyTurned = orientations.some((each) => each !== null);
  const rows = orientations.map((_, i) =>
    orientations.slice(0, i).reduce((sum, each) => sum + (each ? 6 : 3), 0),
  );
  const made = makeNumpyStepFunction(
    'From the last joint to the first, each moved to where it serves best, all others held.',
    `    dq, ends = np.zeros(len(q)), []
    for (joint, _, _, _, _, weight), (_, tip), row, off in zip(GOALS, tips, ${`[${rows.join(', ')}]`}, [${off.join(', ')}]):
        chain = set()
        while joint >= 0:
            chain.add(joint)
            joint = JOINTS[joint][0]
        ends.append([chain, tip, tip + GAIN * whole[row : row + 3], off, weight])
    for joint in reversed(range(len(JOINTS))):
        c, turns = JOINTS[joint][1:3]
        carried = [end for end in ends if joint in end[0]]
        if c < 0 or not carried:
            continue
        _, origin, axis = frames[joint]
        low, high = ${range}
${most > 0 ? bounded : ''}        if not turns:
            dq[c] = min(max(np.mean([axis @ (goal - tip) for _, tip, goal, _, _ in carried]), low), high)
            for end in carried:
                end[1] = end[1] + dq[c] * axis
            continue
        a = b = noise = 0.0
        for _, tip, goal, off, weight in carried:
            r, t, size = tip - origin, goal - origin, lambda x: np.sum(np.abs(x))
            a += r @ t - (axis @ r) * (axis @ t)
            b += axis @ np.cross(r, t)
            noise += (size(tip) + size(origin)) * size(t) + (size(goal) + size(origin)) * size(r)${
              anyTurned
                ? `
            if off is not None:${TURN_MOMENTS}`
                : ''
            }
        noise *= 4 * np.finfo(float).eps  # what rounding alone says turns no joint
        b = 0.0 if abs(b) <= noise else b
        a = 0.0 if b == 0 and abs(a) <= noise else a
        best = np.arctan2(b, a)
        inside = [x for x in (best, best - 2 * np.pi, best + 2 * np.pi) if low <= x <= high]
        dq[c] = inside[0] if inside else max((low, high), key=lambda x: np.cos(x - best))
        R = rotation(axis, dq[c])
        for end in carried:
            end[1] = origin + R @ (end[1] - origin)${
              anyTurned
                ? `
            end[3] = None if end[3] is None else R @ end[3]`
                : ''
            }
    return dq`,
    'q, frames, tips, whole',
  );
  const turnText = `def turn(v):
    """The rotation whose rotation vector is v."""
    angle = np.linalg.norm(v)
    return rotation(v / angle, angle) if angle > 0 else np.eye(3)


`;
  return { ...made, text: `${anyTurned ? turnText : ''}${made.text}` };
};
