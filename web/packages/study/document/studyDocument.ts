/** The schema of a study document; relations between its parts are checked by `parseStudy`. */

import { OUTSIDES, RESTART_POSES } from '@iklab/core/engine/protocol';
import {
  CURRENT_DOCUMENT_VERSION,
  DOCUMENT_VERSIONS,
  documentVersionFault,
} from '@iklab/core/scenario';
import {
  anyObjectSchema,
  booleanSchema,
  choiceSchema,
  integerSchema,
  listSchema,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_RESTARTS,
  MAX_RUN_COUNT,
  MAX_SEED,
  numberSchema,
  recordSchema,
  textSchema,
} from '@iklab/core/scenario/checks';
import * as v from 'valibot';
import { samplingDefaults, samplingSchema } from './problemSampling.ts';
import {
  MAX_INTERIM_LOOKS,
  MAX_STUDY_ROWS,
  MAX_SWEEP_AXES,
  MAX_SWEEP_POINTS,
} from './studyLimits.ts';

export const studyDefaults = {
  name: '',
  note: '',
  sampling: { kind: 'reachable', start: samplingDefaults.start },
  sweep: [],
  restarts: null,
  sharedRestarts: false,
  levels: false,
  conditions: false,
  causes: 0,
  solutions: false,
  looks: 1,
  seed: 1,
  view: { colour: 'updates', measure: 'error' },
} as const;
const MAP_COLOURS = ['updates', 'error', 'reached', 'branch', 'cause'] as const;
const SWEEP_MEASURES = ['error', 'jitter', 'shake', 'success', 'updates'] as const;
export const restartDefaults = { every: 0, outside: 'keep', from: 'random', maxSlow: 0 } as const;
export const sweepAxisDefaults = { scale: 'linear' } as const;

const axis = recordSchema({
  path: textSchema(1, MAX_NAME_CHARACTERS),
  from: numberSchema(),
  to: numberSchema(),
  count: integerSchema(2, MAX_SWEEP_POINTS),
  scale: v.optional(choiceSchema(['linear', 'log']), sweepAxisDefaults.scale),
});

const restarts = recordSchema({
  most: integerSchema(0, MAX_RESTARTS),
  every: v.optional(integerSchema(0, MAX_RUN_COUNT), restartDefaults.every),
  outside: v.optional(choiceSchema(OUTSIDES), restartDefaults.outside),
  from: v.optional(choiceSchema(RESTART_POSES), restartDefaults.from),
  maxSlow: v.optional(integerSchema(0, MAX_RUN_COUNT), restartDefaults.maxSlow),
});

/** Schema of the settings with which results are shown; rows do not depend on them. */
const view = recordSchema({
  colour: v.optional(choiceSchema(MAP_COLOURS), studyDefaults.view.colour),
  measure: v.optional(choiceSchema(SWEEP_MEASURES), studyDefaults.view.measure),
});

const wrongVersion = (input: unknown) => {
  const newer = typeof input === 'number' && input > CURRENT_DOCUMENT_VERSION;
  return documentVersionFault(input) + (newer ? ' (created with a newer IK Lab)' : '');
};

export const studySchema = recordSchema({
  /** Version of the study, and of its scenario if the scenario states none. */
  iklabStudy: v.picklist(DOCUMENT_VERSIONS, ({ input }) => wrongVersion(input)),
  name: v.optional(textSchema(0, MAX_NAME_CHARACTERS), studyDefaults.name),
  note: v.optional(textSchema(0, MAX_NOTE_CHARACTERS), studyDefaults.note),
  scenario: anyObjectSchema('a scenario document'),
  sampling: v.optional(samplingSchema, { ...studyDefaults.sampling }),
  sweep: v.optional(listSchema(axis, 'sweeps', 0, MAX_SWEEP_AXES), []),
  /** Restarts of every run; null: by the scenario. */
  restarts: v.optional(v.nullable(restarts), studyDefaults.restarts),
  sharedRestarts: v.optional(booleanSchema(), studyDefaults.sharedRestarts),
  /**
   * True to count, per row, the updates until the error was within 0.1, 0.01, 0.001 and 0.0001 m of
   * its smallest value.
   */
  levels: v.optional(booleanSchema(), studyDefaults.levels),
  conditions: v.optional(booleanSchema(), studyDefaults.conditions),
  /** Number of first problems to diagnose if unsolved. */
  causes: v.optional(integerSchema(0, MAX_STUDY_ROWS), studyDefaults.causes),
  /** True to state, per row, in which of all solutions the method ended; requires a closed form. */
  solutions: v.optional(booleanSchema(), studyDefaults.solutions),
  /** Number of problems; by default one per grid cell. */
  count: v.optional(integerSchema(1, MAX_STUDY_ROWS)),
  /**
   * Number of looks (interim evaluations) at which the study may end early. The last look is at
   * `count`.
   */
  looks: v.optional(integerSchema(1, MAX_INTERIM_LOOKS), studyDefaults.looks),
  seed: v.optional(integerSchema(0, MAX_SEED), studyDefaults.seed),
  view: v.optional(view, { ...studyDefaults.view }),
});

export type StudyDocument = v.InferOutput<typeof studySchema>;
export type StudyAxis = v.InferOutput<typeof axis>;
export type StudyViewOptions = v.InferOutput<typeof view>;
export type StudyRestarts = v.InferOutput<typeof restarts>;
