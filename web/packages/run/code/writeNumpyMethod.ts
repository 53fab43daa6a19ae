/**
 * Writes the step of each method as a function in NumPy, as short as its equation. Methods without
 * a function in this file have no NumPy code. Names: J (m x n), e (m), q (n), `whole`: the error
 * without target clamp and gain.
 */
import { methodRow } from '@iklab/core/scenario/methods';
import type { CodeRun } from './codeRun.ts';
import { formatCodeNumber } from './codeText.ts';
import { hasOrientationGoal } from './mechanismParts.ts';
import {
  writeNumpyIdls,
  writeNumpyPriorityStep,
  writeNumpyQuadraticProgram,
  writeNumpyWeightedNorm,
} from './numpyConstrained.ts';
import { writeNumpyBfgs, writeNumpyConjugateGradient } from './numpyLineSearches.ts';
import {
  writeNumpyCyclicDescent,
  writeNumpyGaussNewton,
  writeNumpyHalley,
  writeNumpyLevenbergMarquardt,
} from './numpySearches.ts';
import {
  type CodeParams,
  makeNumpyStepFunction,
  NUMPY_NOISE_EXPRESSION,
  NUMPY_SVD_LINE,
  type NumpyMethodCode,
  type NumpyMethodContext,
  type NumpyStepWriter,
  writeParamNumber,
} from './numpyStep.ts';

const filtered = (name: string): string => `    return Vt.T @ (${name} * (U.T @ e))`;

const transpose: NumpyStepWriter = (params) =>
  makeNumpyStepFunction(
    'alpha J^T e',
    params.alpha === 0
      ? `    pull = J.T @ e
    moved = J @ pull
    square = moved @ moved
    return pull * (e @ moved / square if square > 0 else 0)`
      : `    return ${writeParamNumber(params, 'alpha')} * (J.T @ e)`,
  );

const pseudoinverse: NumpyStepWriter = (params) => {
  if (params.solve !== 'svd') return null;
  const halving = `    outside = np.linalg.norm(e - U[:, kept] @ (U[:, kept].T @ e))
    for _ in range(30):
        if outside <= ${writeParamNumber(params, 'halvingTolerance')}:
            break
        outside, e = outside / 2, e / 2
`;
  return makeNumpyStepFunction(
    'The sum of (u_i^T e / sigma_i) v_i over the singular values above rounding.',
    `    ${NUMPY_SVD_LINE}
    kept = s > ${NUMPY_NOISE_EXPRESSION}
${params.residualHalving ? halving : ''}    return Vt[kept].T @ (U[:, kept].T @ e / s[kept])`,
  );
};

const truncated: NumpyStepWriter = (params) =>
  makeNumpyStepFunction(
    'The sum of (u_i^T e / sigma_i) v_i over the singular values above the cutoff.',
    `    ${NUMPY_SVD_LINE}
    cutoff = ${writeParamNumber(params, 'cutoff')}${params.cutoffIs === 'relative' ? ' * s[0]' : ''}
    kept = s > max(cutoff, ${NUMPY_NOISE_EXPRESSION})
    return Vt[kept].T @ (U[:, kept].T @ e / s[kept])`,
  );

function lambdaSquared(params: CodeParams, rank: number): string | null {
  const most = writeParamNumber(params, 'lambdaMax');
  const smallest = `s[${rank - 1}]`;
  switch (params.damping) {
    case 'constant':
      return `    square = ${writeParamNumber(params, 'lambda')} ** 2  # lambda^2`;
    case 'error':
      return `    square = 0.5 * ${writeParamNumber(params, 'errorGain')} * (whole @ whole) + ${writeParamNumber(params, 'errorBias')}  # lambda^2`;
    case 'smallest-singular-value':
      return `    share = min(1, ${smallest} / ${writeParamNumber(params, 'region')})
    square = (1 - share**2) * ${most} ** 2  # lambda^2`;
    case 'manipulability':
      return `    share = min(1, np.prod(s[:${rank}]) / ${writeParamNumber(params, 'manipulabilityBound')})
    square = (${most} * (1 - share)) ** 2  # lambda^2`;
    case 'bounded-condition':
      return `    bound = ${writeParamNumber(params, 'conditionBound')} ** 2
    square = max(0, (s[0] ** 2 - bound * ${smallest} ** 2) / (bound - 1))  # lambda^2`;
    case 'bounded-step':
      return `    # the smallest lambda^2 for which the length of the step is at most ${writeParamNumber(params, 'stepBound')}
    kept, a = s > ${NUMPY_NOISE_EXPRESSION}, U.T @ e
    length = lambda mu: np.linalg.norm((s * a / (s**2 + mu))[kept])
    square, high = 0.0, np.linalg.norm((s * a)[kept]) / ${writeParamNumber(params, 'stepBound')}
    if length(0) > ${writeParamNumber(params, 'stepBound')}:
        for _ in range(100):
            middle = 0.5 * (square + high)
            square, high = (middle, high) if length(middle) > ${writeParamNumber(params, 'stepBound')} else (square, middle)`;
    default:
      return null;
  }
}

const dls: NumpyStepWriter = (params, { rank, wide }) => {
  const chosen = lambdaSquared(params, rank);
  if (chosen === null) return null;
  if (params.damping === 'constant' && params.lambda !== 0)
    return wide
      ? makeNumpyStepFunction(
          'J^T (J J^T + lambda^2 I)^-1 e',
          `    damped = J @ J.T + ${writeParamNumber(params, 'lambda')} ** 2 * np.eye(len(e))
    return J.T @ np.linalg.solve(damped, e)`,
        )
      : makeNumpyStepFunction(
          '(J^T J + lambda^2 I)^-1 J^T e',
          `    damped = J.T @ J + ${writeParamNumber(params, 'lambda')} ** 2 * np.eye(J.shape[1])
    return np.linalg.solve(damped, J.T @ e)`,
        );
  return makeNumpyStepFunction(
    'The sum of sigma_i / (sigma_i^2 + lambda^2) (u_i^T e) v_i.',
    `    ${NUMPY_SVD_LINE}
${chosen}
    if square == 0:
        kept = s > ${NUMPY_NOISE_EXPRESSION}
        return Vt[kept].T @ (U[:, kept].T @ e / s[kept])
${filtered('s / (s**2 + square)')}`,
    params.damping === 'error' ? 'J, e, whole' : 'J, e',
  );
};

const filteredMethod: NumpyStepWriter = (params, { rank }) => {
  const region = Number(params.region);
  const share =
    region === 0
      ? '1'
      : `max(0, 1 - (s[${rank - 1}] / ${writeParamNumber(params, 'region')}) ** 2)`;
  return makeNumpyStepFunction(
    'All directions are damped by lambda, that of the smallest singular value also by beta.',
    `    ${NUMPY_SVD_LINE}
    share = ${share}
    square = np.full(len(s), share * ${writeParamNumber(params, 'lambda')} ** 2)
    square[${rank - 1}] += share * ${writeParamNumber(params, 'beta')} ** 2
    kept = (square > 0) | (s > ${NUMPY_NOISE_EXPRESSION})
    return Vt[kept].T @ ((s * (U.T @ e))[kept] / (s**2 + square)[kept])`,
  );
};

const sdls: NumpyStepWriter = (params) => {
  const bound = writeParamNumber(params, 'gammaMax');
  const soft = params.clampForm === 'soft';
  const clamped = (name: string, most: string) =>
    soft
      ? `np.where(TURNS, ${most} / (${most} + largest), 1) * ${name}`
      : `np.where(TURNS, min(1, ${most} / max(largest, ${most})), 1) * ${name}`;
  const relative = params.cutoffIs === 'relative' ? ' * s[0]' : '';
  return makeNumpyStepFunction(
    'Each singular direction separately, clamped by how far it moves the tips: gamma_i = gamma_max min(1, N_i / M_i).',
    `    ${NUMPY_SVD_LINE}
    length = lambda x: np.linalg.norm(x.reshape(-1, 3, *x.shape[1:]), axis=1).sum(axis=0)
    moved = length(J)  # distance of the tips per unit of each joint
    rank = np.sum(s > max(1e-10${relative}, ${NUMPY_NOISE_EXPRESSION}))
    dq, first = np.zeros(J.shape[1]), 0
    while first < rank:
        last = first + 1
        while last < rank and s[last - 1] - s[last] <= 1e-9 * s[0]:
            last += 1
        # for equal singular values, the direction along e in their subspace
        a = U[:, first:last].T @ e
        alpha, sigma = np.linalg.norm(a), s[first]
        if alpha > 0:
            u, v = U[:, first:last] @ a / alpha, Vt[first:last].T @ a / alpha
            reach, cost = length(u), np.abs(v) @ moved / sigma
            gamma = ${bound} * min(1, reach / cost) if cost > 0 else ${bound}
            phi = alpha / sigma * v
            largest = np.max(np.abs(phi) * TURNS)
            dq += ${clamped('phi', 'gamma')}
        first = last
    largest = np.max(np.abs(dq) * TURNS)
    return ${soft ? `dq if largest <= ${bound} else ${clamped('dq', bound)}` : clamped('dq', bound)}`,
  );
};

const stageParams = (params: CodeParams, stage: string): CodeParams =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, item]) =>
      key.startsWith(`${stage}.`) ? [[key.slice(stage.length + 1), item]] : [],
    ),
  );

const twoStage: NumpyStepWriter = (params, setting) => {
  const { orientations, clamped, locks, secondary, stageStep, catalogue } = setting;
  if (locks || (stageStep && secondary)) return null;
  const stages = ['first', 'second'].map((name) => {
    const id = String(params[name]);
    const made = WRITERS[id]?.(stageParams(params, name), { ...setting, stageStep: false });
    const most = methodRow(catalogue, id)?.maxStep;
    if (!made) return null;
    const call = `${name}(${made.args})`;
    const limited = stageStep && typeof most === 'number';
    return {
      text: made.text.replace('def step(', `def ${name}(`),
      call: limited ? `limited(${call}, ${formatCodeNumber(most)}, TURNS)` : call,
    };
  });
  const [first, second] = stages;
  if (!first || !second) return null;
  const rows = orientations.map((_, i) =>
    orientations.slice(0, i).reduce((sum, orientation) => sum + (orientation ? 6 : 3), 0),
  );
  const unclamped = clamped && params.clampFirstOnly === true;
  const made = makeNumpyStepFunction(
    'The first method while the targets are far, then the second.',
    `    distance = sum(np.linalg.norm(whole[row : row + 3]) for row in [${rows.join(', ')}])
    if distance > ${formatCodeNumber(Number(params.switchAt) * orientations.length)}:
        return ${first.call}
${unclamped ? '    e = GAIN * whole  # not clamped\n' : ''}    return ${second.call}`,
    'J, e, q, whole',
  );
  return { ...made, text: `${first.text}\n\n\n${second.text}\n\n\n${made.text}` };
};

const WRITERS: Readonly<Record<string, NumpyStepWriter>> = {
  transpose,
  pseudoinverse,
  truncated,
  dls,
  filtered: filteredMethod,
  sdls,
  'weighted-least-norm': writeNumpyWeightedNorm,
  idls: writeNumpyIdls,
  qp: writeNumpyQuadraticProgram,
  priority: writeNumpyPriorityStep,
  'gauss-newton': writeNumpyGaussNewton,
  'levenberg-marquardt': writeNumpyLevenbergMarquardt,
  halley: writeNumpyHalley,
  bfgs: writeNumpyBfgs,
  'conjugate-gradient': writeNumpyConjugateGradient,
  ccd: writeNumpyCyclicDescent,
  'two-stage': twoStage,
};

function makeSetting(run: CodeRun): NumpyMethodContext {
  const { scene, panel, workingRank, catalogue } = run;
  const { targets, limitPolicy } = scene.scenario;
  let rows = 0;
  const orientations = targets.map((target) => {
    const row = rows + 3;
    rows += hasOrientationGoal(target) ? 6 : 3;
    return hasOrientationGoal(target) ? { row, weight: target.orientationWeight } : null;
  });
  return {
    rank: workingRank,
    wide: rows <= scene.start.length,
    limited: limitPolicy !== 'ignore',
    locks: limitPolicy === 'lock',
    screws: scene.tree.joints.some(({ type }) => type === 'screw'),
    clamped: panel.targetClamp.mode !== 'off',
    secondary: panel.secondary !== null,
    maxTurn: typeof panel.maxStep === 'number' ? panel.maxStep : null,
    maxSlide: panel.maxSlide,
    isStationary: run.isStationary,
    orientations,
    stageStep: panel.maxStep === 'stage',
    catalogue,
  };
}

/** Writes the step of a run's method in NumPy; null if it has no NumPy code. */
export const writeNumpyMethod = (run: CodeRun): NumpyMethodCode | null =>
  WRITERS[run.panel.id]?.(run.panel.params, makeSetting(run)) ?? null;
