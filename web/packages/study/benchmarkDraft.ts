/** A benchmark as it is being written: a study of a scene, the methods at hand, what stands in fields. */
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

/** Of families that do not do the same: what is asked of a robot first. */
const SUGGESTED = [
  ...['dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
  ...['bfgs', 'weighted-least-norm', 'two-stage'],
];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];
/** At most: of the first eighth on it may end as clear. */
const COUNT = 4000;
const LOOKS = 4;
/** Of a scene that says nothing of it: what does not get there by then mostly never does. */
const UPDATES = 500;
const UNSAID = 4000;
/** Of so many problems the causes: less than a tenth of the time of `COUNT`. */
const CAUSES = 200;

/** `fitted`: a constant that is the table's or a paper's is made to fit; `scene`: all as they are. */
export type ConstantsChoice = 'fitted' | 'scene';

/** A benchmark as its form holds it. */
export interface BenchmarkDraft {
  /** A study document but for its methods. */
  readonly base: PlainObject;
  readonly methods: readonly MethodPanel[];
  /** Whether constants that nobody chose fit the robot, */
  readonly constants: ConstantsChoice;
  /** The methods of either choice of constants, as a document has them. */
  readonly written: Readonly<Record<ConstantsChoice, readonly unknown[]>>;
  /** Places of those that take part. */
  readonly chosen: readonly number[];
  /** What was typed, by the path of its number in the document. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * The draft of the scene at work: its own methods take part, and the suggested ones that it lacks.
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
 * The stop rules that a scene has unless it says others end jumps to where nobody gets. Where every
 * problem can be solved they end runs that would have got there, those of some methods more than others.
 */
function unstopped({ maxRises, minImprovement }: Pick<Run, 'maxRises' | 'minImprovement'>) {
  const papers = versionDefaults[1].run;
  return {
    maxRises: maxRises === papers.maxRises ? MAX_COUNT : maxRises,
    minImprovement: minImprovement === papers.minImprovement ? 0 : minImprovement,
  };
}

/** The draft of a study from elsewhere: its methods take part, the suggested ones are at hand. */
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

/** With its lengths and its largest step fitted, where they are the table's or a paper's. */
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

/** Whether fitting them changes any of those that take part. */
export const mayFit = ({ written: { scene, fitted }, chosen }: BenchmarkDraft): boolean =>
  chosen.some((place) => !deepEqual(scene[place], fitted[place]));

/** The draft with another choice of constants. */
export const withConstants = (
  draft: BenchmarkDraft,
  constants: ConstantsChoice,
): BenchmarkDraft => ({
  ...draft,
  constants,
});

/** With the constants that a method gets which is added by hand. */
function added(id: string, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const draft = { ...fullDocument(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parse(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  return panel;
}

/** The study document of a draft: what is typed is in it, right or wrong. */
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

/** None at all is said by null, unless a solution outside the limits is none. */
function restartsOfDraft(restarts: unknown): unknown {
  if (!restarts) return null;
  const all: PlainObject = { most: 0, ...restarts };
  return all.most === 0 && (all.outside ?? 'keep') === 'keep' ? null : all;
}

/**
 * The slot of each method that takes part: its own, or one that none of the others has; null: it
 * takes no part, as there are more methods at hand than slots.
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

/** A number where it is one; else the text, which the schema refuses in its own words. */
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

/** What stands in a field: as typed, or as the document has it. */
export function fieldText({ base, texts }: BenchmarkDraft, path: string, otherwise = ''): string {
  const typed = texts[path];
  if (typed !== undefined) return typed;
  let node: unknown = base;
  for (const key of keysOf(path)) node = (node as Node | null | undefined)?.[key];
  return node === undefined || node === null ? otherwise : String(node);
}

/** The draft with what was typed into a field. */
export const withTyped = (draft: BenchmarkDraft, path: string, text: string): BenchmarkDraft => ({
  ...draft,
  texts: { ...draft.texts, [path]: text },
});

/** Another way to draw problems; numbers of the way before go. */
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

/** A cube about the base, in which most of the robot's reach lies. */
function boxOf({ base, written }: BenchmarkDraft, catalogue: Catalogue) {
  const document = { ...(base.scenario as PlainObject), methods: written.scene.slice(0, 1) };
  const read = parse(document, catalogue);
  const reach = read.ok ? catalogue.stretchOf(resolve(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}

/** The draft with a method taking part or not. */
export const withToggled = (draft: BenchmarkDraft, place: number): BenchmarkDraft => {
  const { chosen } = draft;
  const without = chosen.filter((each) => each !== place);
  const next = without.length < chosen.length ? without : [...chosen, place];
  return { ...draft, chosen: next.sort((a, b) => a - b) };
};
