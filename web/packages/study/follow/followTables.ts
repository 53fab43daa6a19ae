import type { Quaternion } from 'iklab/scenario';
import {
  column,
  type DataTable,
  finite,
  type TableColumn,
  type Value,
  whole,
} from '../dataTable.ts';
import { poseNames } from '../posedRows.ts';
import type { RunsSource } from '../rowsSource.ts';
import type { Cell } from '../study.ts';
import {
  COURSE_FIELDS,
  COURSE_STRIDE,
  type FollowField,
  followStride,
  runFields,
} from './followFields.ts';
import type { FollowedRun } from './followFigures.ts';
import type { FollowManifest } from './followManifest.ts';
import { followPath } from './followPath.ts';
import type { FollowStudy } from './followStudy.ts';
import { partedRun } from './joinedRun.ts';

/** Available runs, by cell and start index. */
export type FollowRuns = (cell: number, index: number) => FollowedRun | undefined;

/** Reads all runs of a source; without `courses`, the points of the runs are empty. */
export function runsIn(source: RunsSource, courses: boolean): FollowRuns {
  const runs = new Map<string, FollowedRun>();
  const stride = followStride(source.study);
  for (const { index } of source.study.cells)
    for (const { first, rows } of source.chunks(index))
      for (let i = 0; i * stride < rows.length; i++) {
        const all = partedRun(rows.slice(i * stride, (i + 1) * stride), source.study);
        const run = courses ? all : { row: all.row.slice(), course: NONE, poses: NONE };
        runs.set(`${index}/${first + i}`, run);
      }
  return (cell, index) => runs.get(`${cell}/${index}`);
}

const NONE = new Float64Array();

const COUNTS: readonly string[] = ['lag', 'jumps'] satisfies FollowField[];
const isCount = (field: string): boolean => COUNTS.includes(field);

const headOf = ({ sweep }: FollowStudy): TableColumn[] => [
  column('method', 'text'),
  column('label', 'text'),
  ...sweep.map(({ path }) => column(path, 'number', true)),
  column('run', 'index'),
];
const valuesOf = ({ panel, values }: Cell, run: number): Value[] => [
  panel.id,
  panel.label,
  ...values,
  run,
];

function* known(study: FollowStudy, runs: FollowRuns) {
  for (const cell of study.cells)
    for (let index = 0; index < study.count; index++) {
      const run = runs(cell.index, index);
      if (run) yield { cell, index, run };
    }
}

/** Table with one row of results per run. */
export const followRunsTable = (study: FollowStudy, runs: FollowRuns): DataTable => ({
  columns: [
    ...headOf(study),
    ...runFields(study).map((field) => column(field, isCount(field) ? 'count' : 'number', true)),
  ],
  *rows() {
    for (const { cell, index, run } of known(study, runs))
      yield [
        ...valuesOf(cell, index),
        ...runFields(study).map((field, i) => (isCount(field) ? whole : finite)(run.row[i])),
      ];
  },
});

/**
 * Table with one row per point of each run: `COURSE_FIELDS`, and with `poses` the data to verify
 * them, named as in studies of problems. A point starts at the end of the previous row.
 */
export const followCourseTable = (
  study: FollowStudy,
  runs: FollowRuns,
  poses = false,
): DataTable => ({
  columns: [
    ...headOf(study),
    column('point', 'index'),
    ...COURSE_FIELDS.map((field) =>
      field === 'jump'
        ? column(field, 'flag')
        : column(field, field === 'limits' || field === 'updates' ? 'count' : 'number'),
    ),
    ...(poses ? posesOf(study).map(([name]) => column(name, 'number', true)) : []),
  ],
  *rows() {
    for (const { cell, index, run } of known(study, runs)) {
      const head = valuesOf(cell, index);
      const checked = poses ? checkedBy(study, cell, run) : () => [];
      for (let point = 0; point < study.sampling.points; point++) {
        const row = run.course.subarray(point * COURSE_STRIDE, (point + 1) * COURSE_STRIDE);
        const fields = COURSE_FIELDS.map((field, i) => pointValue(field, row[i]));
        yield [...head, point, ...fields, ...checked(point)];
      }
    }
  },
});

/** Targets and end of a point. A target followed without its orientation has its position only. */
const posesOf = ({ scenario, sampling }: FollowStudy) =>
  poseNames(followPath(scenario, sampling).scene).filter(([name]) => !name.startsWith('start.'));

function checkedBy(study: FollowStudy, { scenario }: Cell, { poses }: FollowedRun) {
  const { scene, points } = followPath(scenario, study.sampling);
  const n = scene.start.length;
  const places = posesOf(study).map(([, place]) => place - n);
  return (point: number): Value[] => {
    const goals = (points[point] ?? []).flatMap(({ position, orientation }) => [
      ...position,
      ...(orientation ?? NO_TURN),
    ]);
    const all = [...goals, ...poses.subarray(point * n, (point + 1) * n)];
    return places.map((place) => finite(all[place]));
  };
}
const NO_TURN: Quaternion = [0, 0, 0, 1];

const pointValue = (field: (typeof COURSE_FIELDS)[number], value = 0): Value =>
  field === 'jump' ? value === 1 : value;

/** Yields the runs as one JSON object: manifest, column names and rows. */
export function* followJson(manifest: FollowManifest, { columns, rows }: DataTable) {
  const head = { manifest, fields: columns.map(({ name }) => name) };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let between = '\n';
  for (const row of rows()) {
    yield `${between}${JSON.stringify(row)}`;
    between = ',\n';
  }
  yield ']}\n';
}
