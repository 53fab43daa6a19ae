/**
 * A benchmark while it is edited: the study of a scene, the methods on offer, the texts of the
 * fields.
 */
import { addMethod, FITTED_STEP, fittedParams } from '@iklab/core/document/edits';
import {
  CURRENT_VERSION,
  deepEqual,
  fullDocument,
  type MethodPanel,
  type PlainObject,
  type Restarts,
  type Run,
  resolve,
  type Scenario,
  versionDefaults,
} from '@iklab/core/scenario';
import { MAX_COUNT, MAX_METHODS } from '@iklab/core/scenario/checks';
import { type Catalogue, methodPresets, methodRow, panelRow } from '@iklab/core/scenario/methods';
import { parse } from '@iklab/core/scenario/parse';
import type { Study } from './study.ts';
import { fullStudy } from './writeStudy.ts';

/** Methods of different families, offered first for any robot. */
const SUGGESTED_METHODS = [
  ...['dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
  ...['bfgs', 'weighted-least-norm', 'two-stage'],
];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The study may end from the first eighth on if the result is clear. */
const PROBLEM_COUNT = 4000;
const LOOK_COUNT = 4;
/**
 * Update limit for a scene that sets none: a run that has not reached its target by then rarely
 * does.
 */
const DEFAULT_MAX_UPDATES = 500;
const SCENE_MAX_UPDATES = 4000;
/** Number of problems with a diagnosed cause: less than a tenth of the time of `PROBLEM_COUNT`. */
const CAUSE_COUNT = 200;

/**
 * `fitted`: constants that come from the catalogue or a paper are scaled to the robot. `scene`: all
 * constants are used as they are.
 */
export type ConstantsChoice = 'fitted' | 'scene';

export interface BenchmarkDraft {
  /** The study document without its methods. */
  readonly base: PlainObject;
  readonly methods: readonly MethodPanel[];
  readonly constants: ConstantsChoice;
  /** The methods in the form of a document, for each choice of constants. */
  readonly written: Readonly<Record<ConstantsChoice, readonly unknown[]>>;
  /** Indices of the methods that take part. */
  readonly chosen: readonly number[];
  /** Typed texts, by the path of the field's number in the document. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The scene's own methods take part, and the suggested ones that it lacks. */
export function draftFromScene(scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const { view: _, name, ...written } = fullDocument(scenario);
  const { restarts, ...run } = scenario.run;
  const maxUpdates = run.maxUpdates === SCENE_MAX_UPDATES ? DEFAULT_MAX_UPDATES : run.maxUpdates;
  const base = {
    iklabStudy: CURRENT_VERSION,
    name,
    scenario: {
      ...written,
      name,
      run: { ...run, ...withoutStopRules(run), mode: 'converge', maxUpdates },
    },
    sampling: { kind: 'reachable', start: 'given' },
    restarts: restarts && withoutSeed(restarts),
    count: PROBLEM_COUNT,
    looks: LOOK_COUNT,
    causes: CAUSE_COUNT,
    seed: 1,
  };
  return withSuggested(base, scenario, catalogue, 'fitted', 'suggested');
}

const withoutSeed = ({ most, every, outside }: Restarts) => ({ most, every, outside });

/**
 * The default stop rules of a scene also stop runs whose targets are out of reach. Where every
 * problem has a solution, these rules would stop runs that would have reached it, and would affect
 * some methods more than others.
 */
function withoutStopRules({ maxRises, minImprovement }: Pick<Run, 'maxRises' | 'minImprovement'>) {
  const papers = versionDefaults[1].run;
  return {
    maxRises: maxRises === papers.maxRises ? MAX_COUNT : maxRises,
    minImprovement: minImprovement === papers.minImprovement ? 0 : minImprovement,
  };
}

/** The methods of the study take part, the suggested ones are on offer. */
export const draftFromStudy = (study: Study, catalogue: Catalogue): BenchmarkDraft =>
  withSuggested(fullStudy(study), study.scenario, catalogue, 'scene', 'own');

function withSuggested(
  base: PlainObject,
  scenario: Scenario,
  catalogue: Catalogue,
  constants: ConstantsChoice,
  selection: 'own' | 'suggested',
): BenchmarkDraft {
  const available = SUGGESTED_METHODS.filter((id) => methodRow(catalogue, id));
  const missing = available.filter((id) => scenario.methods.every((method) => method.id !== id));
  const methods = [...scenario.methods];
  const fair = (panel: MethodPanel): MethodPanel => fitConstants(panel, scenario, catalogue);
  for (const id of missing) methods.push(fair(makeMethod(id, scenario, catalogue)));
  const taking = [...methods.keys()].slice(
    0,
    selection === 'own' ? scenario.methods.length : MAX_METHODS,
  );
  const asDocument = (panels: readonly MethodPanel[]) =>
    fullDocument({ ...scenario, methods: panels }).methods as readonly unknown[];
  const written = { scene: asDocument(methods), fitted: asDocument(methods.map(fair)) };
  return { base, methods, constants, written, chosen: taking, texts: {} };
}

/** Fits the step limit, and the constants that come from the catalogue or a paper. */
function fitConstants(panel: MethodPanel, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const row = panelRow(catalogue, panel);
  const papers = methodPresets.filter(({ method }) => method === panel.id);
  const initial = (key: string) => row?.params.find((param) => param.key === key)?.initial;
  const isPreset = (key: string): boolean =>
    [initial(key), ...papers.map(({ params }) => params[key])].includes(
      panel.params[key] as number,
    );
  const entries = Object.entries(fittedParams(scenario, panel.id, panel.params, catalogue));
  const params = {
    ...panel.params,
    ...Object.fromEntries(entries.filter(([key]) => isPreset(key))),
  };
  const own = panel.maxStep !== row?.maxStep;
  return { ...panel, params, maxStep: own ? panel.maxStep : FITTED_STEP };
}

/** False if scaling changes no method that takes part. */
export const canFitConstants = ({ written: { scene, fitted }, chosen }: BenchmarkDraft): boolean =>
  chosen.some((index) => !deepEqual(scene[index], fitted[index]));

export const withConstants = (
  draft: BenchmarkDraft,
  constants: ConstantsChoice,
): BenchmarkDraft => ({
  ...draft,
  constants,
});

/** Makes a panel with the constants that the method gets when it is added to a scene. */
function makeMethod(id: string, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const draft = { ...fullDocument(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parse(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  return panel;
}

/** Includes the texts of the fields, valid or not. */
export function draftDocument(draft: BenchmarkDraft): PlainObject {
  const { base, chosen, texts } = draft;
  const written = draft.written[draft.constants];
  const slots = assignSlots(draft);
  const document = structuredClone(base) as PlainObject & { scenario: PlainObject };
  document.scenario.methods = chosen.map((index) => ({
    ...(written[index] as PlainObject),
    slot: slots[index],
  }));
  for (const [path, text] of Object.entries(texts)) setAtPath(document, path, parseNumber(text));
  document.restarts = compactRestarts(document.restarts);
  return document;
}

/** Null for the default: no restarts, and solutions outside the limits are kept. */
function compactRestarts(restarts: unknown): unknown {
  if (!restarts) return null;
  const all: PlainObject = { most: 0, ...restarts };
  return all.most === 0 && (all.outside ?? 'keep') === 'keep' ? null : all;
}

/**
 * The method's own slot, or a free one. Null if the method does not take part, because there may be
 * more methods on offer than slots.
 */
export function assignSlots({ methods, chosen }: BenchmarkDraft): (number | null)[] {
  const usedSlots = new Set<number>();
  const slots = methods.map((): number | null => null);
  for (const index of chosen) {
    const preferred = methods[index]?.slot ?? 1;
    const slot =
      (usedSlots.has(preferred) && SLOTS.find((each) => !usedSlots.has(each))) || preferred;
    slots[index] = slot;
    usedSlots.add(slot);
  }
  return slots;
}

/** A text that is no number is returned, and the schema rejects it. */
function parseNumber(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}

const splitPath = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? +key : key]));

type PathNode = Record<string | number, unknown>;

function setAtPath(document: PlainObject, path: string, value: unknown): void {
  const keys = splitPath(path);
  const last = keys.pop() ?? '';
  let node = document as PathNode;
  for (const key of keys) {
    if (typeof node[key] !== 'object' || node[key] === null) node[key] = {};
    node = node[key] as PathNode;
  }
  node[last] = value;
}

/** Returns the typed text of a field, or the value of the document. */
export function fieldText({ base, texts }: BenchmarkDraft, path: string, otherwise = ''): string {
  const draftText = texts[path];
  if (draftText !== undefined) return draftText;
  let node: unknown = base;
  for (const key of splitPath(path)) node = (node as PathNode | null | undefined)?.[key];
  return node === undefined || node === null ? otherwise : String(node);
}

export const withFieldText = (
  draft: BenchmarkDraft,
  path: string,
  text: string,
): BenchmarkDraft => ({
  ...draft,
  texts: { ...draft.texts, [path]: text },
});

/** Drops numbers of the previous sampling. */
export function withSampling(
  draft: BenchmarkDraft,
  kind: string,
  start: string,
  catalogue: Catalogue,
): BenchmarkDraft {
  const box = kind === 'box' ? workspaceBox(draft, catalogue) : {};
  const texts = Object.fromEntries(
    Object.entries(draft.texts).filter(([path]) => !path.startsWith('sampling.')),
  );
  const spread = start === 'near' ? { spread: 0.5 } : {};
  const near = start === 'near' && kind === 'box' ? 'given' : start;
  const sampling = { kind, ...box, start: near, ...(near === 'near' && spread) };
  return { ...draft, base: { ...draft.base, sampling }, texts };
}

/** A cube about the base that contains most of the workspace. */
function workspaceBox({ base, written }: BenchmarkDraft, catalogue: Catalogue) {
  const document = { ...(base.scenario as PlainObject), methods: written.scene.slice(0, 1) };
  const read = parse(document, catalogue);
  const reach = read.ok ? catalogue.stretchOf(resolve(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}

export const withMethodToggled = (draft: BenchmarkDraft, index: number): BenchmarkDraft => {
  const { chosen } = draft;
  const remaining = chosen.filter((each) => each !== index);
  const next = remaining.length < chosen.length ? remaining : [...chosen, index];
  return { ...draft, chosen: next.sort((a, b) => a - b) };
};
