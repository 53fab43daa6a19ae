import { MAX_RUN_COUNT } from './checks/bounds.ts';
import {
  documentDefaults,
  effectorDefaults,
  jointDefaults,
  methodDefaults,
  mimicDefaults,
  motionDefaults,
  restartsDefaults,
  runDefaults,
  secondaryObjectiveDefaults,
  targetClampDefaults,
  targetDefaults,
  targetFreedomDefaults,
  viewDefaults,
} from './defaults.ts';
import type { Catalogue, MethodRow } from './methods/catalogue.ts';
import { panelMethodRow } from './methods/formula.ts';
import {
  defaultOrientationWeight,
  fitMethodLengths,
  type MethodLengths,
} from './methods/methodLengths.ts';
import { initialParamValue, keyedParams } from './methods/methodParams.ts';
import { defaultMethodMaxStep, type MethodPreset, methodPresets } from './methods/methodPresets.ts';
import { omitDefaultPanelSlots } from './methods/panelSlots.ts';
import { resolveScenario } from './resolveScenario.ts';
import { clampToJointLimits, halfTypicalLinkLength, resolveTree } from './robot/trees.ts';
import type {
  DocumentVersion,
  InlineTree,
  MethodPanel,
  RunSettings,
  Scenario,
  Target,
  TreeSource,
} from './types.ts';
import { CURRENT_DOCUMENT_VERSION, versionDefaults } from './versions.ts';

export type PlainObject = { [key: string]: unknown };

/** Returns the document of a scenario with all defaults written out. */
export function fullDocument(scenario: Scenario): PlainObject {
  const { start, methods, ...rest } = scenario;
  const { iklab, name, note, unit, judgedBy, tree, ...after } = rest;
  const head = { iklab, name, note, unit, judgedBy, tree, ...(start === null ? {} : { start }) };
  const panels = methods.map(({ maxStep, ...panel }) =>
    maxStep === 'stage' ? panel : { ...panel, maxStep },
  );
  const { limitPolicy, targets, view } = after;
  const run = runDocument(after.run);
  return structuredClone({ ...head, limitPolicy, targets, methods: panels, run, view });
}

/** Returns the document of a scenario without values that equal the defaults of `version`. */
export function compactDocument(
  scenario: Scenario,
  catalogue: Catalogue,
  version: DocumentVersion = CURRENT_DOCUMENT_VERSION,
): PlainObject {
  return writeDocument(scenario, catalogue, version, () => []);
}

/**
 * Returns the document of a scenario without defaults. Uses presets of methods where this is
 * shorter.
 */
export function shortestDocument(
  scenario: Scenario,
  catalogue: Catalogue,
  version: DocumentVersion = CURRENT_DOCUMENT_VERSION,
): PlainObject {
  const presetsOf = (id: string) => methodPresets.filter(({ method }) => method === id);
  return writeDocument(scenario, catalogue, version, presetsOf);
}

function writeDocument(
  scenario: Scenario,
  catalogue: Catalogue,
  version: DocumentVersion,
  presetsOf: (id: string) => readonly MethodPreset[],
): PlainObject {
  const { name, note, unit, judgedBy, start, limitPolicy, run, view } = scenario;
  const slots = omitDefaultPanelSlots(scenario.methods);
  const scene = resolveScenario(scenario);
  const distance = halfTypicalLinkLength(scene.tree);
  const stretch = version > 1 ? catalogue.stretchOf(scene) : Number.NaN;
  const base = versionDefaults[version];
  const viewBase = { ...viewDefaults, up: resolveTree(scenario.tree)?.up };
  const methods = scenario.methods.map((panel, i) => {
    const bases = [null, ...presetsOf(panel.id)];
    return shortest(
      bases.map((preset) => {
        const fitted = preset ? {} : fitMethodLengths(stretch, panel.id, panel.params, catalogue);
        return compactPanel(panel, slots[i] ?? null, distance, preset, fitted, catalogue);
      }),
    );
  });
  const document = {
    iklab: version,
    ...omitDefaults({ name, note, unit, judgedBy }, documentDefaults),
    tree: compactTree(scenario.tree),
    ...omitDefaults({ start, limitPolicy }, { ...documentDefaults, limitPolicy: base.limitPolicy }),
    targets: scenario.targets.map((target) =>
      compactTarget(target, defaultOrientationWeight(stretch)),
    ),
    methods,
    ...omitEmpty({
      run: compactRun(run, { ...runDefaults, ...base.run }),
      view: omitDefaults(view, viewBase),
    }),
  };
  return structuredClone(document);
}

function shortest(documents: readonly PlainObject[]): PlainObject {
  const length = (document: PlainObject) => JSON.stringify(document).length;
  return documents.reduce((best, next) => (length(next) < length(best) ? next : best));
}

function compactTree(source: TreeSource): PlainObject {
  return 'joints' in source ? compactInline(source) : { ...source };
}

function compactInline({ joints, effectors }: InlineTree): PlainObject {
  return {
    joints: joints.map(({ mimic, ...joint }) => ({
      ...omitDefaults(joint, { ...jointDefaults, rest: clampToJointLimits(0, joint.limits) }),
      ...(mimic && { mimic: omitDefaults(mimic, mimicDefaults) }),
    })),
    effectors: effectors.map((effector) => omitDefaults({ ...effector }, effectorDefaults)),
  };
}

const runDocument = ({ maxRises, ...run }: RunSettings) => ({
  ...run,
  maxRises: maxRises === MAX_RUN_COUNT ? null : maxRises,
});

function compactRun(run: RunSettings, defaults: object): PlainObject {
  const { restarts } = run;
  const restartsDocument = restarts && omitDefaults(restarts, restartsDefaults);
  return omitDefaults({ ...runDocument(run), restarts: restartsDocument }, defaults);
}

function compactTarget({ motion, free, ...target }: Target, weight: number): PlainObject {
  const moved = motion?.kind === 'sine' ? omitDefaults({ ...motion }, motionDefaults) : motion;
  const freeDocument = free && omitDefaults(free, targetFreedomDefaults);
  const defaults = { ...targetDefaults, orientationWeight: weight };
  return omitDefaults({ ...target, motion: moved, free: freeDocument }, defaults);
}

function compactPanel(
  { id, label, params, targetClamp, maxStep, maxSlide, gain, secondary }: MethodPanel,
  slot: number | null,
  distance: number,
  preset: MethodPreset | null,
  fitted: MethodLengths,
  catalogue: Catalogue,
): PlainObject {
  const row = panelMethodRow(catalogue, { id, params });
  const goal = secondary && omitDefaults({ ...secondary }, secondaryObjectiveDefaults);
  const initial = { ...initialParams(row, params, catalogue), ...fitted, ...preset?.params };
  const clampBase = { ...targetClampDefaults, distance, ...preset?.targetClamp };
  return {
    id: preset?.id ?? id,
    ...omitDefaults({ label }, { label: preset?.label ?? row?.name }),
    ...(slot === null ? {} : { slot }),
    ...omitEmpty({
      params: omitDefaults({ ...params }, initial),
      targetClamp: omitDefaults({ ...targetClamp }, clampBase),
    }),
    ...omitDefaults({ maxStep }, { maxStep: defaultMethodMaxStep(preset, row) }),
    ...omitDefaults({ maxSlide, gain, secondary: goal }, methodDefaults),
  };
}

function initialParams(
  row: MethodRow | null,
  params: MethodPanel['params'],
  catalogue: Catalogue,
): PlainObject {
  const keyed = row ? keyedParams(row, ({ key }) => params[key], catalogue) : [];
  return Object.fromEntries(keyed.map(({ key, param }) => [key, initialParamValue(param)]));
}

function omitDefaults(object: object, defaults: object): PlainObject {
  const base = new Map<string, unknown>(Object.entries(defaults));
  const entries = Object.entries(object).filter(([key, value]) => !deepEqual(value, base.get(key)));
  return Object.fromEntries(entries);
}

function omitEmpty(parts: Record<string, PlainObject>): PlainObject {
  return Object.fromEntries(Object.entries(parts).filter(([, x]) => Object.keys(x).length > 0));
}

export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, otherKeys] = [Object.keys(a), Object.keys(b)];
  const valueAt = (object: object, key: string) => (object as PlainObject)[key];
  return (
    keys.length === otherKeys.length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(valueAt(a, key), valueAt(b, key)))
  );
}
