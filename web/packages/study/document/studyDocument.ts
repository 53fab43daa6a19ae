/** The schema of a study document; relations between its parts are checked by `parseStudy`. */

import { OUTSIDES } from '@iklab/core/engine/protocol';
import { CURRENT_VERSION, VERSIONS, versionFault } from '@iklab/core/scenario';
import {
  anything,
  boolean,
  choice,
  integer,
  list,
  MAX_COUNT,
  MAX_NAME,
  MAX_NOTE,
  MAX_RESTARTS,
  MAX_SEED,
  number,
  record,
  text,
} from '@iklab/core/scenario/checks';
import * as v from 'valibot';
import { sampling, samplingDefaults } from './sampling.ts';
import { MAX_AXES, MAX_INTERIM_LOOKS, MAX_ROWS, MAX_VARIANTS } from './studyLimits.ts';

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
  looks: 1,
  seed: 1,
  view: { colour: 'updates', measure: 'error' },
} as const;
/** Quantities that the colours of a map's cells can show. */
const MAP_COLOURS = ['updates', 'error', 'reached', 'branch', 'cause'] as const;
/** Measures that the colours of a sweep of two parameters can show. */
const SWEEP_MEASURES = ['error', 'jitter', 'shake', 'success', 'updates'] as const;
export const restartDefaults = { every: 0, outside: 'keep' } as const;
export const axisDefaults = { scale: 'linear' } as const;

const axis = record({
  path: text(1, MAX_NAME),
  from: number(),
  to: number(),
  count: integer(2, MAX_VARIANTS),
  scale: v.optional(choice(['linear', 'log']), axisDefaults.scale),
});

const restarts = record({
  most: integer(0, MAX_RESTARTS),
  every: v.optional(integer(0, MAX_COUNT), restartDefaults.every),
  outside: v.optional(choice(OUTSIDES), restartDefaults.outside),
});

/** Schema of the settings with which results are shown; rows do not depend on them. */
const view = record({
  colour: v.optional(choice(MAP_COLOURS), studyDefaults.view.colour),
  measure: v.optional(choice(SWEEP_MEASURES), studyDefaults.view.measure),
});

const wrongVersion = (input: unknown) => {
  const newer = typeof input === 'number' && input > CURRENT_VERSION;
  return versionFault(input) + (newer ? ' (created with a newer IK Lab)' : '');
};

export const studySchema = record({
  /** Version of the study, and of its scenario if the scenario states none. */
  iklabStudy: v.picklist(VERSIONS, ({ input }) => wrongVersion(input)),
  name: v.optional(text(0, MAX_NAME), studyDefaults.name),
  note: v.optional(text(0, MAX_NOTE), studyDefaults.note),
  scenario: anything('a scenario document'),
  sampling: v.optional(sampling, { ...studyDefaults.sampling }),
  sweep: v.optional(list(axis, 'sweeps', 0, MAX_AXES), []),
  /** Restarts of every run; null: those of the scenario. */
  restarts: v.optional(v.nullable(restarts), studyDefaults.restarts),
  /** Whether every problem uses the same restart poses. */
  sharedRestarts: v.optional(boolean(), studyDefaults.sharedRestarts),
  /**
   * Whether rows have the numbers of updates until the error was within 0.1, 0.01, 0.001 and 0.0001
   * m of its smallest value.
   */
  levels: v.optional(boolean(), studyDefaults.levels),
  /** Whether rows have the condition numbers of the Jacobian. */
  conditions: v.optional(boolean(), studyDefaults.conditions),
  /** Number of problems, from the first on, that are diagnosed if they are not solved. */
  causes: v.optional(integer(0, MAX_ROWS), studyDefaults.causes),
  /** Number of problems; if omitted for a grid: all its cells. */
  count: v.optional(integer(1, MAX_ROWS)),
  /**
   * Number of looks (interim evaluations) at which the study may end early (`earlyStop.ts`), the
   * last at `count`; rows do not depend on it.
   */
  looks: v.optional(integer(1, MAX_INTERIM_LOOKS), studyDefaults.looks),
  seed: v.optional(integer(0, MAX_SEED), studyDefaults.seed),
  view: v.optional(view, { ...studyDefaults.view }),
});

export type StudyDocument = v.InferOutput<typeof studySchema>;
export type Axis = v.InferOutput<typeof axis>;
export type StudyViewOptions = v.InferOutput<typeof view>;
export type Restarts = v.InferOutput<typeof restarts>;
