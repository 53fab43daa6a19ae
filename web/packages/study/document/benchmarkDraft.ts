/** A benchmark while it is edited: a study document, and the methods on offer. */
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
import { fieldValue, withFieldValue } from './fieldValue.ts';
import type { Study } from './study.ts';
import { restartDefaults } from './studyDocument.ts';
import { fullStudy } from './writeStudy.ts';

/** Ids of methods of different families, offered first for any robot. */
const SUGGESTED_METHODS = [
  ...['dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
  ...['bfgs', 'weighted-least-norm', 'two-stage'],
];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];
/**
 * Default number of problems; the study may end from the first eighth on if the result is clear.
 */
const PROBLEM_COUNT = 4000;
const LOOK_COUNT = 4;
/**
 * Update limit for a scene that sets none: a run that has not reached its target by then rarely
 * does.
 */
const DEFAULT_MAX_UPDATES = 500;
const SCENE_MAX_UPDATES = 4000;
/**
 * Default number of problems whose causes of failure are diagnosed: less than a tenth of the time
 * of `PROBLEM_COUNT`.
 */
const CAUSE_COUNT = 200;
/** Default distance of starts that lie near the solution, radians. */
const NEAR_SPREAD = 0.5;

/**
 * Choice of the methods' constants. `fitted`: those from the catalogue or a paper are scaled to the
 * robot. `scene`: all are used as they are.
 */
export type ConstantsChoice = 'fitted' | 'scene';

/** A study document whose fields may be invalid. */
type DraftDocument = PlainObject & {
  readonly scenario: PlainObject & { readonly run: PlainObject };
};

export interface BenchmarkDraft {
  /** The study document as it would be parsed; a field that is no number has the typed text. */
  readonly document: DraftDocument;
  /** The study document before any edit. */
  readonly initial: DraftDocument;
  /** Methods on offer, whether they take part or not. */
  readonly methods: readonly MethodPanel[];
  readonly constants: ConstantsChoice;
  /** The methods in the form of a document, for each choice of constants. */
  readonly written: Readonly<Record<ConstantsChoice, readonly PlainObject[]>>;
  /** Indices, among the methods on offer, of those that take part. */
  readonly chosen: readonly number[];
}

/** Makes a draft from a scene: its own methods take part, and the suggested ones that it lacks. */
export function draftFromScene(scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const { view: _, name, ...written } = fullDocument(scenario);
  const { restarts, ...run } = scenario.run;
  const maxUpdates = run.maxUpdates === SCENE_MAX_UPDATES ? DEFAULT_MAX_UPDATES : run.maxUpdates;
  const document = {
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
  return withSuggested(document, scenario, catalogue, 'fitted', 'suggested');
}

const withoutSeed = ({ most, every, outside }: Restarts) => ({ most, every, outside });

/**
 * Removes the default stop rules of a scene, which also stop runs whose targets are out of reach.
 * Where every problem has a solution, these rules would stop runs that would have reached it, and
 * would affect some methods more than others.
 */
function withoutStopRules({ maxRises, minImprovement }: Pick<Run, 'maxRises' | 'minImprovement'>) {
  const papers = versionDefaults[1].run;
  return {
    maxRises: maxRises === papers.maxRises ? MAX_COUNT : maxRises,
    minImprovement: minImprovement === papers.minImprovement ? 0 : minImprovement,
  };
}

/** Makes a draft from a study: its methods take part, the suggested ones are on offer. */
export function draftFromStudy(study: Study, catalogue: Catalogue): BenchmarkDraft {
  const full = fullStudy(study) as DraftDocument;
  // Its scenario has the restarts of the study too, and would keep them when the study has none.
  const document = study.restarts ? withFieldValue(full, 'scenario.run.restarts', null) : full;
  return withSuggested(document, study.scenario, catalogue, 'scene', 'own');
}

function withSuggested(
  document: DraftDocument,
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
  const chosen = [...methods.keys()].slice(
    0,
    selection === 'own' ? scenario.methods.length : MAX_METHODS,
  );
  const asDocument = (panels: readonly MethodPanel[]) =>
    fullDocument({ ...scenario, methods: panels }).methods as readonly PlainObject[];
  const written = { scene: asDocument(methods), fitted: asDocument(methods.map(fair)) };
  const draft = { document, initial: document, methods, constants, written, chosen };
  const { document: initial } = withMethods(draft, {});
  return { ...draft, document: initial, initial };
}

/**
 * Fits the step limit of a method to the robot, and its constants that come from the catalogue or a
 * paper.
 */
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

/** Returns whether scaling to the robot changes the constants of a method that takes part. */
export const canFitConstants = ({ written: { scene, fitted }, chosen }: BenchmarkDraft): boolean =>
  chosen.some((index) => !deepEqual(scene[index], fitted[index]));

/** Makes a panel with the constants that the method gets when it is added to a scene. */
function makeMethod(id: string, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const draft = { ...fullDocument(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parse(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  return panel;
}

/** Returns the draft with other methods taking part; each method keeps its slot if it is free. */
export function withMethods(
  draft: BenchmarkDraft,
  choice: Partial<Pick<BenchmarkDraft, 'chosen' | 'constants'>>,
): BenchmarkDraft {
  const next = { ...draft, ...choice };
  const usedSlots = new Set<number>();
  const methods = next.chosen.map((index) => {
    const preferred = next.methods[index]?.slot ?? 1;
    const slot =
      (usedSlots.has(preferred) && SLOTS.find((each) => !usedSlots.has(each))) || preferred;
    usedSlots.add(slot);
    return { ...next.written[next.constants][index], slot };
  });
  return withDocument(next, withFieldValue(next.document, 'scenario.methods', methods));
}

/**
 * Returns the slot of a method on offer; null if it does not take part, because there may be more
 * methods on offer than slots.
 */
export function slotOfDraftMethod(
  { document, chosen }: BenchmarkDraft,
  index: number,
): number | null {
  const methods = document.scenario.methods as readonly { readonly slot: number }[];
  return methods[chosen.indexOf(index)]?.slot ?? null;
}

export const withMethodToggled = (draft: BenchmarkDraft, index: number): BenchmarkDraft => {
  const { chosen } = draft;
  const remaining = chosen.filter((each) => each !== index);
  const next = remaining.length < chosen.length ? remaining : [...chosen, index];
  return withMethods(draft, { chosen: next.sort((a, b) => a - b) });
};

/**
 * Returns the draft with another document. Without restarts, the choice among solutions outside the
 * limits returns to its default, null.
 */
export function withDocument(draft: BenchmarkDraft, document: DraftDocument): BenchmarkDraft {
  const restarts = { most: 0, ...restartDefaults, ...(document.restarts as object | null) };
  const isDefault = restarts.most === 0 && restarts.outside === restartDefaults.outside;
  return { ...draft, document: { ...document, restarts: isDefault ? null : restarts } };
}

/**
 * Returns the draft with another value of a field; another kind of targets or starts drops the
 * numbers of the previous kind.
 */
export function withDraftField(
  draft: BenchmarkDraft,
  path: string,
  value: unknown,
  catalogue: Catalogue,
): BenchmarkDraft {
  const document = withFieldValue(draft.document, path, value);
  return path === 'sampling.kind' || path === 'sampling.start'
    ? withSampling(draft, document, catalogue)
    : withDocument(draft, document);
}

function withSampling(draft: BenchmarkDraft, document: DraftDocument, catalogue: Catalogue) {
  const kind = fieldValue(document, 'sampling.kind');
  const wanted = fieldValue(document, 'sampling.start');
  const start = wanted === 'near' && kind === 'box' ? 'given' : wanted;
  const sampling = {
    kind,
    ...(kind === 'box' && workspaceBox(draft, catalogue)),
    start,
    ...(start === 'near' && { spread: NEAR_SPREAD }),
  };
  return withDocument(draft, { ...document, sampling });
}

/** Returns a cube about the base that contains most of the robot's workspace. */
function workspaceBox({ initial }: BenchmarkDraft, catalogue: Catalogue) {
  const read = parse(initial.scenario, catalogue);
  const reach = read.ok ? catalogue.stretchOf(resolve(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}
