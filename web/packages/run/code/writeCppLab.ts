import type { Motion, Target, TargetFreedom } from '@iklab/core/scenario';
import type { CodeRun } from './codeRun.ts';
import { formatCodeNumber } from './codeText.ts';
import { formatCppFields, formatCppList, formatCppVector } from './cppText.ts';

interface CppParts {
  readonly method: string;
  readonly settings: string;
  readonly goal: (target: Target) => string;
  readonly freedom: (free: TargetFreedom) => string;
}

function motionText(motion: Motion | null): string | null {
  if (!motion) return null;
  if (motion.kind === 'sine')
    return formatCppFields([
      ['amplitude', formatCppVector(motion.amplitude)],
      ['period', formatCppVector(motion.period)],
      ['phase', formatCppVector(motion.phase)],
    ]);
  return formatCppFields([
    [
      'points',
      `{${motion.points.map((point) => `{${point.map(formatCodeNumber).join(', ')}}`).join(', ')}}`,
    ],
    ['pathPeriod', formatCodeNumber(motion.period)],
  ]);
}

function targetText(target: Target, effectors: readonly string[], written: CppParts): string {
  const { orientation, orientationWeight, tolerance, motion, free } = target;
  return formatCppFields([
    ['effector', String(effectors.indexOf(target.effector))],
    ['oriented', orientation ? 'true' : 'false'],
    ['orientationWeight', formatCodeNumber(orientationWeight)],
    ['base', written.goal(target)],
    ['motion', motionText(motion)],
    [
      'tolerance',
      tolerance &&
        `AxisTolerance{${formatCodeNumber(tolerance.position)}, ${formatCodeNumber(tolerance.rotation)}}`,
    ],
    ['freedom', free && written.freedom(free)],
  ]);
}

export function writeCppLab({ scene, updates }: CodeRun, written: CppParts): string {
  const { targets, run, limitPolicy } = scene.scenario;
  const effectors = scene.tree.effectors.map(({ id }) => id);
  return `  LabSpec spec;
  spec.targets = {
${formatCppList(
  targets.map((target) => targetText(target, effectors, written)),
  '      ',
)}};
  spec.start = start;
  spec.run = ${formatCppFields([
    ['mode', `RunMode::${run.mode}`],
    ['limitPolicy', `LimitPolicy::${limitPolicy}`],
    ['updatesPerFrame', formatCodeNumber(run.updatesPerFrame)],
    ['timeStep', formatCodeNumber(run.timeStep)],
    [
      'rules',
      `{.tolerance = ${formatCodeNumber(run.tolerance)}, .orientationTolerance = ${formatCodeNumber(run.orientationTolerance)}}`,
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
