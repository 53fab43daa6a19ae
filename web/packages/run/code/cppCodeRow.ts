import type { Target, TargetFreedom } from '@iklab/core/scenario';
import { freeRotationAxis, freeRotationCone, namedFreeAxes } from '@iklab/core/scenario/targets';
import type { CodeExportRow } from './codeExportRow.ts';
import * as cannot from './codeRefusals.ts';
import { type CodeRun, runsUntilConverged } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatCodeNumber,
  roundingWarning,
  writeCodeComment,
} from './codeText.ts';
import { formatCppFields, formatCppList, formatCppVector, quoteCppText } from './cppText.ts';
import { listIndependentJoints } from './mechanismParts.ts';
import {
  camelCase,
  explicitStepLimit,
  formulaTextAndValues,
  isFormulaPanel,
  type MethodParamNode,
  type MethodParamTree,
  makeMethodParamTree,
  pascalCase,
} from './methodParts.ts';
import { writeCppLab } from './writeCppLab.ts';

function partValue(owner: string, { key, param, value, stage }: MethodParamNode): string {
  if (stage) return methodOptions(stage);
  if (param.scale !== 'choice') return String(value);
  // Other methods also use the damping of DLS.
  const kind =
    owner === 'DlsOptions' && key === 'damping'
      ? 'Damping'
      : `${owner}::${pascalCase(key).replace(/^./, (x) => x.toUpperCase())}`;
  return `${kind}::${value === 'true' ? 'exact' : camelCase(String(value))}`;
}

function methodOptions({ id, parts }: MethodParamTree): string {
  const owner = `${pascalCase(id)}Options`;
  return `${owner}{${parts.map((part) => `.${part.key} = ${partValue(owner, part)}`).join(', ')}}`;
}

export function writeCppMethod({ panel, catalogue }: CodeRun): string {
  if (!isFormulaPanel(panel)) return methodOptions(makeMethodParamTree(panel, catalogue));
  const { text, values } = formulaTextAndValues(panel, catalogue);
  const lines = text.split('\n').map((line) => `        ${quoteCppText(`${line}\n`)}`);
  const assignments = values.map(
    ([key, value]) => `{${quoteCppText(key)}, ${formatCodeNumber(value)}}`,
  );
  return `FormulaOptions{.text =\n${lines.join('\n')},\n      .params = {${assignments.join(', ')}}}`;
}

function treeText({ scene }: CodeRun): string {
  const ZERO = formatCppVector([0, 0, 0]);
  const joints = scene.tree.joints.map((joint) => {
    const { id, parent, type, xyz, rpy, axis, limits, rest, comfort, weight, pitch, mimic } = joint;
    return `  arm.joint(${formatCppFields([
      ['id', quoteCppText(id)],
      ['parent', parent !== null && quoteCppText(parent)],
      ['kind', type !== 'revolute' && `JointKind::${type}`],
      ['xyz', formatCppVector(xyz) !== ZERO && formatCppVector(xyz)],
      ['rpy', formatCppVector(rpy) !== ZERO && formatCppVector(rpy)],
      ['axis', formatCppVector(axis) !== formatCppVector([0, 0, 1]) && formatCppVector(axis)],
      ['lower', limits && formatCodeNumber(limits[0])],
      ['upper', limits && formatCodeNumber(limits[1])],
      ['rest', rest !== 0 && formatCodeNumber(rest)],
      ['comfort', comfort !== 0 && formatCodeNumber(comfort)],
      ['weight', weight !== 1 && formatCodeNumber(weight)],
      ['pitch', pitch !== 0 && formatCodeNumber(pitch)],
      [
        'mimic',
        mimic &&
          `{${quoteCppText(mimic.joint)}, ${formatCodeNumber(mimic.multiplier)}, ${formatCodeNumber(mimic.offset)}}`,
      ],
    ])});`;
  });
  const effectors = scene.tree.effectors.map(
    ({ id, parent, xyz, rpy }) =>
      `  arm.effector(${formatCppFields([
        ['id', quoteCppText(id)],
        ['parent', quoteCppText(parent)],
        ['xyz', formatCppVector(xyz) !== ZERO && formatCppVector(xyz)],
        ['rpy', formatCppVector(rpy) !== ZERO && formatCppVector(rpy)],
      ])});`,
  );
  return [...joints, ...effectors].join('\n');
}

const flags = (free: readonly string[]): string =>
  `{${['x', 'y', 'z'].map((axis) => free.includes(axis)).join(', ')}}`;

function freedomText(free: TargetFreedom): string {
  const cone = freeRotationCone(free.orientation);
  const axis = cone?.axis ?? freeRotationAxis(free.orientation);
  return formatCppFields([
    ['frame', `AxisFrame::${free.frame}`],
    ['position', flags(free.position)],
    ['turns', flags(namedFreeAxes(free.orientation))],
    ['axis', axis && formatCppVector(axis)],
    ['cone', cone && formatCodeNumber(cone.angle)],
  ]);
}

function specText(target: Target): string {
  const { effector, orientation, orientationWeight, tolerance, free } = target;
  return formatCppFields([
    ['effector', quoteCppText(effector)],
    ['oriented', orientation && 'true'],
    ['orientationWeight', orientation && formatCodeNumber(orientationWeight)],
    [
      'tolerance',
      tolerance &&
        `AxisTolerance{${formatCodeNumber(tolerance.position)}, ${formatCodeNumber(tolerance.rotation)}}`,
    ],
    ['freedom', free && freedomText(free)],
  ]);
}

function goalText({ position, orientation }: Target): string {
  const [x, y, z, w] = orientation ?? [0, 0, 0, 1];
  return formatCppFields([
    ['position', formatCppVector(position)],
    // Eigen expects w first.
    [
      'orientation',
      orientation && `Eigen::Quaterniond(${[w, x, y, z].map(formatCodeNumber).join(', ')})`,
    ],
  ]);
}

function settingsText({ scene, panel, catalogue }: CodeRun): string {
  const { targetClamp: clamp, secondary, gain, maxSlide } = panel;
  const step = explicitStepLimit(panel, catalogue);
  return formatCppFields([
    ['limits', `LimitPolicy::${scene.scenario.limitPolicy}`],
    [
      'clamp',
      clamp.mode !== 'off' &&
        formatCppFields([
          ['mode', `ClampMode::${clamp.mode}`],
          ['rule', `ClampRule::${clamp.rule}`],
          ['distance', formatCodeNumber(clamp.distance)],
          ['angle', formatCodeNumber(clamp.angle)],
        ]),
    ],
    ['gain', gain !== 1 && formatCodeNumber(gain)],
    ['maxStep', step !== undefined && (step === null ? 'kInfinity' : formatCodeNumber(step))],
    ['maxSlide', maxSlide !== null && formatCodeNumber(maxSlide)],
    [
      'secondary',
      secondary &&
        formatCppFields([
          ['kind', `SecondaryKind::${camelCase(secondary.kind)}`],
          ['gain', formatCodeNumber(secondary.gain)],
          ['centre', secondary.kind === 'clearance' && formatCppVector(secondary.centre)],
          ['radius', secondary.kind === 'clearance' && formatCodeNumber(secondary.radius)],
        ]),
    ],
  ]);
}

function rulesText({ scene }: CodeRun): string {
  const { run } = scene.scenario;
  const countsSlow = run.maxSlow > 0 || (run.restarts?.maxSlow ?? 0) > 0;
  return formatCppFields([
    ['tolerance', formatCodeNumber(run.tolerance)],
    ['orientationTolerance', formatCodeNumber(run.orientationTolerance)],
    ['minImprovement', formatCodeNumber(run.minImprovement)],
    ['maxRises', formatCodeNumber(run.maxRises)],
    ['maxUpdates', formatCodeNumber(run.maxUpdates)],
    ['residual', run.residual !== null && formatCodeNumber(run.residual)],
    ['maxSlow', run.maxSlow > 0 && formatCodeNumber(run.maxSlow)],
    ['slowShare', countsSlow && formatCodeNumber(run.slowShare)],
  ]);
}

function restartsText({ scene }: CodeRun): string {
  const { restarts } = scene.scenario.run;
  if (!restarts) return '{}';
  return formatCppFields([
    ['most', formatCodeNumber(restarts.most)],
    ['every', formatCodeNumber(restarts.every)],
    ['seed', formatCodeNumber(restarts.seed)],
    ['outside', `Outside::${restarts.outside}`],
    ['from', restarts.from !== 'random' && `RestartPose::${restarts.from}`],
    ['maxSlow', restarts.maxSlow > 0 && formatCodeNumber(restarts.maxSlow)],
  ]);
}

const solveText = (
  run: CodeRun,
): string => `  const Result<Solution> found = solver.solve(start, goals,
      ${rulesText(run)},
      ${restartsText(run)});
  if (!found) return std::fprintf(stderr, "%s\\n", found.reason().c_str()), 1;
  const Vector theta = found.value().theta;
  std::printf("%s after %d updates\\n", word(found.value().stop), found.value().updates);`;

const stepText = ({ updates }: CodeRun): string => `  Workspace workspace(solver);
  Memory memory{start};
  workspace.begin(memory, goals);
  for (int update = 1; update <= ${updates.length}; ++update) workspace.update(memory);
  const Vector theta = memory.theta;
  std::printf("%d updates, error %.3g m\\n", memory.updates, workspace.error());`;

function solverText(run: CodeRun): string {
  const { targets } = run.scene.scenario;
  return `  const Result<Model::Pointer> model = Model::make(arm.build(), {
${formatCppList(targets.map(specText), '      ')}});
  if (!model) return std::fprintf(stderr, "%s\\n", model.reason().c_str()), 1;
  const std::vector<Goal> goals = {
${formatCppList(targets.map(goalText), '      ')}};
  const Solver solver(model.value(),
      ${writeCppMethod(run)},
      ${settingsText(run)});
  if (!solver.fault().empty()) return std::fprintf(stderr, "%s\\n", solver.fault().c_str()), 1;

${runsUntilConverged(run.scene) ? solveText(run) : stepText(run)}`;
}

function writeCpp(run: CodeRun, licence: string): string {
  const { scene, panel, isStationary } = run;
  const source = codeLicenceText(run, licence);
  const doors = [
    ...(isFormulaPanel(panel) ? ['formula'] : []),
    ...(isStationary ? ['solver'] : ['lab']),
    ...(isStationary && !runsUntilConverged(scene) ? ['workspace'] : []),
  ];
  const names = listIndependentJoints(run).map(({ id }) => quoteCppText(id));
  return `${writeCodeComment('//', codeHeaderComment(run))}
${source && `${writeCodeComment('//', source)}\n`}#include <cstdio>
${doors.map((door) => `#include <iklab/${door}.hpp>`).join('\n')}
#include <vector>

using namespace iklab;

int main() {
  TreeBuilder arm;  // frames, axes and limits as in URDF
${treeText(run)}
  const std::vector<double> values = {${scene.start.map(formatCodeNumber).join(', ')}};
  const Vector start = Eigen::Map<const Vector>(values.data(), ${scene.start.length});

${isStationary ? solverText(run) : writeCppLab(run, { method: writeCppMethod(run), settings: settingsText(run), goal: goalText, freedom: freedomText })}
  const char* const names[] = {${names.join(', ')}};
  for (int i = 0; i < ${scene.start.length}; ++i) std::printf("%+.17g %s\\n", theta[i], names[i]);
}
${writeCodeComment('//', codeRunEndText(run))}
`;
}

const CMAKE_LISTS = `cmake_minimum_required(VERSION 3.22)
project(run LANGUAGES CXX)
find_package(iklab REQUIRED)
add_executable(run run.cpp)
target_link_libraries(run PRIVATE iklab::lab iklab::formula)
`;

const summary = (run: CodeRun): string =>
  runsUntilConverged(run.scene)
    ? 'Solves the scene from its start, by its stop rules, with the installed library.'
    : `Makes the first ${run.updates.length} updates from the scene's start, with the installed library.`;

export const cppCodeRow: CodeExportRow = {
  id: 'cpp',
  name: 'C++',
  needs: 'iklab, CMake',
  file: 'run.cpp',
  does: (run) => `${summary(run)}${roundingWarning(run)}`,
  refusal: cannot.refuseConvergingMovingTargets,
  write: writeCpp,
  extraFiles: [{ name: 'CMakeLists.txt', text: CMAKE_LISTS }],
};
