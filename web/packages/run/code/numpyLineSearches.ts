import { formatCodeNumber } from './codeText.ts';
import { type CodeParams, makeNumpyStepFunction, type NumpyStepWriter } from './numpyStep.ts';

/**
 * Writes a line search for the Wolfe conditions (Nocedal & Wright 2006, algorithms 3.5 and 3.6):
 * bracketing, then cubic interpolation.
 */
const wolfeText = (params: CodeParams): string => `def trial(q, d, a):
    """Returns a, half the squared error at q + a d, and its slope along d."""
    frames, tips = forward(q + a * d)
    e = error(tips)
    pull = jacobian(frames, tips).T @ e
    return a, 0.5 * GAIN**2 * (e @ e), -(GAIN**2) * (pull @ d)


def between(low, high):
    """Minimum of the cubic through two trials, kept away from both."""
    (a, f, slope), (b, g, other) = low, high
    with np.errstate(all="ignore"):
        d1 = slope + other - 3 * (g - f) / (b - a)
        d2 = np.copysign(np.sqrt(max(0.0, d1 * d1 - slope * other)), b - a)
        part = 1 - (other + d2 - d1) / (other - slope + 2 * d2)
    return a + (b - a) * (min(max(part, 0.1), 0.9) if np.isfinite(part) else 0.5)


def wolfe(q, d, slope, a):
    """Step length along d that satisfies the strong Wolfe conditions, first a; 0 if none is found."""
    if not slope < 0:
        return 0.0
    start = low = high = (0.0, trial(q, d, 0.0)[1], slope)
    bracketed = False
    for _ in range(40):
        now = trial(q, d, a)
        if now[1] <= start[1] + 1e-4 * a * slope and now[1] < low[1]:
            if now[2] * (high[0] - low[0] if bracketed else 1) >= 0:
                high, bracketed = low, True
            low = now
            if abs(now[2]) <= -${formatCodeNumber(Number(params.curvature))} * slope:
                break
        else:
            high, bracketed = now, True
        a = between(low, high) if bracketed else 3 * a
        if a in (low[0], high[0]):
            break
    return low[0]


`;

/** Writes the BFGS step, with an approximation of the inverse Hessian that every step updates. */
export const writeNumpyBfgs: NumpyStepWriter = (params, { locks, secondary, isStationary }) => {
  if (locks || secondary || !isStationary) return null;
  const made = makeNumpyStepFunction(
    'a H J^T e: BFGS estimates the inverse Hessian H from the changes of J^T e.',
    `    global H, before  # before: pose and J^T e of the last update, and whether it used H
    pull = J.T @ whole
    if before is not None and np.any(q != before[0]):
        s, y = q - before[0], before[1] - pull
        H = H if before[2] else None
        if np.linalg.norm(s) > 1e-10 and s @ y > 1e-12 * np.linalg.norm(s) * np.linalg.norm(y):
            H = (s @ y) / (y @ y) * np.eye(len(q)) if H is None else H
            t = H @ y
            more = (1 + (y @ t) / (s @ y)) * np.outer(s, s) - np.outer(t, s) - np.outer(s, t)
            H = H + more / (s @ y)
    a = 0.0
    if H is not None:
        d = GAIN * (H @ pull)
        if pull @ d > 1e-12 * np.linalg.norm(pull) * np.linalg.norm(d):
            a = wolfe(q, d, -(GAIN**2) * (pull @ d), 1.0)
    led = a != 0
    if not led:  # the transpose with its best alpha
        moved = J @ pull
        square = moved @ moved
        d = GAIN * ((pull @ pull) / square if square > 0 else 0.0) * pull
        a = wolfe(q, d, -(GAIN**2) * (pull @ d), 1.0)
    before = q, pull, led
    return a * d`,
    'J, q, whole',
  );
  return { ...made, text: `${wolfeText(params)}H, before = None, None\n\n\n${made.text}` };
};

/** Writes the conjugate gradient step of Polak & Ribiere, with beta of at least 0. */
export const writeNumpyConjugateGradient: NumpyStepWriter = (
  params,
  { locks, secondary, isStationary },
) => {
  if (locks || secondary || !isStationary) return null;
  const made = makeNumpyStepFunction(
    'a d with d = J^T e + beta (previous d); Polak and Ribiere, beta at least 0.',
    `    global before  # pose, J^T e and direction of the last update
    pull, beta, old = J.T @ whole, 0.0, np.zeros(len(q))
    if before is not None and np.any(q != before[0]) and before[1] @ before[1] > 0:
        s = q - before[0]
        old = s * (np.linalg.norm(before[2]) / np.linalg.norm(s))  # limits may have changed it
        beta = max(0.0, -(pull @ (before[1] - pull)) / (before[1] @ before[1]))
    for share in (beta, 0.0):
        d, a = pull + share * old, 0.0
        moved, down = J @ d, pull @ d
        if down > 1e-12 * np.linalg.norm(pull) * np.linalg.norm(d) and moved @ moved > 0:
            a = wolfe(q, d, -(GAIN**2) * down, GAIN * down / (moved @ moved))
        if a != 0:
            break
    before = q, pull, d
    return a * d`,
    'J, q, whole',
  );
  return { ...made, text: `${wolfeText(params)}before = None\n\n\n${made.text}` };
};
