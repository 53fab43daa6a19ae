import {
  type AnyStudy,
  compactAnyStudy,
  type DataTable,
  type OwnEntry,
  type Provenance,
  studyBibtex,
  tableCsv,
} from '@iklab/study';
import { withTexts } from 'iklab/engine';
import {
  distinctReferences,
  citationText as inOneLine,
  type MethodPanel,
  papersOf,
  type Reference,
} from 'iklab/scenario';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Item, Menu } from '../../ui/menu.tsx';
import { download } from '../../ui/saveFile.ts';
import { svgBlob, type TakeFigure } from './figures/figureCard.tsx';
import { pngOf } from './figures/figureFile.ts';
import { type FigureWords, madeBy, withSheet } from './figures/figureSheet.tsx';
import { manifestHere, saveText } from './figures/studyFiles.ts';
import css from './studies.module.css';
import { addressOf } from './studyAddress.ts';

/** Receives a figure with its texts and file name while it is in the document. */
export type UseFigure = (
  file: string,
  figure: SVGSVGElement,
  words: FigureWords,
) => void | Promise<void>;

export interface Exported {
  /** File name without extension. */
  readonly file: string;
  /** What a row is in CSV and Parquet, for example 'a value'. */
  readonly row: string;
  table(): DataTable;
  /** The table with everything that it depends on. */
  json(from: Provenance): Iterable<string>;
  /** The same results with more columns, as an additional export. */
  readonly more?: MoreExported;
  /** Metadata of Parquet and NPZ. */
  manifest(from: Provenance): Provenance;
  /** What SVG and PNG files show, for example 'each figure'. */
  readonly drawn: string;
  figures(use: UseFigure): Promise<void>;
  /** The methods that were run; their papers are cited. */
  readonly methods: readonly MethodPanel[];
  /** Papers with printed results, cited in addition. */
  readonly papers?: readonly Reference[];
  readonly cited: Omit<OwnEntry, 'link'>;
  /** Reproduces the results; undefined if no study document does, only the address. */
  readonly study?: AnyStudy | undefined;
}

interface MoreExported {
  /** Added to the names of its items, for example 'CSV with poses'. */
  readonly words: string;
  readonly note: string;
  /** Computes the results if needed. */
  found(): Exported | Promise<Exported>;
}

interface ExportMenuProps {
  readonly page: Page;
  /** Called for each export, to get the current results. */
  readonly what: () => Exported;
}

export function ExportMenu({ page, what }: ExportMenuProps) {
  const [said, say] = useState('');
  const told = async (act: () => unknown): Promise<void> => {
    try {
      say('');
      const done = await act();
      if (typeof done === 'string') say(done);
    } catch (error) {
      say(`Export failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const { drawn, more, study } = what();
  const items = [
    ...itemsOf(page, what, drawn),
    ...(more ? moreOf(page, what, more) : []),
    ...(study ? sharesOf(page, what) : []),
  ];
  return (
    <div class={css.export}>
      <Menu
        class="button"
        items={items.map((item) => ({ ...item, act: () => void told(item.act) }))}
      >
        <Icon name="share" size={14} />
        Export
      </Menu>
      <p class="small" role="status">
        {said}
      </p>
    </div>
  );
}

interface Act extends Omit<Item, 'act'> {
  /** May return a text to show, or a promise of one. */
  act(): unknown;
}

const sharesOf = (page: Page, what: () => Exported): Act[] => [
  {
    label: 'Study',
    note: 'a file for this page and iklab study',
    act: () => saveStudy(page, what()),
  },
  {
    label: 'Link of the study',
    note: 'opens the study on this page',
    act: () => copyLink(page, what()),
  },
];

/** Computed on demand, because it may have to be solved first. */
function moreOf(page: Page, what: () => Exported, { words, note }: MoreExported): Act[] {
  const forms: [string, (of: Exported) => unknown][] = [
    ['CSV', saveCsv],
    ['JSON', (of) => saveJson(page, of)],
    ['Parquet', (of) => saveParquet(page, of)],
    ['NPZ', (of) => saveNpz(page, of)],
  ];
  return forms.map(([form, save]) => ({
    label: `${form} ${words}`,
    note,
    async act() {
      const found = await what().more?.found();
      if (found) await save(found);
    },
  }));
}

const saveCsv = ({ table, file }: Exported): void =>
  saveText([...tableCsv(table())], 'text/csv', `${file}.csv`);

const saveJson = (page: Page, { json, file }: Exported): void =>
  saveText([...json(manifestHere(page))], 'application/json', `${file}.json`);

function itemsOf(page: Page, what: () => Exported, drawn: string): Act[] {
  return [
    { label: 'CSV', note: `a line ${what().row}`, act: () => saveCsv(what()) },
    { label: 'JSON', note: 'with study, version and build', act: () => saveJson(page, what()) },
    { label: 'Parquet', note: `a row ${what().row}`, act: () => saveParquet(page, what()) },
    { label: 'NPZ', note: 'arrays for NumPy', act: () => saveNpz(page, what()) },
    { label: 'SVG', note: drawn, act: () => saveFigures(page, what(), 'svg', svgBlob) },
    { label: 'PNG', note: drawn, act: () => saveFigures(page, what(), 'png', pngOf) },
    { label: 'BibTeX', note: 'the papers, and this study', act: () => saveBibtex(page, what()) },
  ];
}

/** Puts several figures in one file, because browsers ask before, or refuse, a second download. */
async function saveFigures(
  page: Page,
  { figures, file, cited, papers = [] }: Exported,
  kind: string,
  take: TakeFigure,
): Promise<string> {
  const taken: Record<string, Blob> = {};
  const source = [
    [cited.title, cited.note].filter(Boolean).join(', '),
    ...distinctReferences(papers).map(inOneLine),
    madeBy(manifestHere(page)),
  ];
  await figures(async (name, figure, words) => {
    taken[`${name}.${kind}`] = await withSheet(figure, { ...words, source }, (sheet) =>
      take(sheet, page.scope.services.root),
    );
  });
  const [[name, blob] = [], ...more] = Object.entries(taken);
  if (name === undefined || blob === undefined) return 'There are no figures yet.';
  if (more.length === 0) {
    download(blob, name);
    return 'Saved.';
  }
  const { zipSync } = await import('fflate');
  const bytes: Record<string, Uint8Array> = {};
  for (const [each, figure] of Object.entries(taken))
    bytes[each] = new Uint8Array(await figure.arrayBuffer());
  download(new Blob([zipSync(bytes)], { type: 'application/zip' }), `${file}-${kind}.zip`);
  return `${more.length + 1} figures are saved in one file.`;
}

async function saveParquet(page: Page, { table, manifest, file }: Exported): Promise<void> {
  // Loaded on demand: as large as the rest of this page.
  const { parquetBytes } = await import('@iklab/study/dataParquet');
  const bytes = parquetBytes(table(), manifest(manifestHere(page)));
  download(new Blob([bytes], { type: 'application/vnd.apache.parquet' }), `${file}.parquet`);
}

async function saveNpz(page: Page, { table, manifest, file }: Exported): Promise<void> {
  const { npzBytes } = await import('@iklab/study/npz');
  const bytes = npzBytes(table(), manifest(manifestHere(page)));
  download(new Blob([bytes], { type: 'application/zip' }), `${file}.npz`);
}

async function saveBibtex(page: Page, what: Exported): Promise<void> {
  const { methods, papers = [], cited, study, file } = what;
  const catalogue = withTexts(page.doc.catalogue);
  const references = [...papers, ...methods.flatMap((panel) => papersOf(panel, catalogue))];
  const { base, fragment } = page.scope.services.address;
  const link = study ? await addressOf(study, page) : base + fragment;
  const text = studyBibtex(references, { ...cited, link: link ?? '' }, manifestHere(page));
  saveText([text], 'application/x-bibtex', `${file}.bib`);
}

function saveStudy(page: Page, { study, file }: Exported): void {
  if (!study) return;
  const text = `${JSON.stringify(compactAnyStudy(study, page.doc.catalogue), null, 2)}\n`;
  saveText([text], 'application/json', `${file}.iklab-study.json`);
}

async function copyLink(page: Page, { study }: Exported): Promise<string> {
  const link = study && (await addressOf(study, page));
  if (!link) throw new Error('the study is too large for a link. Save it as a file');
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    throw new Error('the browser does not allow copying. Save the study as a file');
  }
  return 'The link of the study is copied.';
}
