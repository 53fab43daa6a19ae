import type { Quaternion } from '@iklab/core/scenario';
import type { StudyCell } from '../../document/study.ts';
import {
  type DataTable,
  finiteNumberOrNull,
  integerOrNull,
  makeTableColumn,
  type TableCellValue,
  type TableColumn,
} from '../../rows/dataTable.ts';
import type { PathRunsSource } from '../../rows/rowsSource.ts';
import { poseValueNames } from '../../tasks/problemPosesReader.ts';
import type { PathRun } from '../computePathRun.ts';
import { makeFollowedPath } from '../followedPath.ts';
import {
  PATH_POINT_FIELDS,
  PATH_POINT_STRIDE,
  type PathRunField,
  pathRunFields,
  storedPathRunStride,
} from '../pathRunFields.ts';
import type { PathStudy } from '../pathStudy.ts';
import type { PathStudyManifest } from '../pathStudyManifest.ts';
import { splitPathRunNumbers } from './joinPathRun.ts';

/** Function that returns a run of a cell. `index`: start pose; undefined if unavailable. */
export type PathRunReader = (cell: number, index: number) => PathRun | undefined;

/**
 * Reads all runs into memory and returns a function that finds one. Without `courses`, points and
 * poses are missing.
 */
export function readPathRuns(source: PathRunsSource, courses: boolean): PathRunReader {
  const runs = new Map<string, PathRun>();
  const stride = storedPathRunStride(source.study);
  for (const { index } of source.study.cells)
    for (const { first, rows } of source.chunks(index))
      for (let i = 0; i * stride < rows.length; i++) {
        const all = splitPathRunNumbers(rows.slice(i * stride, (i + 1) * stride), source.study);
        const run = courses ? all : { row: all.row.slice(), course: NO_VALUES, poses: NO_VALUES };
        runs.set(`${index}/${first + i}`, run);
      }
  return (cell, index) => runs.get(`${cell}/${index}`);
}

const NO_VALUES = new Float64Array();

const COUNT_FIELDS: readonly string[] = ['lag', 'jumps'] satisfies PathRunField[];
const isCount = (field: string): boolean => COUNT_FIELDS.includes(field);

const headColumns = ({ sweep }: PathStudy): TableColumn[] => [
  makeTableColumn('method', 'text'),
  makeTableColumn('label', 'text'),
  ...sweep.map(({ path }) => makeTableColumn(path, 'number', true)),
  makeTableColumn('run', 'index'),
];
const headValues = ({ panel, values }: StudyCell, run: number): TableCellValue[] => [
  panel.id,
  panel.label,
  ...values,
  run,
];

function* availableRuns(study: PathStudy, runs: PathRunReader) {
  for (const cell of study.cells)
    for (let index = 0; index < study.count; index++) {
      const run = runs(cell.index, index);
      if (run) yield { cell, index, run };
    }
}

export const pathRunsTable = (study: PathStudy, runs: PathRunReader): DataTable => ({
  columns: [
    ...headColumns(study),
    ...pathRunFields(study).map((field) =>
      makeTableColumn(field, isCount(field) ? 'count' : 'number', true),
    ),
  ],
  *rows() {
    for (const { cell, index, run } of availableRuns(study, runs))
      yield [
        ...headValues(cell, index),
        ...pathRunFields(study).map((field, i) =>
          (isCount(field) ? integerOrNull : finiteNumberOrNull)(run.row[i]),
        ),
      ];
  },
});

/**
 * Makes a table with one row per point of each run. `poses`: adds goals and joint values for
 * verification.
 */
export const pathPointsTable = (
  study: PathStudy,
  runs: PathRunReader,
  poses = false,
): DataTable => ({
  columns: [
    ...headColumns(study),
    makeTableColumn('point', 'index'),
    ...PATH_POINT_FIELDS.map((field) =>
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
        const row = run.course.subarray(point * PATH_POINT_STRIDE, (point + 1) * PATH_POINT_STRIDE);
        const fields = PATH_POINT_FIELDS.map((field, i) => toPointValue(field, row[i]));
        yield [...head, point, ...fields, ...checked(point)];
      }
    }
  },
});

const poseNamesAt = ({ scenario, sampling }: PathStudy) =>
  poseValueNames(makeFollowedPath(scenario, sampling).scene).filter(
    ([name]) => !name.startsWith('start.'),
  );

function makePoseReader(study: PathStudy, { scenario }: StudyCell, { poses }: PathRun) {
  const { scene, points } = makeFollowedPath(scenario, study.sampling);
  const n = scene.start.length;
  const offsets = poseNamesAt(study).map(([, position]) => position - n);
  return (point: number): TableCellValue[] => {
    const goals = (points[point] ?? []).flatMap(({ position, orientation }) => [
      ...position,
      ...(orientation ?? NO_ROTATION),
    ]);
    const all = [...goals, ...poses.subarray(point * n, (point + 1) * n)];
    return offsets.map((offset) => finiteNumberOrNull(all[offset]));
  };
}
const NO_ROTATION: Quaternion = [0, 0, 0, 1];

const toPointValue = (field: (typeof PATH_POINT_FIELDS)[number], value = 0): TableCellValue =>
  field === 'jump' ? value === 1 : value;

export function* pathRunsJson(manifest: PathStudyManifest, { columns, rows }: DataTable) {
  const head = { manifest, fields: columns.map(({ name }) => name) };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let between = '\n';
  for (const row of rows()) {
    yield `${between}${JSON.stringify(row)}`;
    between = ',\n';
  }
  yield ']}\n';
}
