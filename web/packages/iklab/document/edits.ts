/** The edits of the page, each a change of the document that `parse` then reads like any other. */
import type { Catalogue } from '../scenario/catalogue.ts';
import { formulaText } from '../scenario/formula.ts';
import { parse } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets.ts';
import { writeTree } from '../scenario/trees.ts';
import type {
  Motion,
  ParamValue,
  Quaternion,
  Result,
  Scenario,
  Secondary,
  TargetClamp,
  TreeSource,
  Vec3,
  View,
} from '../scenario/types.ts';
import { compactDocument, deepEqual, fullDocument, type PlainObject } from '../scenario/write.ts';

interface MethodDraft extends PlainObject {
  id: string;
  label?: string;
  slot?: number;
  params: Record<string, ParamValue>;
  targetClamp: { -readonly [Key in keyof TargetClamp]: TargetClamp[Key] };
  maxStep?: number | null;
  secondary: Secondary | null;
}

/** A document that may be changed freely before it is read. */
export interface Draft extends PlainObject {
  methods: MethodDraft[];
  run: PlainObject;
  view: PlainObject;
  targets: PlainObject[];
}

/** An edit of a document: changes the draft, or gives what takes its place. */
export type Change = (draft: Draft) => void;

/** The scenario after the change, or what is wrong with it. */
export function changed(
  scenario: Scenario,
  change: Change,
  catalogue: Catalogue,
): Result<Scenario> {
  const draft = fullDocument(scenario) as Draft;
  change(draft);
  return parse(draft, catalogue);
}

/** An edit that changes the entry of a method in place. */
export const setMethod =
  (index: number, change: (method: MethodDraft) => void): Change =>
  ({ methods }) => {
    const method = methods[index];
    if (method) change(method);
  };

const into = (part: unknown, key: string): unknown => (part as PlainObject | null)?.[key];

/** What stands at a path: 'targetClamp.distance'. */
export const valueAt = (of: object, path: string): unknown =>
  path.split('.').reduce<unknown>(into, of);

/** Puts it there; what is on the way must stand. */
export const putAt =
  (path: string, value: unknown) =>
  (of: object): void => {
    const keys = path.split('.');
    const last = keys.pop() as string;
    (keys.reduce<unknown>(into, of) as PlainObject)[last] = value;
  };

/** Another stage of a two-stage method brings its own parameters. */
export const setParam = (index: number, key: string, value: ParamValue): Change =>
  setMethod(index, (method) => {
    const kept = Object.entries(method.params).filter(([other]) => !other.startsWith(`${key}.`));
    method.params = { ...Object.fromEntries(kept), [key]: value };
  });

/** An edit that takes a method out of the document. */
export const removeMethod =
  (index: number): Change =>
  ({ methods }) => {
    methods.splice(index, 1);
  };

/** An edit that puts a copy of a method behind it. */
export const duplicateMethod =
  (index: number): Change =>
  ({ methods }) => {
    const [method] = structuredClone(methods.slice(index, index + 1));
    if (!method) return;
    const { slot: _, label = '', ...rest } = method;
    methods.splice(index + 1, 0, { ...rest, label: freeLabel(label, methods) } as MethodDraft);
  };

/** “SDLS”, or “SDLS 2” with the first number that is free. */
export function freeLabel(label: string, methods: readonly { readonly label?: string }[]): string {
  if (!methods.some((method) => method.label === label)) return label;
  const stem = label.replace(/ \d+$/, '');
  let number = 2;
  while (methods.some((method) => method.label === `${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

/** An edit that moves a method by so many places. */
export const moveMethod =
  (index: number, by: -1 | 1): Change =>
  ({ methods }) => {
    const [method] = methods.splice(index, 1);
    if (method) methods.splice(index + by, 0, method);
  };

/** An edit of one key of the document's `run`. */
export const setRun =
  (key: string, value: unknown): Change =>
  ({ run }) => {
    run[key] = value;
  };

/** An edit of what is drawn behind the effectors. */
export const setTrail =
  (trail: View['trail']): Change =>
  ({ view }) => {
    view.trail = trail;
  };

/** What of a scenario hangs on its mechanism: the rest is how it is solved. */
const MECHANISM = ['name', 'note', 'unit', 'tree', 'start', 'targets', 'view'] as const;

/**
 * The mechanism of a preset, with targets for its effectors, solved as the scene at hand is: still
 * where all targets of that are.
 */
export function withMechanism(
  scenario: Scenario,
  preset: string,
  catalogue: Catalogue,
): Result<Scenario> {
  const { document, mechanism } = scenarioPreset(preset) ?? {};
  // without defaults: those that hang on the tree are to be the new one's
  const kept = compactDocument(scenario, catalogue);
  for (const key of MECHANISM) delete kept[key];
  const { unit, tree, start, targets } = { ...(document as PlainObject) };
  const moving = scenario.targets.some(({ motion }) => motion !== null);
  return parse(
    {
      ...kept,
      ...(unit ? { unit } : {}),
      ...(start ? { start } : {}),
      name: mechanism,
      tree,
      targets: (targets as PlainObject[]).map(({ motion, ...target }) =>
        moving && motion ? { ...target, motion } : target,
      ),
      view: { trail: scenario.view.trail },
      methods: coloured(kept.methods as PlainObject[], scenario),
    },
    catalogue,
  );
}

/** Another scene, solved by the methods at hand. */
export const withMethodsOf = (
  scene: Scenario,
  { methods }: Scenario,
  catalogue: Catalogue,
): Result<Scenario> =>
  parse(
    { ...compactDocument(scene, catalogue), methods: fullDocument({ ...scene, methods }).methods },
    catalogue,
  );

/** Colours stay with their methods. */
const coloured = (methods: readonly PlainObject[], scenario: Scenario) =>
  methods.map((method, i) => ({ ...method, slot: scenario.methods[i]?.slot }));

/** The preset whose mechanism this is; null: none of them. */
export function mechanismOf(scenario: Scenario, presets: readonly string[]): string | null {
  const id = presets.find((preset) =>
    deepEqual(scenarioPreset(preset)?.document.tree, scenario.tree),
  );
  return id ?? null;
}

/** An edit of where a target is. */
export const setTarget =
  (index: number, position: readonly number[]): Change =>
  ({ targets }) => {
    const target = targets[index];
    if (target) target.position = [...position];
  };

export const setOrientation =
  (index: number, quaternion: readonly number[]): Change =>
  ({ targets }) => {
    const target = targets[index];
    if (target) target.orientation = [...quaternion];
  };

/**
 * Where all methods start, a value for each joint that moves; null: the rest pose. A chain drawn by
 * points starts as it is drawn: with a start of its own it becomes one of links.
 */
export const setStart =
  (values: readonly number[] | null): Change =>
  (draft) => {
    const links = linksOf(draft.tree as TreeSource);
    if (links) draft.tree = { planar: { links } };
    draft.start = values && [...values];
  };

/** Of a chain that is drawn by points; null: any other tree. */
function linksOf(tree: TreeSource): number[] | null {
  if (!('planar' in tree) || !('points' in tree.planar)) return null;
  const { joints = [], effectors = [] } = writeTree(tree)?.tree ?? {};
  return [...joints.slice(1), ...effectors].map(({ xyz }) => xyz[0]);
}

/** A target where a hand has it: what is left out is as the document says; no motion: it gave way. */
export interface TargetPose {
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
  readonly motion?: null;
}

/** Targets stay where hands have put them. */
export const setTargetPoses =
  (poses: ReadonlyMap<number, TargetPose>): Change =>
  ({ targets }) => {
    for (const [index, pose] of poses) {
      const target = targets[index];
      if (target) Object.assign(target, structuredClone(pose));
    }
  };

export const setMotion =
  (index: number, motion: Motion | null): Change =>
  ({ targets }) => {
    const target = targets[index];
    if (target) target.motion = motion;
  };

/**
 * Whether a running lab takes `next` in place of `now`: numbers of panels, places and motions of
 * targets. Another text is another method.
 */
export function canUpdateLive(now: Scenario, next: Scenario): boolean {
  const fixed = ({ tree, start, limitPolicy, run }: Scenario) => ({
    tree,
    start,
    limitPolicy,
    run,
  });
  return (
    deepEqual(fixed(now), fixed(next)) &&
    deepEqual(now.methods.map(lasting), next.methods.map(lasting)) &&
    deepEqual(now.targets.map(unmoved), next.targets.map(unmoved)) &&
    now.view.up === next.view.up
  );
}

const lasting = (panel: Scenario['methods'][number]) => ({
  id: panel.id,
  slot: panel.slot,
  text: formulaText(panel),
});
const unmoved = ({
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
