import { rowsTable } from '../../../study/rowColumns.ts';
import type { RowsSource } from '../../../study/rowsSource.ts';
import { jsonText } from '../../../study/rowTexts.ts';
import type { Study } from '../../../study/study.ts';
import { type Provenance, studyProvenance } from '../../../study/studyManifest.ts';
import type { StudyRows } from '../../../study/studyRows.ts';
import { savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';
import { type Exported, ExportMenu } from '../exportMenu.tsx';
import { cardFigures } from '../figures/figureCard.tsx';
import { withTablePicture } from '../figures/tablePicture.ts';

interface ExportProps {
  readonly page: Page;
  readonly study: Study;
  readonly rows: StudyRows;
}

/** Rows, table and figures of a benchmark as files, the study as a link. */
export const BenchmarkExport = ({ page, study, rows }: ExportProps) => (
  <ExportMenu page={page} what={() => exported(page, study, rows)} shared />
);

function exported(page: Page, study: Study, rows: StudyRows): Exported {
  const file = savedName(study.name || study.scenario.name);
  const { methods } = study.scenario;
  const manifest = (from: Provenance) => studyProvenance(study, page.desk.catalogue, from);
  const source = (from: Provenance): RowsSource => ({
    manifest: manifest(from),
    study,
    count: study.count,
    chunks: (cell) => [{ first: 0, rows: rows.of(cell) }],
  });
  const { count, seed } = study;
  return {
    file,
    row: 'a problem and method',
    table: () => rowsTable({ study, chunks: (cell) => [{ first: 0, rows: rows.of(cell) }] }),
    json: (from) => jsonText(source(from)),
    manifest,
    drawn: 'each figure and the table',
    async figures(use) {
      const result = document.querySelector('.bench-result');
      const table = result?.querySelector<HTMLTableElement>('table.data');
      const words = { title: 'Methods on the same problems', about: [], key: [] };
      if (table) await withTablePicture(table, (picture) => use(`${file}-table`, picture, words));
      for (const { figure, words } of cardFigures(result))
        await use(`${file}-${savedName(words.title)}`, figure, words);
    },
    methods,
    cited: {
      title: `${study.name || study.scenario.name || 'A scene'}: a benchmark of ${methods.length} methods`,
      note: `${count} problems of each method, seed ${seed}`,
    },
    study,
  };
}
