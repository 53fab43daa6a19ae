/** Moving targets in C++: uses `Lab`, which has a clock. */
import type { Free, Motion, Target } from '../scenario/index.ts';
import type { CodeRun } from './codeRun.ts';
import { number } from './codeText.ts';
import { fields, list, vector } from './cppText.ts';

interface CppParts {
  readonly method: string;
  readonly settings: string;
  readonly goal: (target: Target) => string;
  readonly freedom: (free: Free) => string;
}

function motionText(motion: Motion | null): string | null {
  if (!motion) return null;
  if (motion.kind === 'sine')
    return fields([
      ['amplitude', vector(motion.amplitude)],
      ['period', vector(motion.period)],
      ['phase', vector(motion.phase)],
    ]);
  return fields([
    ['points', `{${motion.points.map((point) => `{${point.map(number).join(', ')}}`).join(', ')}}`],
    ['pathPeriod', number(motion.period)],
  ]);
}

function targetText(target: Target, effectors: readonly string[], written: CppParts): string {
  const { orientation, orientationWeight, tolerance, motion, free } = target;
  return fields([
    ['effector', String(effectors.indexOf(target.effector))],
    ['oriented', orientation ? 'true' : 'false'],
    ['orientationWeight', number(orientationWeight)],
    ['base', written.goal(target)],
    ['motion', motionText(motion)],
    [
      'tolerance',
      tolerance && `AxisTolerance{${number(tolerance.position)}, ${number(tolerance.rotation)}}`,
    ],
    ['freedom', free && written.freedom(free)],
  ]);
}

/** The code from the tree to `theta`. */
export function cppLab({ scene, updates }: CodeRun, written: CppParts): string {
  const { targets, run, limitPolicy } = scene.scenario;
  const effectors = scene.tree.effectors.map(({ id }) => id);
  return `  LabSpec spec;
  spec.targets = {
${list(
  targets.map((target) => targetText(target, effectors, written)),
  '      ',
)}};
  spec.start = start;
  spec.run = ${fields([
    ['mode', `RunMode::${run.mode}`],
    ['limitPolicy', `LimitPolicy::${limitPolicy}`],
    ['updatesPerFrame', number(run.updatesPerFrame)],
    ['timeStep', number(run.timeStep)],
    [
      'rules',
      `{.tolerance = ${number(run.tolerance)}, .orientationTolerance = ${number(run.orientationTolerance)}}`,
    ],
  ])};
  const Result<std::unique_ptr<Lab>> opened = Lab::open(arm.build(), spec);
  if (!opened) return std::fprintf(stderr, "%s\\n", opened.reason().c_str()), 1;
  Lab& lab = *opened.value();
  const Settings settings = ${written.settings};
  std::string fault = lab.setPanel(0, ${written.method}, settings);
  if (fault.empty()) fault = lab.restart(1);
  if (!fault.empty()) return std::fprintf(stderr, "%s\\n", fault.c_str()), 1;
  // a frame is a time step of the targets, and has one update or more
  while (lab.runner(0).updates() < ${updates.length}) lab.advance(1);
  const Vector theta = lab.runner(0).theta();
  std::printf("%d updates, error %.3g m\\n", lab.runner(0).updates(), lab.runner(0).error());`;
}
