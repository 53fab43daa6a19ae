import {
  CURRENT_DOCUMENT_VERSION,
  type DocumentVersion,
  type PlainObject,
  type Result,
  restartsDefaults,
  type Scenario,
  versionDefaults,
} from '@iklab/core/scenario';
import {
  type CheckedDocumentStructure,
  FaultCollector,
  isRecord,
  MAX_REPORTED_FAULTS,
  readStructureBySchema,
  refusedResult,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { readJson } from '@iklab/core/scenario/text';
import '@iklab/core/scenario/presets/robotShelf';
import { checkSampling } from './checkSampling.ts';
import { checkSweep } from './checkSweep.ts';
import { methodConstantLines } from './methodConstantLines.ts';
import { studyObservableNames } from './observableNames.ts';
import { isGridSampling, type ProblemSampling, samplingDefaults } from './problemSampling.ts';
import type { Study, StudyCell } from './study.ts';
import { type StudyDocument, type StudyRestarts, studySchema } from './studyDocument.ts';
import { MAX_STUDY_ROWS } from './studyLimits.ts';

/** Parses a study document: returns the study, or up to 20 faults, structural ones first. */
export function parseStudy(input: unknown, catalogue: Catalogue): Result<Study> {
  if (isScenario(input)) return refusedResult(IS_SCENARIO);
  const faults = new FaultCollector();
  const draft = readStructureBySchema(studySchema, input, faults);
  const read = draft.sound('scenario') ? readScenario(draft, catalogue) : null;
  const scenario = read?.ok ? read.value : null;
  if (scenario && draft.sound('sampling')) checkSampling(draft.document.sampling, scenario, faults);
  const cells = scenario && checkSweep(draft, scenario, catalogue, faults);
  const count = draft.sound('') ? readCount(draft, cells?.length ?? 1, faults) : 1;
  if (!faults.any && scenario && cells)
    return { ok: true, value: makeStudy(draft.document, scenario, cells, count, catalogue) };
  const inner = read?.ok === false ? read.faults : [];
  return { ok: false, faults: [...faults.list(), ...inner].slice(0, MAX_REPORTED_FAULTS) };
}

export function parseStudyText(text: string, catalogue: Catalogue): Result<Study> {
  const read = readJson(text);
  return read.ok ? parseStudy(read.value, catalogue) : read;
}

export const isStudyDocument = (document: unknown) =>
  isRecord(document) && Object.hasOwn(document, 'iklabStudy');

const isScenario = (document: unknown) =>
  isRecord(document) &&
  !isStudyDocument(document) &&
  document.scenario === undefined &&
  ['iklab', 'preset', 'tree'].some((key) => Object.hasOwn(document, key));

const IS_SCENARIO =
  'is a scenario; run it with iklab run FILE, or put it into a study: {"iklabStudy": 2, "scenario": …, "count": 1000}';

type StudyDraft = CheckedDocumentStructure<StudyDocument>;

function readScenario(draft: StudyDraft, catalogue: Catalogue): Result<Scenario> {
  const { iklabStudy, scenario, restarts } = draft.document;
  // The fault of the version is reported already.
  const version = draft.sound('iklabStudy') ? iklabStudy : CURRENT_DOCUMENT_VERSION;
  const read = parseStudyScenario(scenario, version, catalogue);
  if (!read.ok) return read;
  return {
    ok: true,
    value: draft.sound('restarts') ? replaceRestarts(read.value, restarts) : read.value,
  };
}

/**
 * Parses the scenario of a study. The study's version is the default. Faults have paths within the
 * study.
 */
export function parseStudyScenario(
  scenario: object,
  version: DocumentVersion,
  catalogue: Catalogue,
): Result<Scenario> {
  const read = parseScenarioDocument(applyPresetRun({ iklab: version, ...scenario }), catalogue);
  if (read.ok) return read;
  const nestedPath = (path: string) => (path === '' || path.startsWith('[') ? path : `.${path}`);
  const faults = read.faults.map((each) => ({ ...each, path: `scenario${nestedPath(each.path)}` }));
  return { ok: false, faults };
}

/**
 * Adds run settings to a version 2 scenario that only names a preset: version 2 defaults, then the
 * preset's settings. Version 1 stop rules would stop most unsolved runs.
 */
function applyPresetRun(scenario: PlainObject): PlainObject {
  const { iklab, preset, run } = scenario;
  const found = typeof preset === 'string' ? scenarioPreset(preset) : null;
  if (iklab !== CURRENT_DOCUMENT_VERSION || run !== undefined || !found) return scenario;
  const { run: presetRun } = found.document as { readonly run?: object };
  return { ...scenario, run: { ...versionDefaults[CURRENT_DOCUMENT_VERSION].run, ...presetRun } };
}

/** Returns the scenario with the restarts of the study, if the study has any. */
const replaceRestarts = (scenario: Scenario, restarts: StudyRestarts | null): Scenario =>
  restarts === null
    ? scenario
    : {
        ...scenario,
        run: { ...scenario.run, restarts: { ...restarts, seed: restartsDefaults.seed } },
      };

/** Returns the number of problems: by default one per grid cell. Records faults. */
function readCount({ document, sound }: StudyDraft, cells: number, faults: FaultCollector): number {
  const { sampling } = document;
  const grid = sound('sampling') ? gridCellCount(sampling) : null;
  const written = sound('count') ? document.count : 1;
  if (written === undefined && grid === null && sound('sampling'))
    faults.add(['count'], `must be from 1 to ${MAX_STUDY_ROWS}; it is missing`);
  if (written !== undefined && grid !== null && written > grid)
    faults.add(['count'], `must be at most ${grid}, the cells of the grid; got ${written}`);
  const count = written ?? grid ?? 1;
  if (count * cells > MAX_STUDY_ROWS)
    faults.add(
      ['count'],
      `must leave at most ${MAX_STUDY_ROWS} problems in all; got ${count} x ${cells} (methods and values of the sweep)`,
    );
  return count;
}

const gridCellCount = (sampling: ProblemSampling) =>
  isGridSampling(sampling) ? sampling.columns * sampling.rows : null;

function makeStudy(
  document: StudyDocument,
  scenario: Scenario,
  cells: readonly StudyCell[],
  count: number,
  catalogue: Catalogue,
): Study {
  const { build: _, ...written } = document.scenario;
  const shown = studyObservableNames({ cells }, catalogue);
  const constants = methodConstantLines({ scenario, sweep: document.sweep }, catalogue);
  const sampling = withSpread(document.sampling);
  return { ...document, scenario, sampling, count, written, cells, shown, constants };
}

const withSpread = (sampling: ProblemSampling): ProblemSampling =>
  'start' in sampling && sampling.start === 'near'
    ? { ...sampling, spread: sampling.spread ?? samplingDefaults.spread }
    : sampling;
