/** Reads and checks all documents from outside: links, files, the clipboard, presets, pages. */

import { MAX_BUILD_VERSION_CHARACTERS, MAX_RUN_COUNT, START_LIMIT_SLACK } from './checks/bounds.ts';
import { FaultCollector } from './checks/faults.ts';
import { isRecord } from './checks/shapes.ts';
import {
  type CheckedDocumentStructure,
  pickValidEntries,
  readDocumentStructure,
} from './checks/structure.ts';
import {
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from './checks/words.ts';
import { effectorDefaults, jointDefaults, methodDefaults, targetDefaults } from './defaults.ts';
import type { JointDocument, ScenarioDocument, TreeDocument } from './document.ts';
import type { Catalogue } from './methods/catalogue.ts';
import { type ComputeFittedLengths, checkMethods } from './methods/checkMethods.ts';
import { FORMULA_METHOD_ID } from './methods/formula.ts';
import {
  defaultOrientationWeight,
  fitMethodLengths,
  methodLengthParams,
} from './methods/methodLengths.ts';
import { defaultLinkPresetId, loadedScenarioPresetIds, scenarioPreset } from './presets/presets.ts';
import { checkTree } from './robot/checkTree.ts';
import {
  completeTreeSource,
  isIndependentJoint,
  type ResolvedTree,
  restPose,
} from './robot/trees.ts';
import { checkEffectorsDiffer, checkTarget } from './targets/checkTargets.ts';
import type { DocumentVersion, MethodPanel, Result, Scenario, Target } from './types.ts';
import { CURRENT_DOCUMENT_VERSION, readDocumentVersion, withVersionDefaults } from './versions.ts';
import { fullDocument } from './write.ts';

function checkStart(
  { start, limitPolicy }: Pick<ScenarioDocument, 'start' | 'limitPolicy'>,
  written: ResolvedTree | null,
  moving: number | null,
  faults: FaultCollector,
): void {
  if (start === null) return;
  if (written?.pose) {
    faults.add(['start'], 'must be left out: the points of the tree give the start pose');
    return;
  }
  if (moving !== null && start.length !== moving) {
    const wanted = moving === 1 ? '1 value' : `${moving} values`;
    const reason = `must have ${wanted}, one per independent joint; got ${start.length}`;
    faults.addCount(['start'], reason);
    return;
  }
  if (limitPolicy === 'ignore' || !written) return;
  written.tree.joints.filter(isIndependentJoint).forEach(({ id, limits }, i) => {
    const value = start[i] ?? 0;
    if (!limits || isWithinLimits(value, limits)) return;
    const range = `must be from ${limits[0]} to ${limits[1]}, the limits of joint ${quoteInOneLine(id)}`;
    faults.add(
      ['start', i],
      `${range} (unless limitPolicy is ignore); ${receivedValueText(value)}`,
    );
  });
}

const isWithinLimits = (value: number, [lower, upper]: readonly [number, number]) =>
  value >= lower - START_LIMIT_SLACK && value <= upper + START_LIMIT_SLACK;

/** Returns the scenario of a document, or up to 20 faults, structural faults first. */
export function parseScenarioDocument(input: unknown, catalogue: Catalogue): Result<Scenario> {
  const read = readDocumentVersion(input);
  if (!read.ok) return read;
  const { version } = read.value;
  const faults = new FaultCollector();
  const document = withPreset(read.value.document, version, catalogue, faults);
  const draft = readDocumentStructure(withVersionDefaults(document, version), faults);
  const tree = readTree(draft, faults);
  const { written } = tree;
  const checkedTargets = readTargets(draft, tree, faults);
  // A document with faults needs no fitted lengths.
  const canFit = version > 1 && !faults.any;
  let cached: number | null = null;
  const stretch = (): number => {
    cached ??= canFit ? computeStretch(written, checkedTargets, catalogue) : Number.NaN;
    return cached;
  };
  const targets = withFittedWeights(checkedTargets, document.targets, stretch);
  const methods = readMethods(draft, written, stretch, catalogue, faults);
  if (draft.sound('start') && draft.sound('limitPolicy')) {
    checkStart(draft.document, written, tree.moving, faults);
  }
  if (faults.any || written === null) return { ok: false, faults: faults.list() };
  return { ok: true, value: makeScenario(draft, written, targets, methods) };
}

/**
 * Returns the `id` of each method in a document: a method or a preset of methods. Null without an
 * id.
 */
export function listMethodIds(document: unknown): readonly (string | null)[] {
  const { methods } = isRecord(document) ? { ...findPreset(document)?.document, ...document } : {};
  if (!Array.isArray(methods)) return [];
  return methods.map((method) =>
    isRecord(method) && typeof method.id === 'string' ? method.id : null,
  );
}

function withPreset(
  document: Record<string, unknown>,
  version: DocumentVersion,
  catalogue: Catalogue,
  faults: FaultCollector,
): Record<string, unknown> {
  const { preset: id, build, ...entries } = document;
  if (
    build !== undefined &&
    (typeof build !== 'string' || build.length > MAX_BUILD_VERSION_CHARACTERS)
  ) {
    const allowed = `must be a string of at most ${MAX_BUILD_VERSION_CHARACTERS} characters`;
    faults.add(['build'], `${allowed}; ${receivedValueText(build)}`);
  }
  if (id === undefined) return entries;
  const preset = findPreset(document);
  if (preset) return { ...convertPreset(preset.document, version, catalogue), ...entries };
  const meant = typeof id === 'string' ? nearestWordSuggestion(id, loadedScenarioPresetIds()) : '';
  faults.add(
    ['preset'],
    `must be one of ${listWords(loadedScenarioPresetIds(), meant ? 6 : 60)}; ${receivedValueText(id)}${meant}`,
  );
  // Avoids faults about keys that the preset would have defined.
  return { ...scenarioPreset(defaultLinkPresetId)?.document, ...entries };
}

const findPreset = ({ preset: id }: Record<string, unknown>) =>
  typeof id === 'string' ? scenarioPreset(id) : null;

function convertPreset(preset: object, version: DocumentVersion, catalogue: Catalogue): object {
  const read = readDocumentVersion(preset);
  if (read.ok && read.value.version === version) return preset;
  const scenario = parseScenarioDocument(preset, catalogue);
  return scenario.ok ? { ...fullDocument(scenario.value), iklab: version } : preset;
}

function computeStretch(
  written: ResolvedTree | null,
  targets: readonly Target[],
  catalogue: Catalogue,
): number {
  if (!written) return Number.NaN;
  const { tree, pose } = written;
  const start = pose ?? restPose(tree);
  return catalogue.stretchOf({ tree, start, scenario: { targets } });
}

function withFittedWeights(
  targets: readonly Target[],
  documents: unknown,
  stretch: () => number,
): readonly Target[] {
  if (!Array.isArray(documents)) return targets;
  return targets.map((target, i) => {
    const document: unknown = documents[i];
    const isSaid = !isRecord(document) || document.orientationWeight !== undefined;
    return isSaid ? target : { ...target, orientationWeight: defaultOrientationWeight(stretch()) };
  });
}

interface TreeParts {
  readonly written: ResolvedTree | null;
  readonly effectors: readonly string[] | null;
  readonly moving: number | null;
}

const UNKNOWN_TREE: TreeParts = { written: null, effectors: null, moving: null };

function readTree(draft: CheckedDocumentStructure, faults: FaultCollector): TreeParts {
  const { tree } = draft.document;
  if (draft.sound('tree')) return describeTree(checkTree(tree, faults), tree);
  if (!isRecord(tree) || !('joints' in tree) || draft.refused('tree')) return UNKNOWN_TREE;
  const { joints, effectors } = tree;
  const idsKnown = (items: unknown, list: string) =>
    Array.isArray(items) &&
    items.every((item, i) => isRecord(item) && draft.sound('tree', list, i, 'id'));
  if (!idsKnown(joints, 'joints') || !idsKnown(effectors, 'effectors')) return UNKNOWN_TREE;
  // Others may depend on entries that were cut off.
  if (!draft.sound('tree', 'joints', 'length')) return UNKNOWN_TREE;
  const blankEffector = { ...effectorDefaults, parent: joints[0]?.id };
  const read = {
    joints: joints.map((x, i) => pickValidEntries(draft, ['tree', 'joints', i], x, blankJoint)),
    effectors: effectors.map((x, i) =>
      pickValidEntries(draft, ['tree', 'effectors', i], x, blankEffector as Partial<typeof x>),
    ),
  };
  checkTree(read, faults);
  const isKnown = (i: number, key: string) => draft.sound('tree', 'joints', i, key);
  const typesKnown = joints.every((_, i) => isKnown(i, 'type') && isKnown(i, 'mimic'));
  const { moving, effectors: ids } = describeTree(null, read);
  const idsWhole = draft.sound('tree', 'effectors', 'length');
  return { written: null, effectors: idsWhole ? ids : null, moving: typesKnown ? moving : null };
}

const blankJoint = jointDefaults as unknown as Partial<JointDocument>;

function describeTree(written: ResolvedTree | null, source: TreeDocument): TreeParts {
  const tree = written?.tree ?? ('joints' in source ? source : null);
  if (!tree) return UNKNOWN_TREE;
  const effectors = tree.effectors.map(({ id }) => id);
  return {
    written,
    effectors,
    moving: tree.joints.filter((joint) => isIndependentJoint(joint)).length,
  };
}

function readTargets(
  draft: CheckedDocumentStructure,
  { effectors }: TreeParts,
  faults: FaultCollector,
): Target[] {
  if (!Array.isArray(draft.document.targets)) return [];
  const entries = draft.document.targets.map((target, i) =>
    draft.sound('targets', i, 'effector') && isRecord(target)
      ? pickValidEntries(draft, ['targets', i], target, targetDefaults)
      : null,
  );
  const targets = entries.map((t, i) => t && checkTarget(t, i, effectors, faults));
  checkEffectorsDiffer(targets, faults);
  return targets.filter((target) => target !== null);
}

function readMethods(
  draft: CheckedDocumentStructure,
  written: ResolvedTree | null,
  stretch: () => number,
  catalogue: Catalogue,
  faults: FaultCollector,
): MethodPanel[] {
  if (!Array.isArray(draft.document.methods)) return [];
  const blank = { ...methodDefaults, params: {}, targetClamp: {} };
  // The method of a custom panel depends on its text.
  const named = (method: unknown, i: number): boolean =>
    draft.sound('methods', i, 'id') &&
    (!isRecord(method) || method.id !== FORMULA_METHOD_ID || draft.sound('methods', i, 'params'));
  const entries = draft.document.methods.map((method, i) =>
    named(method, i) && isRecord(method)
      ? pickValidEntries(draft, ['methods', i], method, blank)
      : null,
  );
  // Documents from edits contain all lengths; then the module is not called.
  const fitLengths: ComputeFittedLengths = (id, params) =>
    methodLengthParams(id, params, catalogue).every(({ key }) => params[key] !== undefined)
      ? {}
      : fitMethodLengths(stretch(), id, params, catalogue);
  const panels = checkMethods(entries, written?.tree ?? null, fitLengths, catalogue, faults);
  return panels.filter((panel) => panel !== null);
}

function makeScenario(
  { document }: CheckedDocumentStructure,
  written: ResolvedTree,
  targets: readonly Target[],
  methods: readonly MethodPanel[],
): Scenario {
  const { name, note, unit, judgedBy, tree, start, limitPolicy, run, view } = document;
  return {
    iklab: CURRENT_DOCUMENT_VERSION,
    name,
    note,
    unit,
    judgedBy,
    tree: completeTreeSource(tree),
    start,
    limitPolicy,
    targets,
    methods,
    run: { ...run, maxRises: run.maxRises ?? MAX_RUN_COUNT },
    view: { ...view, up: view.up ?? written.up },
  };
}
