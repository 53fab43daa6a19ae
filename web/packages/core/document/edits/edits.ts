/**
 * Edits of the page: each is a function that changes a draft of the document, which `parse` then
 * checks.
 */
import type { Catalogue } from '../../scenario/methods/catalogue.ts';
import { formulaText } from '../../scenario/methods/formula.ts';
import { parseScenarioDocument } from '../../scenario/parse.ts';
import { scenarioPreset } from '../../scenario/presets/presets.ts';
import { resolveTree } from '../../scenario/robot/trees.ts';
import type {
  Motion,
  ParamValue,
  Quaternion,
  Result,
  Scenario,
  ScenarioView,
  SecondaryObjective,
  TargetClamp,
  TreeSource,
  Vec3,
} from '../../scenario/types.ts';
import {
  compactDocument,
  deepEqual,
  fullDocument,
  type PlainObject,
} from '../../scenario/write.ts';

interface MethodDraft extends PlainObject {
  id: string;
  label?: string;
  slot?: number;
  params: Record<string, ParamValue>;
  targetClamp: { -readonly [Key in keyof TargetClamp]: TargetClamp[Key] };
  maxStep?: number | null;
  secondary: SecondaryObjective | null;
}

export interface DocumentDraft extends PlainObject {
  methods: MethodDraft[];
  run: PlainObject;
  view: PlainObject;
  targets: PlainObject[];
}

export type DocumentEdit = (draft: DocumentDraft) => void;

export function applyDocumentEdit(
  scenario: Scenario,
  change: DocumentEdit,
  catalogue: Catalogue,
): Result<Scenario> {
  const draft = fullDocument(scenario) as DocumentDraft;
  change(draft);
  return parseScenarioDocument(draft, catalogue);
}

export const editMethod =
  (index: number, change: (method: MethodDraft) => void): DocumentEdit =>
  ({ methods }) => {
    const method = methods[index];
    if (method) change(method);
  };

const getKey = (part: unknown, key: string): unknown => (part as PlainObject | null)?.[key];

/** Returns the value at a dotted path such as 'targetClamp.distance'. */
export const getValueAtPath = (root: object, path: string): unknown =>
  path.split('.').reduce<unknown>(getKey, root);

export const setValueAtPath =
  (path: string, value: unknown) =>
  (root: object): void => {
    const keys = path.split('.');
    const last = keys.pop() as string;
    (keys.reduce<unknown>(getKey, root) as PlainObject)[last] = value;
  };

/** Sets a parameter of a panel. A new method of a stage removes the parameters of the old one. */
export const setMethodParam = (index: number, key: string, value: ParamValue): DocumentEdit =>
  editMethod(index, (method) => {
    const remaining = Object.entries(method.params).filter(([name]) => !name.startsWith(`${key}.`));
    method.params = { ...Object.fromEntries(remaining), [key]: value };
  });

export const removeMethod =
  (index: number): DocumentEdit =>
  ({ methods }) => {
    methods.splice(index, 1);
  };

export const duplicateMethod =
  (index: number): DocumentEdit =>
  ({ methods }) => {
    const [method] = structuredClone(methods.slice(index, index + 1));
    if (!method) return;
    const { slot: _, label = '', ...rest } = method;
    methods.splice(index + 1, 0, {
      ...rest,
      label: uniqueMethodLabel(label, methods),
    } as MethodDraft);
  };

/**
 * Makes a label unique: adds the first free number, such as "SDLS 2", if a method has the label.
 */
export function uniqueMethodLabel(
  label: string,
  methods: readonly { readonly label?: string }[],
): string {
  if (!methods.some((method) => method.label === label)) return label;
  const stem = label.replace(/ \d+$/, '');
  let number = 2;
  while (methods.some((method) => method.label === `${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

export const moveMethod =
  (index: number, offset: -1 | 1): DocumentEdit =>
  ({ methods }) => {
    const [method] = methods.splice(index, 1);
    if (method) methods.splice(index + offset, 0, method);
  };

export const setRunSetting =
  (key: string, value: unknown): DocumentEdit =>
  ({ run }) => {
    run[key] = value;
  };

export const setViewTrail =
  (trail: ScenarioView['trail']): DocumentEdit =>
  ({ view }) => {
    view.trail = trail;
  };

const MECHANISM_KEYS = ['name', 'note', 'unit', 'tree', 'start', 'targets', 'view'] as const;

/**
 * Replaces the mechanism and targets of a scenario by those of a preset. The new targets are
 * stationary if all old targets are.
 */
export function withPresetMechanism(
  scenario: Scenario,
  preset: string,
  catalogue: Catalogue,
): Result<Scenario> {
  const { document, mechanism } = scenarioPreset(preset) ?? {};
  // Without defaults, because those that depend on the tree must be those of the new tree.
  const base = compactDocument(scenario, catalogue);
  for (const key of MECHANISM_KEYS) delete base[key];
  const { unit, tree, start, targets } = { ...(document as PlainObject) };
  const moving = scenario.targets.some(({ motion }) => motion !== null);
  return parseScenarioDocument(
    {
      ...base,
      ...(unit ? { unit } : {}),
      ...(start ? { start } : {}),
      name: mechanism,
      tree,
      targets: (targets as PlainObject[]).map(({ motion, ...target }) =>
        moving && motion ? { ...target, motion } : target,
      ),
      view: { trail: scenario.view.trail },
      methods: withSlots(base.methods as PlainObject[], scenario),
    },
    catalogue,
  );
}

export const withScenarioMethods = (
  scene: Scenario,
  { methods }: Scenario,
  catalogue: Catalogue,
): Result<Scenario> =>
  parseScenarioDocument(
    { ...compactDocument(scene, catalogue), methods: fullDocument({ ...scene, methods }).methods },
    catalogue,
  );

const withSlots = (methods: readonly PlainObject[], scenario: Scenario) =>
  methods.map((method, i) => ({ ...method, slot: scenario.methods[i]?.slot }));

export function findMechanismPreset(scenario: Scenario, presets: readonly string[]): string | null {
  const id = presets.find((preset) =>
    deepEqual(scenarioPreset(preset)?.document.tree, scenario.tree),
  );
  return id ?? null;
}

export const setTargetPosition =
  (index: number, position: readonly number[]): DocumentEdit =>
  ({ targets }) => {
    const target = targets[index];
    if (target) target.position = [...position];
  };

/**
 * Sets the start pose of all methods, a value per independent joint; null: the rest pose. A planar
 * chain of points is converted to link lengths, because points also define a start.
 */
export const setStartPose =
  (values: readonly number[] | null): DocumentEdit =>
  (draft) => {
    const links = planarLinkLengths(draft.tree as TreeSource);
    if (links) draft.tree = { planar: { links } };
    draft.start = values && [...values];
  };

function planarLinkLengths(tree: TreeSource): number[] | null {
  if (!('planar' in tree) || !('points' in tree.planar)) return null;
  const { joints = [], effectors = [] } = resolveTree(tree)?.tree ?? {};
  return [...joints.slice(1), ...effectors].map(({ xyz }) => xyz[0]);
}

/**
 * New pose of a target after a drag; missing values are unchanged, and `motion: null` removes the
 * target's motion.
 */
export interface TargetPoseChange {
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
  readonly motion?: null;
}

export const setTargetPoses =
  (poses: ReadonlyMap<number, TargetPoseChange>): DocumentEdit =>
  ({ targets }) => {
    for (const [index, pose] of poses) {
      const target = targets[index];
      if (target) Object.assign(target, structuredClone(pose));
    }
  };

export const setTargetMotion =
  (index: number, motion: Motion | null): DocumentEdit =>
  ({ targets }) => {
    const target = targets[index];
    if (target) target.motion = motion;
  };

/**
 * Returns whether a running lab can change from `current` to `next`. Settings of panels and poses
 * and motions of targets may differ; methods, formulas, constraints and rules may not.
 */
export function canUpdateRunningLab(current: Scenario, next: Scenario): boolean {
  const fixed = ({ tree, start, limitPolicy, run }: Scenario) => ({
    tree,
    start,
    limitPolicy,
    run,
  });
  return (
    deepEqual(fixed(current), fixed(next)) &&
    deepEqual(current.methods.map(methodIdentity), next.methods.map(methodIdentity)) &&
    deepEqual(current.targets.map(targetConstraints), next.targets.map(targetConstraints)) &&
    current.view.up === next.view.up
  );
}

const methodIdentity = (panel: Scenario['methods'][number]) => ({
  id: panel.id,
  slot: panel.slot,
  text: formulaText(panel),
});
const targetConstraints = ({
  effector,
  orientation,
  orientationWeight,
  tolerance,
  free,
}: Scenario['targets'][number]) => ({
  effector,
  oriented: orientation !== null,
  orientationWeight,
  tolerance,
  free,
});
