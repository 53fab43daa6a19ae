import { WHOLE } from '../../../study/plan.ts';
import type { RowsSource } from '../../../study/rowsSource.ts';
import { csvText, jsonText } from '../../../study/rowTexts.ts';
import type { Study } from '../../../study/study.ts';
import { encodeStudyLink } from '../../../study/studyLink.ts';
import { manifestOf } from '../../../study/studyManifest.ts';
import type { StudyRows } from '../../../study/studyRows.ts';
import { compactStudy } from '../../../study/writeStudy.ts';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { download, savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';

interface ExportProps {
  readonly page: Page;
  readonly study: Study;
  readonly rows: StudyRows;
  /** Said once something is done that is not seen. */
  readonly say: (text: string) => void;
}

/** Rows and study as files, the study as a link. */
export function BenchmarkExport({ page, study, rows, say }: ExportProps) {
  const { catalogue } = page.desk;
  const name = savedName(study.name || study.scenario.name);
  const source: RowsSource = {
    manifest: manifestOf(study, WHOLE, catalogue),
    study,
    count: study.count,
    chunks: (cell) => [{ first: 0, rows: rows.of(cell) }],
  };
  const save = (pieces: Iterable<string>, type: string, ending: string): void =>
    download(new Blob([...pieces], { type }), `${name}.${ending}`);
  const link = async (): Promise<void> => {
    try {
      const { href } = new URL(await encodeStudyLink(study, catalogue), location.href);
      await navigator.clipboard.writeText(href);
      say('The link of the study is copied.');
    } catch (error) {
      say(`The link cannot be copied: ${error instanceof Error ? error.message : error}`);
    }
  };
  const document = (): string => `${JSON.stringify(compactStudy(study, catalogue), null, 2)}\n`;
  const items = [
    { label: 'CSV', note: 'a line a row', act: () => save(csvText(source), 'text/csv', 'csv') },
    {
      label: 'JSON',
      note: 'rows with manifest',
      act: () => save(jsonText(source), 'application/json', 'json'),
    },
    {
      label: 'Study',
      note: 'for iklab study, which writes Parquet too',
      act: () => save([document()], 'application/json', 'iklab-study.json'),
    },
    { label: 'Link of the study', act: link },
  ];
  return (
    <Menu class="button" items={items}>
      <Icon name="share" size={14} />
      Export
    </Menu>
  );
}
