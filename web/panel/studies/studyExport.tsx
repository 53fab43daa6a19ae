import { version } from '../../../package.json';
import { figuresCsv, figuresJson } from '../../study/published/figuresText.ts';
import type { Figure, PublishedTable } from '../../study/published/publishedTable.ts';
import { Icon } from '../controls/icon.tsx';
import { Menu } from '../controls/menu.tsx';
import { download } from '../controls/saveFile.ts';
import type { Page } from '../page.ts';

interface StudyExportProps {
  readonly page: Page;
  /** Undefined: of all of them. */
  readonly table?: PublishedTable;
  readonly figures: readonly Figure[];
}

/** What is shown, as a file. */
export function StudyExport({ page, table, figures }: StudyExportProps) {
  const name = table?.id ?? 'papers';
  const manifest = () => ({
    program: 'IK Lab' as const,
    version,
    build: page.desk.catalogue.build,
    agent: navigator.userAgent,
    made: new Date().toISOString(),
  });
  const save = (text: string, type: string, ending: string): void =>
    download(new Blob([text], { type }), `${name}.${ending}`);
  const items = [
    {
      label: 'CSV',
      note: 'a line a number',
      act: () => save(figuresCsv(figures, table?.title), 'text/csv', 'csv'),
    },
    {
      label: 'JSON',
      note: 'with the set-up, version and build',
      act: () => save(figuresJson(figures, manifest(), table), 'application/json', 'json'),
    },
  ];
  return (
    <Menu class="button" items={items}>
      <Icon name="share" size={14} />
      Export
    </Menu>
  );
}
