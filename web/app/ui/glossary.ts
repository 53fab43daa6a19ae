/** The words of the interface that a newcomer may not know, each where it stands. */
export interface GlossaryEntry {
  readonly title: string;
  readonly text: string;
}

const entry = (title: string, text: string): GlossaryEntry => ({ title, text });

export const GLOSSARY = {
  mechanism: entry(
    'Mechanism',
    'Another mechanism, with a start pose and targets for it. Methods and settings stay as they are; a scene, from the header, replaces all of it.',
  ),
  // how a run goes
  mode: entry(
    'Update mode',
    'Track: so many updates each frame, while the targets go on. Converge: the targets wait until every method has stopped. Hybrid: as track, but a method that has reached its targets leaves the rest of the frame out.',
  ),
  path: entry(
    'Path',
    'How the targets move: they stand still until you drag them, swing, go round a circle or a figure eight, or follow a path that you record with your hand.',
  ),
  speed: entry(
    'Speed',
    'Of the clock on this page. It changes what you see, never a number of the run.',
  ),
  replay: entry(
    'Replay hash',
    'A number made from every joint angle of the run. Two people who see the same one have the same run, to the last bit.',
  ),
  updates: entry(
    'Updates',
    'An update is one step of a method: it looks at the pose and the targets and turns every joint a little. Each frame of the clock takes this many.',
  ),
  tolerance: entry(
    'Tolerance',
    'A method has reached its targets when the distances of all tips together are no more than this. A target with a tolerance per axis counts by that, and not in the sum.',
  ),
  restarts: entry(
    'Restarts',
    'A method that has stopped short of its targets begins again from a random pose within the limits, at most so many times. Where none of its attempts arrives, it ends where the best one did.',
  ),
  outside: entry(
    'Outside the limits',
    'Whether a pose at the targets is a solution where a joint is outside its limits, as methods that ignore them find it. Given up: the next attempt begins. Angles are first wrapped into ±180° (Haviland & Corke), or only those outside are taken back by whole turns.',
  ),
  'joint-limits': entry(
    'Joint limits',
    'Ignored: joints turn as far as a method asks. Clamped: after each step a joint beyond its limit is put back on it. Locked: a joint on its limit is taken out, and the step is computed again without it.',
  ),
  // what a method may do
  'target-clamp': entry(
    'Target clamp',
    'A target that is far away is pretended to stand nearer, in its direction: steps stay small enough for the straight-line guess behind them to hold.',
  ),
  'step-limit': entry(
    'Largest turn',
    'A step that would turn any joint by more than this is shortened as a whole, so that its direction stays.',
  ),
  'secondary-goal': entry(
    'Secondary goal',
    'Arms with more joints than a task needs can move without moving the tips (the nullspace). This goal uses that freedom: to come back to a pose, to the middle of the limits, or away from singular poses.',
  ),
  // the problem at an update
  filter: entry(
    'Filter τ(σ)',
    'J tells how far the tips move when the joints turn. It takes the joint motions apart into directions, each with a gain σ, in metres a radian. A method turns an error along a direction into τ(σ) times as much joint motion: 1/σ would undo the error at once, and grows without bound where σ goes to zero.',
  ),
  rank: entry(
    'Rank',
    'Directions in which the joints can move the tips now, of those that the task has. Fewer: the pose is singular, and some motion is impossible for a moment.',
  ),
  condition: entry(
    'Condition',
    'The largest σ over the smallest: how much harder it is to move the tips in the worst direction than in the best. 1 is even, above about 100 the pose is nearly singular.',
  ),
  manipulability: entry(
    'Manipulability',
    'The product of all σ: how freely the tips move in this pose. Zero in a singular one. It has the units of the task, so compare it along one run only.',
  ),
  jitter: entry(
    'Jitter',
    'How often the joints turn back, over the last 120 updates: 0 is a smooth way, 2 is to and fro at every update.',
  ),
  lambda: entry(
    'Damping λ',
    'How much a small step counts against a small error, as a length. Directions with σ far above λ are followed, those far below are left alone.',
  ),
  step: entry(
    'Step',
    'The largest turn of a joint that the method asks for at its next update, before any limit.',
  ),
  'on-limits': entry(
    'On limits',
    'Joints that stand on one of their limits now, of those that have any.',
  ),
  time: entry(
    'Time',
    'Of one update on this computer, the best of several rounds, measured aside while the page is idle; the methods take turns.',
  ),
  // charts
  error: entry(
    'Error',
    'The distance from each tip to its target, summed over the targets, after each update. The axis is logarithmic: each line is ten times the one below.',
  ),
  'error-time': entry(
    'Error over time',
    'The same distance against the clock of the scene, on an even axis.',
  ),
  clamps: entry(
    'Clamp distance',
    'How far away a target may seem to a method, for each target: a farther one is pretended to stand at this distance.',
  ),
  leak: entry(
    'Disturbance',
    'How far the secondary goal moves the tips in an update. It should be nothing: what is left is rounding, or damping that mixes the two.',
  ),
  spectrum: entry(
    'Why: the filter',
    'Each mark is one direction of motion: its gain σ at the foot, what the method makes of it at the side. The grey line, 1/σ, would remove the error at once; below it a method gives way, to stay calm. Grey bars: the error along each direction. Lines down from 1/σ: what the chosen method takes away, where it is no filter. “Bend”: a curve of your own.',
  ),
  joints: entry(
    'Joint angles',
    'Every joint and its limits (the bar, cut where it goes on beyond the axis). The mark is the chosen method, short lines are the others; red is on a limit.',
  ),
  steps: entry('Δθ per joint', 'How far each joint turned in the last update.'),
  weights: entry(
    'Weights',
    'How strongly a method holds back each joint: those near a limit are held back most.',
  ),
  numbers: entry(
    'Numbers shown',
    'A number that methods show after each update, and a curve for each that does: damping, step factor, and what the lines that say show ask for.',
  ),
  shown: entry(
    'What it shows',
    'What a method lets one see at its next update: of one that is written as text, its lines that say show.',
  ),
} as const;

export type TermId = keyof typeof GLOSSARY;
