import type { Quaternion } from '@iklab/core/scenario';
import type { Cell } from '../../document/study.ts';
import {
  type DataTable,
  finiteOrNull,
  integerOrNull,
  makeTableColumn,
  type TableCellValue,
  type TableColumn,
} from '../../rows/dataTable.ts';
import type { RunsSource } from '../../rows/rowsSource.ts';
import { poseValueNames } from '../../tasks/problemPoses.ts';
import {
  COURSE_FIELDS,
  COURSE_STRIDE,
  type FollowField,
  followStride,
  runFields,
} from '../followFields.ts';
import type { FollowedRun } from '../followFigures.ts';
import type { FollowManifest } from '../followManifest.ts';
import { makeFollowPath } from '../followPath.ts';
import type { FollowStudy } from '../followStudy.ts';
import { splitRunNumbers } from './joinRun.ts';

/** Reader of the run of a cell from a start; undefined if it is not available. */
export type FollowRuns = (cell: number, index: number) => FollowedRun | undefined;

/** Returns a reader of the runs of a source; without `courses`, their points are empty. */
export function readRuns(source: RunsSource, courses: boolean): FollowRuns {
  const runs = new Map<string, FollowedRun>();
  const stride = followStride(source.study);
  for (const { index } of source.study.cells)
    for (const { first, rows } of source.chunks(index))
      for (let i = 0; i * stride < rows.length; i++) {
        const all = splitRunNumbers(rows.slice(i * stride, (i + 1) * stride), source.study);
        const run = courses ? all : { row: all.row.slice(), course: NO_VALUES, poses: NO_VALUES };
        runs.set(`${index}/${first + i}`, run);
      }
  return (cell, index) => runs.get(`${cell}/${index}`);
}

const NO_VALUES = new Float64Array();

const COUNT_FIELDS: readonly string[] = ['lag', 'jumps'] satisfies FollowField[];
const isCount = (field: string): boolean => COUNT_FIELDS.includes(field);

const headColumns = ({ sweep }: FollowStudy): TableColumn[] => [
  makeTableColumn('method', 'text'),
  makeTableColumn('label', 'text'),
  ...sweep.map(({ path }) => makeTableColumn(path, 'number', true)),
  makeTableColumn('run', 'index'),
];
const headValues = ({ panel, values }: Cell, run: number): TableCellValue[] => [
  panel.id,
  panel.label,
  ...values,
  run,
];

function* availableRuns(study: FollowStudy, runs: FollowRuns) {
  for (const cell of study.cells)
    for (let index = 0; index < study.count; index++) {
      const run = runs(cell.index, index);
      if (run) yield { cell, index, run };
    }
}

/** Makes the table of a study with one row of results per run. */
export const followRunsTable = (study: FollowStudy, runs: FollowRuns): DataTable => ({
  columns: [
    ...headColumns(study),
    ...runFields(study).map((field) =>
      makeTableColumn(field, isCount(field) ? 'count' : 'number', true),
    ),
  ],
  *rows() {
    for (const { cell, index, run } of availableRuns(study, runs))
      yield [
        ...headValues(cell, index),
        ...runFields(study).map((field, i) =>
          (isCount(field) ? integerOrNull : finiteOrNull)(run.row[i]),
        ),
      ];
  },
});

/**
 * Makes the table with one row per point of each run: `COURSE_FIELDS`, and with `poses` the data to
 * verify them, named as in studies of problems. A point starts at the end of the previous row.
 */
export const followCourseTable = (
  study: FollowStudy,
  runs: FollowRuns,
  poses = false,
): DataTable => ({
  columns: [
    ...headColumns(study),
    makeTableColumn('point', 'index'),
    ...COURSE_FIELDS.map((field) =>
      field === 'jump'
        ? makeTableColumn(field, 'flag')
        : makeTableColumn(field, field === 'limits' || field === 'updates' ? 'count' : 'number'),
    ),
    ...(poses ? poseNamesAt(study).map(([name]) => makeTableColumn(name, 'number', true)) : []),
  ],
  *rows() {
    for (const { cell, index, run } of availableRuns(study, runs)) {
      const head = headValues(cell, index);
      const checked = poses ? makePoseReader(study, cell, run) : () => [];
      for (let point = 0; point < study.sampling.points; point++) {
        const row = run.course.subarray(point * COURSE_STRIDE, (point + 1) * COURSE_STRIDE);
        const fields = COURSE_FIELDS.map((field, i) => toPointValue(field, row[i]));
        yield [...head, point, ...fields, ...checked(point)];
      }
    }
  },
});

/**
 * Returns column names of the targets and the end of a point. A target followed without its
 * orientation has its position only.
 */
const poseNamesAt = ({ scenario, sampling }: FollowStudy) =>
  poseValueNames(makeFollowPath(scenario, sampling).scene).filter(
    ([name]) => !name.startsWith('start.'),
  );

function makePoseReader(study: FollowStudy, { scenario }: Cell, { poses }: FollowedRun) {
  const { scene, points } = makeFollowPath(scenario, study.sampling);
  const n = scene.start.length;
  const offsets = poseNamesAt(study).map(([, position]) => position - n);
  return (point: number): TableCellValue[] => {
    const goals = (points[point] ?? []).flatMap(({ position, orientation }) => [
      ...position,
      ...(orientation ?? NO_ROTATION),
    ]);
    const all = [...goals, ...poses.subarray(point * n, (point + 1) * n)];
    return offsets.map((offset) => finiteOrNull(all[offset]));
  };
}
const NO_ROTATION: Quaternion = [0, 0, 0, 1];

const toPointValue = (field: (typeof COURSE_FIELDS)[number], value = 0): TableCellValue =>
  field === 'jump' ? value === 1 : value;

/** Yields the text of one JSON object: manifest, column names and rows. */
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
