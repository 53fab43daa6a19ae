export interface GlossaryEntry {
  readonly title: string;
  readonly text: string;
}

const entry = (title: string, text: string): GlossaryEntry => ({ title, text });

export const GLOSSARY = {
  mechanism: entry(
    'Mechanism',
    'Changes the mechanism, its start pose and its targets, and keeps methods and settings. To replace everything, open a scene from the header.',
  ),
  // How a run proceeds.
  mode: entry(
    'Update mode',
    'Track: a fixed number of updates per frame while the targets move. Converge: the targets wait until every method has stopped. Hybrid: like track, but a method that has reached its targets skips the rest of the frame.',
  ),
  path: entry(
    'Path',
    'How the targets move: not at all unless you drag them, back and forth, along a circle or a figure eight, or along a path that you record by dragging.',
  ),
  speed: entry('Speed', 'Playback speed. Affects only the display, never the results.'),
  replay: entry(
    'Replay hash',
    'A hash of all joint values of the run. Runs with the same hash are identical bit for bit.',
  ),
  updates: entry(
    'Updates',
    'One update is one iteration of a method. This is the number of updates per frame.',
  ),
  tolerance: entry(
    'Tolerance',
    'A method has reached its targets when the sum of the distances between effectors and targets is at most this. A target with its own per-axis tolerance is checked separately.',
  ),
  restarts: entry(
    'Restarts',
    'Maximum number of new attempts, each from another pose within the limits, when a method stops without reaching its targets. If no attempt succeeds, the best result counts.',
  ),
  'restart-from': entry(
    'Restart from',
    'Random: a random pose. Nearest of 256: of 256 fixed random poses, the unused one whose effectors are nearest to the targets.',
  ),
  'give-up': entry(
    'Give up after',
    'With six or more restarts: in the first third of the attempts, a restart ends after this number of slow updates in a row, which each reduce the error by less than 5 % (or another share set in the scene). 0: never.',
  ),
  outside: entry(
    'Outside limits',
    'Whether a pose that reaches the targets counts as solved although a joint is outside its limits. Otherwise the next attempt starts. Before this check, angles are wrapped into ±180° (Haviland & Corke), or only those outside are shifted by multiples of 360°.',
  ),
  'joint-limits': entry(
    'Joint limits',
    'Ignored: joint values are not restricted. Clamped: after each step, a joint beyond its limit is set to the limit. Locked: a joint at its limit is excluded, and the step is recomputed without it.',
  ),
  // Options of methods.
  'target-clamp': entry(
    'Target clamp',
    'Distant targets are treated as if they were closer, so that the linear approximation stays valid.',
  ),
  'step-limit': entry(
    'Maximum step per joint',
    'If any joint would move further in one step, the entire step is scaled down, which keeps its direction.',
  ),
  'secondary-goal': entry(
    'Secondary goal',
    'Redundant arms can move without moving the effectors (null space). This goal uses that freedom to return to a rest pose, to the middle of the joint limits, or to avoid singular poses.',
  ),
  // The problem at an update.
  filter: entry(
    'Filter τ(σ)',
    'The Jacobian J maps joint motion to effector motion. Its singular value decomposition splits joint motion into directions, each with a gain σ in metres per radian. A method responds to an error along a direction with τ(σ) times that joint motion. τ = 1/σ would remove the error at once, but is unbounded as σ approaches zero.',
  ),
  rank: entry(
    'Rank',
    'Number of task directions in which the joints can currently move the effectors. If it is lower than the task dimension, the pose is singular and some motions are impossible.',
  ),
  condition: entry(
    'Condition',
    'Ratio of the largest to the smallest σ. 1: all directions are equally easy; above about 100: the pose is nearly singular.',
  ),
  manipulability: entry(
    'Manipulability',
    'Product of all σ: how freely the effectors can move in this pose. Zero in a singular pose. Its unit depends on the task, so compare it only within one run.',
  ),
  jitter: entry(
    'Jitter',
    'How often joints reverse direction over the last 120 updates: 0 = smooth, 2 = reversal at every update.',
  ),
  lambda: entry(
    'Damping λ',
    'Weight of a small step relative to a small error, as a length. Errors along directions with σ far above λ are corrected, errors along those far below λ hardly at all.',
  ),
  step: entry('Step', 'Largest joint step of the method’s next update, before any step limit.'),
  'on-limits': entry(
    'At limits',
    'Number of joints that are currently at a limit, of those that have limits.',
  ),
  time: entry(
    'Time',
    'Time per update on this computer: best of several interleaved runs, measured while the page is idle.',
  ),
  solutions: entry(
    'Solutions',
    'Poses that reach the targets, nearest to the start first. 1 to 8: the signs of shoulder, elbow and wrist, the factors of det J; a solution keeps its number until it passes a singular pose. Limit margin: distance of the joints from their nearest limit. Rotation: the largest of a joint from the start.',
  ),
  // Charts.
  error: entry(
    'Error',
    'Sum of the distances between effectors and targets after each update. Logarithmic axis: each line is ten times the one below.',
  ),
  'error-time': entry(
    'Error over time',
    'The same distance over the time of the scene, on a linear axis.',
  ),
  clamps: entry(
    'Clamp distance',
    'Maximum distance of each target from the method’s point of view. Targets further away are treated as if they were at this distance.',
  ),
  leak: entry(
    'Disturbance',
    'Effector motion per update caused by the secondary goal. Ideally zero; the rest is rounding error or coupling caused by damping.',
  ),
  spectrum: entry(
    'Filter τ(σ)',
    'Each mark is one singular direction: its singular value σ across, the response τ upwards. On the grey line, 1/σ, one update removes the linearised error; a mark below it is a smaller step that leaves part of it. Grey bars: error along each direction. A method that is not a filter: the step that it took. “Bend”: edit the curve.',
  ),
  joints: entry(
    'Joint angles',
    'Every joint with its limits (bar, cut off at the axis). Mark: selected method; short lines: other methods; red: at a limit.',
  ),
  steps: entry('Δθ per joint', 'Change of each joint in the last update.'),
  weights: entry(
    'Weights',
    'How strongly a method damps each joint; joints near a limit are damped most.',
  ),
  numbers: entry(
    'Reported numbers',
    'A number that methods report after each update, with one curve per method: damping, step factor, or a show line of a formula.',
  ),
  shown: entry(
    'Reported values',
    'Internal values that a method reports for its next update; for formulas, its show lines.',
  ),
} as const;

export type GlossaryTermId = keyof typeof GLOSSARY;
