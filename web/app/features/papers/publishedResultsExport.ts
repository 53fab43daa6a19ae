import { resolveCitedPaper } from '@iklab/core/engine';
import type { MethodPanel } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import {
  isFigurePrinted,
  type PublishedTable,
  type PublishedTableFigures,
  publishedFiguresJson,
  publishedFiguresProvenance,
  publishedFiguresTable,
  publishedTables,
  replicationSentence,
} from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import css from '../study/dataTable.module.css';
import type { ExportedFigureCallback, StudyExport } from '../study/exportMenu.tsx';
import { findFiguresWithTexts } from '../study/figures/figureCard.tsx';
import { withElementPicture, withTablePicture } from '../study/figures/withTablePicture.ts';
import studiesCss from '../study/studies.module.css';
import glanceCss from './papersOverview.module.css';
import { publishedResultsState } from './publishedResultsState.ts';

interface ShownTables {
  readonly file: string;
  readonly title: string;
  readonly tables: readonly PublishedTable[];
  /** True for the overview of all tables, which has printed numbers and the picture of dots. */
  readonly glance?: true;
}

export function publishedResultsExport(
  page: Page,
  { file, title, glance, ...rest }: ShownTables,
): StudyExport | null {
  const made = publishedResultsState(page).computedTables(rest.tables);
  const tables = glance ? made.map(onlyPrinted) : made;
  if (tables.length === 0) return null;
  const runs = tables.map(({ variant, sample, table }) => {
    const runsText = sample > 0 ? `, ${sample} runs` : '';
    return tables.length > 1 ? table.title : `variant ${variant}${runsText}`;
  });
  return {
    file,
    row: 'a number',
    table: () => publishedFiguresTable(tables),
    json: (from) => [publishedFiguresJson(tables, from)],
    manifest: (from) => publishedFiguresProvenance(tables, from),
    drawn: glance ? 'the figure' : 'what is shown',
    figures: (use) =>
      glance ? exportOverview(page, file, title, use) : exportTables(page, file, title, use),
    methods: methodsOf(page, tables),
    papers: tables.map(({ table }) => resolveCitedPaper(table.source)),
    cited: { title: `${title}: reproduction`, note: runs.join('; ') },
  };
}

const onlyPrinted = (made: PublishedTableFigures): PublishedTableFigures => ({
  ...made,
  figures: made.figures.filter(isFigurePrinted),
});

async function exportOverview(
  page: Page,
  file: string,
  title: string,
  use: ExportedFigureCallback,
): Promise<void> {
  const state = publishedResultsState(page);
  const figures = state.computedTables(publishedTables).flatMap((made) => made.figures);
  const { lead, rest } = replicationSentence(figures, state.missingTables.length === 0);
  const { host, services } = page.scope;
  const rows = host.querySelector<HTMLElement>(`.${glanceCss.picture}`);
  const key = [...host.querySelectorAll(`.${glanceCss.glanceKey} li`)].map(
    (each) => each.textContent,
  );
  if (rows)
    await withElementPicture(rows, [...rows.children], services.root, (drawn) =>
      use(file, drawn, { title, about: [`${lead} ${rest}`, key.join('; ')], key: [] }),
    );
}

async function exportTables(
  page: Page,
  file: string,
  title: string,
  use: ExportedFigureCallback,
): Promise<void> {
  const { host, services } = page.scope;
  const study = host.querySelector(`.${studiesCss.study}`);
  const verdict = study?.querySelector(`.${studiesCss.verdictLine}`)?.textContent ?? '';
  for (const table of study?.querySelectorAll<HTMLTableElement>(`table.${css.data}`) ?? []) {
    const legend = table.parentElement
      ?.querySelector(`.${css.dataLegend}`)
      ?.getAttribute('aria-label');
    const name = table.caption?.textContent ?? '';
    const about = [verdict, legend ?? ''];
    const words = { title: name ? `${title}. ${name}` : title, about, key: [] };
    const tableFile = name ? `${file}-${toFileName(name.split(':')[0] ?? '')}` : file;
    await withTablePicture(table, services.root, (picture) => use(tableFile, picture, words));
  }
  for (const { figure, words } of findFiguresWithTexts(study))
    await use(`${file}-${toFileName(words.title)}`, figure, words);
}

function methodsOf(page: Page, tables: readonly PublishedTableFigures[]): readonly MethodPanel[] {
  const runs = tables.flatMap(({ figures }) => figures.map(({ opens }) => opens));
  const methods = [...new Set(runs)].flatMap((run) => {
    const read = parseScenarioDocument(run, page.doc.catalogue);
    return read.ok ? read.value.methods : [];
  });
  const one = ({ id, params }: MethodPanel): string => JSON.stringify([id, params]);
  return [...new Map(methods.map((panel) => [one(panel), panel])).values()];
}
