/**
 * A benchmark while it is edited: the study of a scene, the methods on offer, the texts of the
 * fields.
 */
import { addMethod, FITTED_STEP, fittedParams } from 'iklab/document';
import {
  type Catalogue,
  CURRENT,
  deepEqual,
  fullDocument,
  MAX_COUNT,
  MAX_METHODS,
  type MethodPanel,
  methodPresets,
  methodRow,
  type PlainObject,
  panelRow,
  parse,
  type Restarts,
  type Run,
  resolve,
  type Scenario,
  versionDefaults,
} from 'iklab/scenario';
import type { Study } from './study.ts';
import { fullStudy } from './writeStudy.ts';

/** Methods of different families, offered first for any robot. */
const SUGGESTED = [
  ...['dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
  ...['bfgs', 'weighted-least-norm', 'two-stage'],
];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];
/**
 * Maximum number of problems; the study may end from the first eighth on if the result is clear.
 */
const COUNT = 4000;
const LOOKS = 4;
/**
 * Update limit for a scene that sets none: a run that has not reached its target by then rarely
 * does.
 */
const UPDATES = 500;
const UNSAID = 4000;
/** Number of problems with a diagnosed cause: less than a tenth of the time of `COUNT`. */
const CAUSES = 200;

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
  /** The methods as a document writes them, for each choice of constants. */
  readonly written: Readonly<Record<ConstantsChoice, readonly unknown[]>>;
  /** Indices of the methods that take part. */
  readonly chosen: readonly number[];
  /** The texts of the fields, by the path of their number in the document. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Returns the draft for the current scene: its own methods take part, and the suggested ones that
 * it lacks.
 */
export function draftOfScene(scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const { view: _, name, ...written } = fullDocument(scenario);
  const { restarts, ...run } = scenario.run;
  const maxUpdates = run.maxUpdates === UNSAID ? UPDATES : run.maxUpdates;
  const base = {
    iklabStudy: CURRENT,
    name,
    scenario: {
      ...written,
      name,
      run: { ...run, ...unstopped(run), mode: 'converge', maxUpdates },
    },
    sampling: { kind: 'reachable', start: 'given' },
    restarts: restarts && withoutSeed(restarts),
    count: COUNT,
    looks: LOOKS,
    causes: CAUSES,
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
function unstopped({ maxRises, minImprovement }: Pick<Run, 'maxRises' | 'minImprovement'>) {
  const papers = versionDefaults[1].run;
  return {
    maxRises: maxRises === papers.maxRises ? MAX_COUNT : maxRises,
    minImprovement: minImprovement === papers.minImprovement ? 0 : minImprovement,
  };
}

/**
 * Returns the draft of an imported study: its methods take part, the suggested ones are on offer.
 */
export const draftOfStudy = (study: Study, catalogue: Catalogue): BenchmarkDraft =>
  withSuggested(fullStudy(study), study.scenario, catalogue, 'scene', 'own');

function withSuggested(
  base: PlainObject,
  scenario: Scenario,
  catalogue: Catalogue,
  constants: ConstantsChoice,
  asks: 'own' | 'suggested',
): BenchmarkDraft {
  const known = SUGGESTED.filter((id) => methodRow(catalogue, id));
  const missing = known.filter((id) => scenario.methods.every((method) => method.id !== id));
  const methods = [...scenario.methods];
  const fair = (panel: MethodPanel): MethodPanel => fairly(panel, scenario, catalogue);
  for (const id of missing) methods.push(fair(added(id, scenario, catalogue)));
  const taking = [...methods.keys()].slice(
    0,
    asks === 'own' ? scenario.methods.length : MAX_METHODS,
  );
  const asDocument = (panels: readonly MethodPanel[]) =>
    fullDocument({ ...scenario, methods: panels }).methods as readonly unknown[];
  const written = { scene: asDocument(methods), fitted: asDocument(methods.map(fair)) };
  return { base, methods, constants, written, chosen: taking, texts: {} };
}

/** Scales the lengths and the largest joint step that come from the catalogue or a paper. */
function fairly(panel: MethodPanel, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const row = panelRow(catalogue, panel);
  const papers = methodPresets.filter(({ method }) => method === panel.id);
  const initial = (key: string) => row?.params.find((param) => param.key === key)?.initial;
  const isPreset = (key: string): boolean =>
    [initial(key), ...papers.map(({ params }) => params[key])].includes(
      panel.params[key] as number,
    );
  const fits = Object.entries(fittedParams(scenario, panel.id, panel.params, catalogue));
  const params = { ...panel.params, ...Object.fromEntries(fits.filter(([key]) => isPreset(key))) };
  const own = panel.maxStep !== row?.maxStep;
  return { ...panel, params, maxStep: own ? panel.maxStep : FITTED_STEP };
}

/** Whether scaling the constants changes any method that takes part. */
export const mayFit = ({ written: { scene, fitted }, chosen }: BenchmarkDraft): boolean =>
  chosen.some((place) => !deepEqual(scene[place], fitted[place]));

export const withConstants = (
  draft: BenchmarkDraft,
  constants: ConstantsChoice,
): BenchmarkDraft => ({
  ...draft,
  constants,
});

/** Returns a method with the constants that it gets when the user adds it to a scene. */
function added(id: string, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const draft = { ...fullDocument(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parse(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  return panel;
}

/** Returns the study document of a draft, including the texts of its fields, valid or not. */
export function studyOfDraft(draft: BenchmarkDraft): PlainObject {
  const { base, chosen, texts } = draft;
  const written = draft.written[draft.constants];
  const slots = draftSlots(draft);
  const document = structuredClone(base) as PlainObject & { scenario: PlainObject };
  document.scenario.methods = chosen.map((place) => ({
    ...(written[place] as PlainObject),
    slot: slots[place],
  }));
  for (const [path, text] of Object.entries(texts)) put(document, path, numberOr(text));
  document.restarts = restartsOfDraft(document.restarts);
  return document;
}

/**
 * Returns null if the restarts equal the default: none, and solutions outside the limits are kept.
 */
function restartsOfDraft(restarts: unknown): unknown {
  if (!restarts) return null;
  const all: PlainObject = { most: 0, ...restarts };
  return all.most === 0 && (all.outside ?? 'keep') === 'keep' ? null : all;
}

/**
 * Returns the slot of each method that takes part: its own, or a free one. Null if it does not take
 * part, because there may be more methods on offer than slots.
 */
export function draftSlots({ methods, chosen }: BenchmarkDraft): (number | null)[] {
  const taken = new Set<number>();
  const slots = methods.map((): number | null => null);
  for (const place of chosen) {
    const own = methods[place]?.slot ?? 1;
    const slot = (taken.has(own) && SLOTS.find((each) => !taken.has(each))) || own;
    slots[place] = slot;
    taken.add(slot);
  }
  return slots;
}

/** Returns a number if the text is one; otherwise the text, which the schema rejects. */
function numberOr(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}

const keysOf = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? +key : key]));

type Node = Record<string | number, unknown>;

function put(document: PlainObject, path: string, value: unknown): void {
  const keys = keysOf(path);
  const last = keys.pop() ?? '';
  let node = document as Node;
  for (const key of keys) {
    if (typeof node[key] !== 'object' || node[key] === null) node[key] = {};
    node = node[key] as Node;
  }
  node[last] = value;
}

/** Returns the text of a field: as typed, or the value of the document. */
export function fieldText({ base, texts }: BenchmarkDraft, path: string, otherwise = ''): string {
  const typed = texts[path];
  if (typed !== undefined) return typed;
  let node: unknown = base;
  for (const key of keysOf(path)) node = (node as Node | null | undefined)?.[key];
  return node === undefined || node === null ? otherwise : String(node);
}

export const withTyped = (draft: BenchmarkDraft, path: string, text: string): BenchmarkDraft => ({
  ...draft,
  texts: { ...draft.texts, [path]: text },
});

/** Returns the draft with another sampling; numbers of the previous sampling are dropped. */
export function withSampling(
  draft: BenchmarkDraft,
  kind: string,
  start: string,
  catalogue: Catalogue,
): BenchmarkDraft {
  const box = kind === 'box' ? boxOf(draft, catalogue) : {};
  const texts = Object.fromEntries(
    Object.entries(draft.texts).filter(([path]) => !path.startsWith('sampling.')),
  );
  const spread = start === 'near' ? { spread: 0.5 } : {};
  const near = start === 'near' && kind === 'box' ? 'given' : start;
  const sampling = { kind, ...box, start: near, ...(near === 'near' && spread) };
  return { ...draft, base: { ...draft.base, sampling }, texts };
}

/** Returns a cube about the base that contains most of the workspace. */
function boxOf({ base, written }: BenchmarkDraft, catalogue: Catalogue) {
  const document = { ...(base.scenario as PlainObject), methods: written.scene.slice(0, 1) };
  const read = parse(document, catalogue);
  const reach = read.ok ? catalogue.stretchOf(resolve(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}

export const withToggled = (draft: BenchmarkDraft, place: number): BenchmarkDraft => {
  const { chosen } = draft;
  const without = chosen.filter((each) => each !== place);
  const next = without.length < chosen.length ? without : [...chosen, place];
  return { ...draft, chosen: next.sort((a, b) => a - b) };
};
