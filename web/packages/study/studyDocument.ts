/** The schema of a study document; what ties one part to another is checked after it, by `parseStudy`. */

import { OUTSIDES } from 'iklab/engine/protocol';
import {
  anything,
  boolean,
  CURRENT,
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
  VERSIONS,
  versionFault,
} from 'iklab/scenario';
import * as v from 'valibot';
import { sampling, samplingDefaults } from './sampling.ts';
import { MAX_AXES, MAX_LOOKS, MAX_ROWS, MAX_VARIANTS } from './studyBounds.ts';

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
/** What a map shows of its cells. */
export const MAP_COLOURS = ['updates', 'error', 'reached', 'branch', 'cause'] as const;
/** What a sweep of two parameters shows of its cells. */
export const SWEEP_MEASURES = ['error', 'jitter', 'shake', 'success', 'updates'] as const;
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

/** How it is looked at: no row hangs on it. */
const view = record({
  colour: v.optional(choice(MAP_COLOURS), studyDefaults.view.colour),
  measure: v.optional(choice(SWEEP_MEASURES), studyDefaults.view.measure),
});

const wrongVersion = (input: unknown) => {
  const newer = typeof input === 'number' && input > CURRENT;
  return versionFault(input) + (newer ? ' (created with a newer IK Lab)' : '');
};

export const studySchema = record({
  /** Also the version of a scenario in it that does not name its own. */
  iklabStudy: v.picklist(VERSIONS, ({ input }) => wrongVersion(input)),
  name: v.optional(text(0, MAX_NAME), studyDefaults.name),
  note: v.optional(text(0, MAX_NOTE), studyDefaults.note),
  scenario: anything('a scenario document'),
  sampling: v.optional(sampling, { ...studyDefaults.sampling }),
  sweep: v.optional(list(axis, 'sweeps', 0, MAX_AXES), []),
  restarts: v.optional(v.nullable(restarts), studyDefaults.restarts),
  sharedRestarts: v.optional(boolean(), studyDefaults.sharedRestarts),
  levels: v.optional(boolean(), studyDefaults.levels),
  conditions: v.optional(boolean(), studyDefaults.conditions),
  /** Of the first so many problems it is found why one is not solved. */
  causes: v.optional(integer(0, MAX_ROWS), studyDefaults.causes),
  /** Of a grid, all of its cells if it is left out. */
  count: v.optional(integer(1, MAX_ROWS)),
  /** At how many counts of problems, the last `count`, it may end as clear: no row hangs on it. */
  looks: v.optional(integer(1, MAX_LOOKS), studyDefaults.looks),
  seed: v.optional(integer(0, MAX_SEED), studyDefaults.seed),
  view: v.optional(view, { ...studyDefaults.view }),
});

export type StudyDocument = v.InferOutput<typeof studySchema>;
/** An axis of a sweep, as a document writes it. */
export type Axis = v.InferOutput<typeof axis>;
/** How a study's results are shown, as a document writes it. */
export type StudyLook = v.InferOutput<typeof view>;
export type Restarts = v.InferOutput<typeof restarts>;
