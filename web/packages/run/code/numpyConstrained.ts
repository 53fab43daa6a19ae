import { formatCodeNumber } from './codeText.ts';
import {
  type CodeParams,
  makeNumpyStepFunction,
  NUMPY_NOISE_EXPRESSION,
  NUMPY_SVD_LINE,
  type NumpyMethodCode,
  type NumpyStepWriter,
  writeParamNumber,
} from './numpyStep.ts';

export const writeNumpyWeightedNorm: NumpyStepWriter = (params) => {
  const square = `${writeParamNumber(params, 'lambda')} ** 2`;
  if (params.lambda === 0) return null;
  return makeNumpyStepFunction(
    'W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e: W is large for joints that the plain step moves toward a limit.',
    `    damped = lambda A: A.T @ np.linalg.solve(A @ A.T + ${square} * np.eye(len(e)), e)
    dq, root = damped(J), np.ones(len(q))
    for c in range(len(q)):
        if (q[c] >= UPPER[c] and dq[c] > 0) or (q[c] <= LOWER[c] and dq[c] < 0):
            root[c] = 0
        elif LOWER[c] < q[c] < UPPER[c] and np.isfinite(UPPER[c] - LOWER[c]):
            share = (UPPER[c] - LOWER[c]) / ((UPPER[c] - q[c]) * (q[c] - LOWER[c]))
            slope = 0.25 * share**2 * (2 * q[c] - UPPER[c] - LOWER[c])
            if slope * dq[c] > 0:
                root[c] = np.sqrt(1 / (1 + abs(slope)))
    return root * damped(J * root)`,
    'J, e, q',
  );
};

const CARRIED = `def carried(joint):
    """The bone before the hinges at a joint's point, and the joint's axis in its frame with these at zero."""
    parent, _, turns, slides, xyz, rpy, axis = JOINTS[joint]
    axis = turned(rpy) @ axis
    while turns and not slides and not np.any(xyz) and parent >= 0:
        above = JOINTS[parent]
        if not above[2] or above[3]:
            break
        parent, _, turns, slides, xyz, rpy, _ = above
        axis = turned(rpy) @ axis
    return parent, axis


`;

/**
 * Writes the step of IDLS (improved damped least squares). Null if the damping is so small that the
 * step depends on how the least norm is computed.
 */
function idlsStep(params: CodeParams): NumpyMethodCode | null {
  if (params.c === 0 && params.weightTerm !== true)
    return makeNumpyStepFunction(
      'J^+ e: no joint is damped.',
      `    ${NUMPY_SVD_LINE}
    kept = s > ${NUMPY_NOISE_EXPRESSION}
    return Vt[kept].T @ (U[:, kept].T @ e / s[kept])`,
    );
  if (params.weightTerm !== true) return null;
  const centre = params.centre === 'comfort' ? 'COMFORT' : '0.5 * (LOWER + UPPER)';
  return makeNumpyStepFunction(
    'D^-2 J^T (J D^-2 J^T + I)^-1 e, D the damping of each joint, which grows toward its limits.',
    `    bounded = np.isfinite(UPPER - LOWER)
    with np.errstate(all="ignore"):
        away = np.where(bounded, 2 * (q - ${centre}) / (UPPER - LOWER), 0)
    damping = ${writeParamNumber(params, 'c')} * away ** ${writeParamNumber(params, 'p')} + 1 / WEIGHT
    inverse = np.where(UPPER == LOWER, 0, 1 / damping)
    A = J * inverse
    return inverse * (A.T @ np.linalg.solve(A @ A.T + np.eye(len(e)), e))`,
    'J, e, q',
  );
}

export const writeNumpyIdls: NumpyStepWriter = (params, { screws, secondary }) => {
  const made = idlsStep(params);
  if (!made || params.jacobian === 'true') return made;
  return screws || secondary ? null : { ...made, text: CARRIED + made.text, parentFrame: true };
};

/**
 * Writes the step of the quadratic program, solved exactly: joints are fixed at their bounds or
 * released one at a time (Murty 1974).
 */
export const writeNumpyQuadraticProgram: NumpyStepWriter = (params, setting) => {
  const { limited, locks, screws, secondary, maxTurn, maxSlide } = setting;
  if (locks || screws || secondary) return null;
  const lambda = writeParamNumber(params, 'lambda');
  const [rotationBound, slide] = [maxTurn, maxSlide].map((most) =>
    most === null ? 'np.inf' : formatCodeNumber(most),
  );
  const bounds = limited
    ? 'np.clip(LOWER - q, -reach, reach), np.clip(UPPER - q, -reach, reach)'
    : '-reach, reach';
  return makeNumpyStepFunction(
    'Minimizes |J dq - e|^2 + lambda^2 |dq|^2 within the limits and the step limit of each joint.',
    `    reach = np.where(TURNS, ${rotationBound}, ${slide})
    low, high = ${bounds}
    side = np.zeros(len(q), dtype=int)  # 1: at the upper bound, -1: at the lower bound
    for _ in range(1000):
        free, dq = side == 0, np.where(side > 0, high, low)
        damped = np.vstack([J[:, free], ${lambda} * np.eye(np.sum(free))])
        left = np.append(e - J[:, ~free] @ dq[~free], np.zeros(np.sum(free)))
        dq[free] = np.linalg.lstsq(damped, left, rcond=None)[0]
        pull = J.T @ (e - J @ dq) - ${lambda} ** 2 * dq
        size = np.linalg.norm(J, axis=0)
        noise = 1e-13 * (size * (np.linalg.norm(e) + np.abs(dq) @ size) + np.abs(${lambda} ** 2 * dq))
        there = np.where(dq > high, 1, np.where(dq < low, -1, 0))
        let_go = (side * pull < -noise) & (low < high)
        wrong = np.flatnonzero(np.where(free, there != 0, let_go))
        if len(wrong) == 0:
            break
        side[wrong[-1]] = there[wrong[-1]] if free[wrong[-1]] else 0
    return np.clip(dq, low, high)`,
    'J, e, q',
  );
};

export const writeNumpyPriorityStep: NumpyStepWriter = (params) => {
  const square = `${writeParamNumber(params, 'lambda')} ** 2`;
  if (params.lambda === 0) return null;
  return makeNumpyStepFunction(
    'Solves target after target, damped, each in the null space of those before it.',
    `    dq, free, rows = np.zeros(J.shape[1]), np.eye(J.shape[1]), np.zeros((0, J.shape[1]))
    for part in BLOCKS${params.lastFirst ? '[::-1]' : ''}:
        A = J[part] @ free
        left = e[part] - J[part] @ dq
        dq += A.T @ np.linalg.solve(A @ A.T + ${square} * np.eye(len(left)), left)
        rows = np.vstack([rows, J[part]])
        _, s, Vt = np.linalg.svd(rows, full_matrices=False)
        taken = Vt[s > 1e-9 * s[0]]
        free = np.eye(J.shape[1]) - taken.T @ taken
    return dq`,
  );
};
