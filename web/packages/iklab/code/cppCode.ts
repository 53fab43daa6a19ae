/** A run as a program in C++ with the installed library iklab. */
import { coneOf, type Free, namedAxes, spinOf, type Target } from '../scenario/index.ts';
import * as cannot from './codeRefusals.ts';
import type { CodeRow } from './codeRow.ts';
import { type CodeRun, endsByItself } from './codeRun.ts';
import { comment, endText, headText, number, roundingWarning, sourceText } from './codeText.ts';
import { cppLab } from './cppLab.ts';
import { cppQuoted, fields, list, vector } from './cppText.ts';
import { movingJoints } from './mechanismParts.ts';
import {
  camelCase,
  explicitStep,
  formulaParts,
  isFormula,
  type MethodPart,
  type MethodParts,
  methodParts,
  pascalCase,
} from './methodParts.ts';

function partValue(owner: string, { key, param, value, stage }: MethodPart): string {
  if (stage) return methodOptions(stage);
  if (param.scale !== 'choice') return String(value);
  // Other methods also use the damping of DLS.
  const kind =
    owner === 'DlsOptions' && key === 'damping'
      ? 'Damping'
      : `${owner}::${pascalCase(key).replace(/^./, (x) => x.toUpperCase())}`;
  return `${kind}::${value === 'true' ? 'exact' : camelCase(String(value))}`;
}

function methodOptions({ id, parts }: MethodParts): string {
  const owner = `${pascalCase(id)}Options`;
  return `${owner}{${parts.map((part) => `.${part.key} = ${partValue(owner, part)}`).join(', ')}}`;
}

export function methodText({ panel, catalogue }: CodeRun): string {
  if (!isFormula(panel)) return methodOptions(methodParts(panel, catalogue));
  const { text, values } = formulaParts(panel, catalogue);
  const lines = text.split('\n').map((line) => `        ${cppQuoted(`${line}\n`)}`);
  const assignments = values.map(([key, value]) => `{${cppQuoted(key)}, ${number(value)}}`);
  return `FormulaOptions{.text =\n${lines.join('\n')},\n      .params = {${assignments.join(', ')}}}`;
}

function treeText({ scene }: CodeRun): string {
  const ZERO = vector([0, 0, 0]);
  const joints = scene.tree.joints.map((joint) => {
    const { id, parent, type, xyz, rpy, axis, limits, rest, comfort, weight, pitch, mimic } = joint;
    return `  arm.joint(${fields([
      ['id', cppQuoted(id)],
      ['parent', parent !== null && cppQuoted(parent)],
      ['kind', type !== 'revolute' && `JointKind::${type}`],
      ['xyz', vector(xyz) !== ZERO && vector(xyz)],
      ['rpy', vector(rpy) !== ZERO && vector(rpy)],
      ['axis', vector(axis) !== vector([0, 0, 1]) && vector(axis)],
      ['lower', limits && number(limits[0])],
      ['upper', limits && number(limits[1])],
      ['rest', rest !== 0 && number(rest)],
      ['comfort', comfort !== 0 && number(comfort)],
      ['weight', weight !== 1 && number(weight)],
      ['pitch', pitch !== 0 && number(pitch)],
      [
        'mimic',
        mimic &&
          `{${cppQuoted(mimic.joint)}, ${number(mimic.multiplier)}, ${number(mimic.offset)}}`,
      ],
    ])});`;
  });
  const effectors = scene.tree.effectors.map(
    ({ id, parent, xyz, rpy }) =>
      `  arm.effector(${fields([
        ['id', cppQuoted(id)],
        ['parent', cppQuoted(parent)],
        ['xyz', vector(xyz) !== ZERO && vector(xyz)],
        ['rpy', vector(rpy) !== ZERO && vector(rpy)],
      ])});`,
  );
  return [...joints, ...effectors].join('\n');
}

const flags = (free: readonly string[]): string =>
  `{${['x', 'y', 'z'].map((axis) => free.includes(axis)).join(', ')}}`;

function freedomText(free: Free): string {
  const cone = coneOf(free.orientation);
  const axis = cone?.axis ?? spinOf(free.orientation);
  return fields([
    ['frame', `AxisFrame::${free.frame}`],
    ['position', flags(free.position)],
    ['turns', flags(namedAxes(free.orientation))],
    ['axis', axis && vector(axis)],
    ['cone', cone && number(cone.angle)],
  ]);
}

function specText(target: Target): string {
  const { effector, orientation, orientationWeight, tolerance, free } = target;
  return fields([
    ['effector', cppQuoted(effector)],
    ['oriented', orientation && 'true'],
    ['orientationWeight', orientation && number(orientationWeight)],
    [
      'tolerance',
      tolerance && `AxisTolerance{${number(tolerance.position)}, ${number(tolerance.rotation)}}`,
    ],
    ['freedom', free && freedomText(free)],
  ]);
}

function goalText({ position, orientation }: Target): string {
  const [x, y, z, w] = orientation ?? [0, 0, 0, 1];
  return fields([
    ['position', vector(position)],
    // Eigen expects w first.
    ['orientation', orientation && `Eigen::Quaterniond(${[w, x, y, z].map(number).join(', ')})`],
  ]);
}

function settingsText({ scene, panel, catalogue }: CodeRun): string {
  const { targetClamp: clamp, secondary, gain, maxSlide } = panel;
  const step = explicitStep(panel, catalogue);
  return fields([
    ['limits', `LimitPolicy::${scene.scenario.limitPolicy}`],
    [
      'clamp',
      clamp.mode !== 'off' &&
        fields([
          ['mode', `ClampMode::${clamp.mode}`],
          ['rule', `ClampRule::${clamp.rule}`],
          ['distance', number(clamp.distance)],
          ['angle', number(clamp.angle)],
        ]),
    ],
    ['gain', gain !== 1 && number(gain)],
    ['maxStep', step !== undefined && (step === null ? 'kInfinity' : number(step))],
    ['maxSlide', maxSlide !== null && number(maxSlide)],
    [
      'secondary',
      secondary &&
        fields([
          ['kind', `SecondaryKind::${camelCase(secondary.kind)}`],
          ['gain', number(secondary.gain)],
          ['centre', secondary.kind === 'clearance' && vector(secondary.centre)],
          ['radius', secondary.kind === 'clearance' && number(secondary.radius)],
        ]),
    ],
  ]);
}

function rulesText({ scene }: CodeRun): string {
  const { run } = scene.scenario;
  return fields([
    ['tolerance', number(run.tolerance)],
    ['orientationTolerance', number(run.orientationTolerance)],
    ['minImprovement', number(run.minImprovement)],
    ['maxRises', number(run.maxRises)],
    ['maxUpdates', number(run.maxUpdates)],
    ['residual', run.residual !== null && number(run.residual)],
    ['maxSlow', run.maxSlow > 0 && number(run.maxSlow)],
    ['slowShare', run.maxSlow > 0 && number(run.slowShare)],
  ]);
}

function restartsText({ scene }: CodeRun): string {
  const { restarts } = scene.scenario.run;
  if (!restarts) return '{}';
  return fields([
    ['most', number(restarts.most)],
    ['every', number(restarts.every)],
    ['seed', number(restarts.seed)],
    ['outside', `Outside::${restarts.outside}`],
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
${list(targets.map(specText), '      ')}});
  if (!model) return std::fprintf(stderr, "%s\\n", model.reason().c_str()), 1;
  const std::vector<Goal> goals = {
${list(targets.map(goalText), '      ')}};
  const Solver solver(model.value(),
      ${methodText(run)},
      ${settingsText(run)});
  if (!solver.fault().empty()) return std::fprintf(stderr, "%s\\n", solver.fault().c_str()), 1;

${endsByItself(run.scene) ? solveText(run) : stepText(run)}`;
}

function writeCpp(run: CodeRun, licence: string): string {
  const { scene, panel, isStationary } = run;
  const source = sourceText(run, licence);
  const doors = [
    ...(isFormula(panel) ? ['formula'] : []),
    ...(isStationary ? ['solver'] : ['lab']),
    ...(isStationary && !endsByItself(scene) ? ['workspace'] : []),
  ];
  const names = movingJoints(run).map(({ id }) => cppQuoted(id));
  return `${comment('//', headText(run))}
${source && `${comment('//', source)}\n`}#include <cstdio>
${doors.map((door) => `#include <iklab/${door}.hpp>`).join('\n')}
#include <vector>

using namespace iklab;

int main() {
  TreeBuilder arm;  // frames, axes and limits as in URDF
${treeText(run)}
  const std::vector<double> values = {${scene.start.map(number).join(', ')}};
  const Vector start = Eigen::Map<const Vector>(values.data(), ${scene.start.length});

${isStationary ? solverText(run) : cppLab(run, { method: methodText(run), settings: settingsText(run), goal: goalText, freedom: freedomText })}
  const char* const names[] = {${names.join(', ')}};
  for (int i = 0; i < ${scene.start.length}; ++i) std::printf("%+.17g %s\\n", theta[i], names[i]);
}
${comment('//', endText(run))}
`;
}

const CMAKE_LISTS = `cmake_minimum_required(VERSION 3.22)
project(run LANGUAGES CXX)
find_package(iklab REQUIRED)
add_executable(run run.cpp)
target_link_libraries(run PRIVATE iklab::lab)
`;

const summary = (run: CodeRun): string =>
  endsByItself(run.scene)
    ? 'Solves the scene from its start, by its stop rules, with the installed library.'
    : `Makes the first ${run.updates.length} updates from the scene's start, with the installed library.`;

export const cppRow: CodeRow = {
  id: 'cpp',
  name: 'C++',
  needs: 'iklab, CMake',
  file: 'run.cpp',
  does: (run) => `${summary(run)}${roundingWarning(run)}`,
  refusal: cannot.movingAndWaiting,
  write: writeCpp,
  extraFiles: [{ name: 'CMakeLists.txt', text: CMAKE_LISTS }],
};
