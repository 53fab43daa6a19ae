import { expect, test } from 'vitest';
import { sampleCatalogue } from '../../scenario/methods/testCatalogue.ts';
import { parseScenarioDocument } from '../../scenario/parse.ts';
import { scenarioPreset, scenarioPresetIds } from '../../scenario/presets/presets.ts';
import { resolveScenario } from '../../scenario/resolveScenario.ts';
import type { Result, Scenario } from '../../scenario/types.ts';
import {
  applyDocumentEdit,
  canUpdateRunningLab,
  type DocumentEdit,
  duplicateMethod,
  editMethod,
  findMechanismPreset,
  getValueAtPath,
  moveMethod,
  removeMethod,
  setMethodParam,
  setRunSetting,
  setStartPose,
  setTargetMotion,
  setTargetPosition,
  setValueAtPath,
  withPresetMechanism,
} from './edits.ts';
import { addMethod as adding } from './fittedLengths.ts';
import { setTargetFreedom, setTargetOriented } from './targetEdits.ts';

const sound = (result: Result<Scenario>): Scenario => {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
};
const preset = (id: string): Scenario =>
  sound(parseScenarioDocument(scenarioPreset(id)?.document, sampleCatalogue));
const edited = (scenario: Scenario, change: DocumentEdit): Scenario =>
  sound(applyDocumentEdit(scenario, change, sampleCatalogue));
const y = preset('y');
const addMethod = (id: string): DocumentEdit => adding(id, y, sampleCatalogue);
const slots = ({ methods }: Scenario) => methods.map(({ slot }) => slot);

test('an empty change returns an equal scenario', () => {
  for (const id of scenarioPresetIds) expect(edited(preset(id), () => {})).toEqual(preset(id));
});

test('adding a method gives it an unused slot and keeps the others', () => {
  const more = edited(y, addMethod('dls-star'));
  expect(more.methods.length).toBe(y.methods.length + 1);
  expect(slots(more).slice(0, -1)).toEqual(slots(y));
  expect(new Set(slots(more)).size).toBe(more.methods.length);
  expect(more.methods.at(-1)?.label).toBe('DLS*');
});

test('rejects a ninth method with a fault at "methods"', () => {
  let full = y;
  while (full.methods.length < 8) full = edited(full, addMethod('sdls'));
  const more = applyDocumentEdit(full, addMethod('sdls'), sampleCatalogue);
  expect(more.ok ? [] : more.faults[0]?.path).toBe('methods');
});

test('duplicating a method inserts a copy beside it with its own label and slot', () => {
  const twice = edited(edited(y, duplicateMethod(0)), duplicateMethod(0));
  const [first, third, second] = twice.methods;
  expect(second?.label).toBe(`${first?.label} 2`);
  expect(third?.label).toBe(`${first?.label} 3`);
  expect(second?.params).toEqual(first?.params);
  expect(new Set(slots(twice)).size).toBe(twice.methods.length);
});

test('methods keep their slots when moved or removed', () => {
  const [a, b, ...rest] = slots(y);
  expect(slots(edited(y, moveMethod(0, 1)))).toEqual([b, a, ...rest]);
  expect(slots(edited(y, removeMethod(0)))).toEqual([b, ...rest]);
});

test('rejects an out-of-range parameter and reports its path', () => {
  const at = y.methods.findIndex(({ id }) => id === 'dls');
  const refused = applyDocumentEdit(y, setMethodParam(at, 'lambda', -1), sampleCatalogue);
  expect(refused.ok ? null : refused.faults[0]?.path).toBe(`methods[${at}].params.lambda`);
});

test('only method settings, target positions and motions can update a running lab', () => {
  const clamped = editMethod(0, ({ targetClamp }) => {
    targetClamp.mode = 'fixed';
  });
  expect(canUpdateRunningLab(y, edited(y, clamped))).toBe(true);
  expect(canUpdateRunningLab(y, edited(y, setTargetPosition(0, [1, 2, 3])))).toBe(true);
  expect(canUpdateRunningLab(y, edited(y, setTargetMotion(0, null)))).toBe(true);
  expect(canUpdateRunningLab(y, edited(y, setTargetOriented(0, true)))).toBe(false);
  expect(canUpdateRunningLab(y, edited(y, setTargetFreedom(0, { position: ['x'] })))).toBe(false);
  expect(canUpdateRunningLab(y, edited(y, setRunSetting('tolerance', 0.01)))).toBe(false);
  expect(canUpdateRunningLab(y, edited(y, moveMethod(0, 1)))).toBe(false);
  expect(canUpdateRunningLab(y, preset('double-y'))).toBe(false);
});

test.each(scenarioPresetIds)(
  'withMechanism switches to the mechanism of %s and keeps the methods',
  (id) => {
    const next = sound(withPresetMechanism(y, id, sampleCatalogue));
    expect(next.tree).toEqual(preset(id).tree);
    expect(next.targets).toEqual(preset(id).targets);
    expect(slots(next)).toEqual(slots(y));
    expect(next.methods.map((method) => method.id)).toEqual(y.methods.map((method) => method.id));
    expect(findMechanismPreset(next, [id])).toBe(id);
  },
);

test('a start pose has one value per moving joint and can be reset', () => {
  const values = resolveScenario(y).start.map((_, i) => i / 10);
  const posed = edited(y, setStartPose(values));
  expect(resolveScenario(posed).start).toEqual(values);
  expect(canUpdateRunningLab(y, posed)).toBe(false);
  expect(edited(posed, setStartPose(null))).toEqual(y);
  expect(applyDocumentEdit(y, setStartPose([1]), sampleCatalogue).ok).toBe(false);
});

test('setting a start pose turns a chain of points into a chain of links', () => {
  const points = [
    [1, 0],
    [1, 1],
    [2, 1],
  ];
  const document = { ...scenarioPreset('planar-3-link')?.document, tree: { planar: { points } } };
  const { start: _, ...drawn } = document as Record<string, unknown>;
  const before = sound(parseScenarioDocument(drawn, sampleCatalogue));
  const { tree, start } = resolveScenario(before);
  const same = edited(before, setStartPose(start));
  expect(same.tree).toEqual({ planar: { links: [1, 1, 1] } });
  expect(resolveScenario(same)).toMatchObject({ tree, start });
});

test('valueAt and putAt read and change one nested number of a method', () => {
  const y = sound(parseScenarioDocument(scenarioPreset('y')?.document, sampleCatalogue));
  const { gain, targetClamp } = y.methods[1] as (typeof y.methods)[number];
  const next = edited(y, editMethod(1, setValueAtPath('targetClamp.distance', 0.125))).methods[1];
  expect(next).toEqual({ ...y.methods[1], targetClamp: { ...targetClamp, distance: 0.125 } });
  expect(getValueAtPath(next ?? {}, 'targetClamp.distance')).toBe(0.125);
  expect(edited(y, editMethod(1, setValueAtPath('gain', 2))).methods[1]).toEqual({
    ...y.methods[1],
    gain: 2,
  });
  expect(getValueAtPath(y.methods[1] ?? {}, 'gain')).toBe(gain);
  expect(getValueAtPath({ secondary: null }, 'secondary.gain')).toBe(undefined);
});
