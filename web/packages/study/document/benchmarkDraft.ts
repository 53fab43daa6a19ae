import { addMethod, BENCHMARK_STEP_LIMIT, fittedMethodLengths } from '@iklab/core/document/edits';
import {
  CURRENT_DOCUMENT_VERSION,
  deepEqual,
  fullDocument,
  type MethodPanel,
  type PlainObject,
  type RestartSettings,
  type RunSettings,
  resolveScenario,
  type Scenario,
  versionDefaults,
} from '@iklab/core/scenario';
import { MAX_METHODS, MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  methodPresets,
  methodRow,
  panelMethodRow,
} from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { formFieldValue, withFormFieldValue } from './formFieldValue.ts';
import type { Study } from './study.ts';
import { restartDefaults } from './studyDocument.ts';
import { fullStudyDocument } from './writeStudy.ts';

const SUGGESTED_METHODS = [
  ...['dls', 'sdls', 'qp', 'levenberg-marquardt', 'halley'],
  ...['bfgs', 'weighted-least-norm', 'two-stage'],
];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Default number of problems. The study may end earlier if the result is clear. */
const PROBLEM_COUNT = 4000;
const LOOK_COUNT = 4;
/**
 * Update limit of a benchmark whose scene has the default limit. Longer runs rarely reach their
 * targets.
 */
const DEFAULT_MAX_UPDATES = 500;
const SCENE_MAX_UPDATES = 4000;
/** Default number of problems whose causes of failure are diagnosed. */
const CAUSE_COUNT = 200;
/** Default distance from the start pose to the solution, for starts of kind `near`, radians. */
const NEAR_SPREAD = 0.5;

/**
 * Choice of the constants of the methods. `fitted`: default and published constants are scaled to
 * the robot. `scene`: constants are those of the scene.
 */
export type ConstantsChoice = 'fitted' | 'scene';

type DraftDocument = PlainObject & {
  readonly scenario: PlainObject & { readonly run: PlainObject };
};

export interface BenchmarkDraft {
  /** Study document that the form edits. Invalid numbers are kept as text. */
  readonly document: DraftDocument;
  readonly initial: DraftDocument;
  readonly methods: readonly MethodPanel[];
  readonly constants: ConstantsChoice;
  readonly written: Readonly<Record<ConstantsChoice, readonly PlainObject[]>>;
  /** Indices of the methods that take part, among those offered. */
  readonly chosen: readonly number[];
}

/** Makes a draft with the methods of a scene. Suggested methods take part while slots are free. */
export function benchmarkDraftFromScene(scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const { view: _, name, ...written } = fullDocument(scenario);
  const { restarts, ...run } = scenario.run;
  const maxUpdates = run.maxUpdates === SCENE_MAX_UPDATES ? DEFAULT_MAX_UPDATES : run.maxUpdates;
  const document = {
    iklabStudy: CURRENT_DOCUMENT_VERSION,
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

const withoutSeed = ({ seed: _, ...restarts }: RestartSettings) => restarts;

/** Leaves out default stop rules, because they stop some methods more often than others. */
function withoutStopRules({
  maxRises,
  minImprovement,
}: Pick<RunSettings, 'maxRises' | 'minImprovement'>) {
  const papers = versionDefaults[1].run;
  return {
    maxRises: maxRises === papers.maxRises ? MAX_RUN_COUNT : maxRises,
    minImprovement: minImprovement === papers.minImprovement ? 0 : minImprovement,
  };
}

/** Makes a draft with the methods of a study. Other suggested methods do not take part yet. */
export function benchmarkDraftFromStudy(study: Study, catalogue: Catalogue): BenchmarkDraft {
  const full = fullStudyDocument(study) as DraftDocument;
  const { restarts } = study.scenario.run; // Those of the study, if it has any.
  // The form shows and changes those of the study; the scenario would keep its own.
  const document = withFormFieldValue(
    { ...full, restarts: restarts && withoutSeed(restarts) },
    'scenario.run.restarts',
    null,
  );
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
  const { document: initial } = withChosenMethods(draft, {});
  return { ...draft, document: initial, initial };
}

/**
 * Scales default and published constants of a method to the robot, and sets the step limit for
 * benchmarks.
 */
function fitConstants(panel: MethodPanel, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const row = panelMethodRow(catalogue, panel);
  const papers = methodPresets.filter(({ method }) => method === panel.id);
  const initial = (key: string) => row?.params.find((param) => param.key === key)?.initial;
  const isPreset = (key: string): boolean =>
    [initial(key), ...papers.map(({ params }) => params[key])].includes(
      panel.params[key] as number,
    );
  const entries = Object.entries(fittedMethodLengths(scenario, panel.id, panel.params, catalogue));
  const params = {
    ...panel.params,
    ...Object.fromEntries(entries.filter(([key]) => isPreset(key))),
  };
  const own = panel.maxStep !== row?.maxStep;
  return { ...panel, params, maxStep: own ? panel.maxStep : BENCHMARK_STEP_LIMIT };
}

/** Returns whether scaling to the robot changes a constant of a chosen method. */
export const canScaleConstants = ({
  written: { scene, fitted },
  chosen,
}: BenchmarkDraft): boolean => chosen.some((index) => !deepEqual(scene[index], fitted[index]));

function makeMethod(id: string, scenario: Scenario, catalogue: Catalogue): MethodPanel {
  const draft = { ...fullDocument(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parseScenarioDocument(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  return panel;
}

/** Selects the methods of a draft; a method keeps its slot if the slot is free. */
export function withChosenMethods(
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
  return withDraftDocument(next, withFormFieldValue(next.document, 'scenario.methods', methods));
}

/** Returns the slot of an offered method; null if the method is not chosen. */
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
  return withChosenMethods(draft, { chosen: next.sort((a, b) => a - b) });
};

/** Replaces the document of a draft. `restarts` becomes null if it has no effect. */
export function withDraftDocument(draft: BenchmarkDraft, document: DraftDocument): BenchmarkDraft {
  const restarts = { most: 0, ...restartDefaults, ...(document.restarts as object | null) };
  const isDefault = restarts.most === 0 && restarts.outside === restartDefaults.outside;
  return { ...draft, document: { ...document, restarts: isDefault ? null : restarts } };
}

/** Changes a field of a draft. A new kind of targets or starts removes numbers of the old kind. */
export function withDraftField(
  draft: BenchmarkDraft,
  path: string,
  value: unknown,
  catalogue: Catalogue,
): BenchmarkDraft {
  const document = withFormFieldValue(draft.document, path, value);
  return path === 'sampling.kind' || path === 'sampling.start'
    ? withSampling(draft, document, catalogue)
    : withDraftDocument(draft, document);
}

function withSampling(draft: BenchmarkDraft, document: DraftDocument, catalogue: Catalogue) {
  const kind = formFieldValue(document, 'sampling.kind');
  const wanted = formFieldValue(document, 'sampling.start');
  const start = wanted === 'near' && kind === 'box' ? 'given' : wanted;
  const sampling = {
    kind,
    ...(kind === 'box' && workspaceBox(draft, catalogue)),
    start,
    ...(start === 'near' && { spread: NEAR_SPREAD }),
  };
  return withDraftDocument(draft, { ...document, sampling });
}

/** Returns a cube about the robot's base for random targets. */
function workspaceBox({ initial }: BenchmarkDraft, catalogue: Catalogue) {
  const read = parseScenarioDocument(initial.scenario, catalogue);
  const reach = read.ok ? catalogue.stretchOf(resolveScenario(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}
