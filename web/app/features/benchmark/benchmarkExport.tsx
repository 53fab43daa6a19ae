import type { UpdateTime } from '@iklab/run/playback';
import {
  type Provenance,
  type Study,
  type StudyManifest,
  studyProvenance,
} from '@iklab/study/document';
import { type RowsSource, rowsJson, type StudyRows, toRowsTable } from '@iklab/study/rows';
import {
  collectProblemPoses,
  type ProblemPosesReader,
  planPosesTasks,
  type TaskRunPlan,
  updateTimesText,
} from '@iklab/study/tasks';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import dataTableCss from '../study/dataTable.module.css';
import { ExportMenu, type StudyExport } from '../study/exportMenu.tsx';
import { findFiguresWithTexts } from '../study/figures/figureCard.tsx';
import { withTablePicture } from '../study/figures/withTablePicture.ts';
import { studyRunner } from '../study/studyRunner.ts';
import css from './benchmark.module.css';

interface ExportProps {
  readonly page: Page;
  readonly study: Study;
  readonly rows: StudyRows;
  readonly count: number;
  readonly times: readonly UpdateTime[];
  readonly plan: TaskRunPlan | undefined;
  readonly manifest: StudyManifest | undefined;
}

export const BenchmarkExport = (props: ExportProps) => (
  <ExportMenu page={props.page} getExport={() => makeExport(props)} />
);

function makeExport(props: ExportProps, poses?: ProblemPosesReader): StudyExport {
  const { page, study, rows, count, times, plan, manifest: fileManifest } = props;
  const file = `${toFileName(study.name || study.scenario.name)}${poses ? '-poses' : ''}`;
  const { methods } = study.scenario;
  const manifest = (from: Provenance) => ({
    ...(fileManifest
      ? { ...from, ...fileManifest }
      : studyProvenance(study, page.doc.catalogue, from)),
    count,
  });
  const chunks: RowsSource['chunks'] = (cell) => [
    { first: 0, rows: rows.cellRows(cell).subarray(0, count * rows.stride) },
  ];
  const source = (from: Provenance): RowsSource => ({
    manifest: manifest(from),
    study,
    count,
    chunks,
    poses,
  });
  const { seed } = study;
  return {
    file,
    row: 'per problem and method',
    table: () => toRowsTable({ study, chunks, poses }),
    ...(plan && {
      more: {
        words: 'with poses',
        note: 'starts, targets, ends',
        // Poses are not stored: the problems are solved again.
        async compute() {
          const run = await studyRunner(page).runOnce(planPosesTasks(plan, count));
          return makeExport(props, collectProblemPoses(run));
        },
      },
    }),
    json: (from) => rowsJson(source(from)),
    manifest,
    drawn: 'all figures and the table',
    async figures(use) {
      const { host, services } = page.scope;
      const result = host.querySelector(`.${css.benchResult}`);
      const table = result?.querySelector<HTMLTableElement>(`table.${dataTableCss.data}`);
      const words = {
        title: 'Methods compared on the same problems',
        about: timesNote(times),
        key: [],
      };
      const draw = (picture: SVGSVGElement) => use(`${file}-table`, picture, words);
      if (table) await withTablePicture(table, services.root, draw);
      for (const { figure, words } of findFiguresWithTexts(result))
        await use(`${file}-${toFileName(words.title)}`, figure, words);
    },
    methods,
    cited: {
      title: `${study.name || study.scenario.name || 'A scene'}: a benchmark of ${methods.length} methods`,
      note: `${count} problems of each method, seed ${seed}`,
    },
    study,
  };
}

function timesNote(times: readonly UpdateTime[]): string[] {
  if (times.length === 0) return [];
  const words = updateTimesText(times);
  return [
    'Updates, evaluations and time: median of the solved problems.',
    `${words[0]?.toUpperCase()}${words.slice(1)}`,
  ];
}
