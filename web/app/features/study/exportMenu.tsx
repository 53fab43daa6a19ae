import { withCardTexts } from '@iklab/core/engine';
import type { MethodPanel } from '@iklab/core/scenario';
import {
  distinctPaperReferences,
  citationText as inOneLine,
  listMethodPapers,
  type PaperReference,
} from '@iklab/core/scenario/methods';
import { type Provenance, type StudyBibtexEntry, studyBibtex } from '@iklab/study/document';
import { type AnyStudy, compactAnyStudyDocument } from '@iklab/study/follow';
import { type DataTable, tableCsv } from '@iklab/study/rows';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { type FigureSheetEncoder, figureSvgBlob } from './figures/figureCard.tsx';
import { figurePngBlob } from './figures/figureFile.ts';
import { buildVersionText, type FigureTexts, withFigureSheet } from './figures/figureSheet.tsx';
import { pageProvenance, saveTextFile } from './figures/studyFiles.ts';
import css from './studies.module.css';
import { studyUrl } from './studyAddress.ts';

/** Receives a figure with file name and texts while the figure is in the document. */
export type ExportedFigureCallback = (
  file: string,
  figure: SVGSVGElement,
  words: FigureTexts,
) => void | Promise<void>;

export interface StudyExport {
  /** File name without extension. */
  readonly file: string;
  /** Noun for one row of the CSV and Parquet files, for example `a value`. */
  readonly row: string;
  table(): DataTable;
  json(from: Provenance): Iterable<string>;
  readonly more?: ExtraExport;
  manifest(from: Provenance): Provenance;
  /** Noun for the content of the SVG and PNG files, for example `each figure`. */
  readonly drawn: string;
  figures(use: ExportedFigureCallback): Promise<void>;
  /** Methods whose papers are cited. */
  readonly methods: readonly MethodPanel[];
  readonly papers?: readonly PaperReference[];
  readonly cited: Omit<StudyBibtexEntry, 'link'>;
  /** Undefined if no study document reproduces the results. */
  readonly study?: AnyStudy | undefined;
}

interface ExtraExport {
  /** Words added to the names of the menu items, for example `with poses`. */
  readonly words: string;
  readonly note: string;
  /** Computes missing results. */
  compute(): StudyExport | Promise<StudyExport>;
}

interface ExportMenuProps {
  readonly page: Page;
  readonly getExport: () => StudyExport;
}

export function ExportMenu({ page, getExport }: ExportMenuProps) {
  const [message, setMessage] = useState('');
  const runAndReport = async (act: () => unknown): Promise<void> => {
    try {
      setMessage('');
      const result = await act();
      if (typeof result === 'string') setMessage(result);
    } catch (error) {
      setMessage(`Export failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const { drawn, more, study } = getExport();
  const items = [
    ...fileItems(page, getExport, drawn),
    ...(more ? extraItems(page, getExport, more) : []),
    ...(study ? shareItems(page, getExport) : []),
  ];
  return (
    <div class={css.export}>
      <Menu
        class="button"
        items={items.map((item) => ({ ...item, act: () => void runAndReport(item.act) }))}
      >
        <Icon name="share" size={14} />
        Export
      </Menu>
      <p class="small" role="status">
        {message}
      </p>
    </div>
  );
}

interface ExportItem extends Omit<MenuItem, 'act'> {
  act(): unknown;
}

const shareItems = (page: Page, getExport: () => StudyExport): ExportItem[] => [
  {
    label: 'Study',
    note: 'a file for this page and iklab study',
    act: () => saveStudy(page, getExport()),
  },
  {
    label: 'Link of the study',
    note: 'opens the study on this page',
    act: () => copyLink(page, getExport()),
  },
];

function extraItems(
  page: Page,
  getExport: () => StudyExport,
  { words, note }: ExtraExport,
): ExportItem[] {
  const forms: [string, (exported: StudyExport) => unknown][] = [
    ['CSV', saveCsv],
    ['JSON', (exported) => saveJson(page, exported)],
    ['Parquet', (exported) => saveParquet(page, exported)],
    ['NPZ', (exported) => saveNpz(page, exported)],
  ];
  return forms.map(([form, save]) => ({
    label: `${form} ${words}`,
    note,
    async act() {
      const found = await getExport().more?.compute();
      if (found) await save(found);
    },
  }));
}

const saveCsv = ({ table, file }: StudyExport): void =>
  saveTextFile([...tableCsv(table())], 'text/csv', `${file}.csv`);

const saveJson = (page: Page, { json, file }: StudyExport): void =>
  saveTextFile([...json(pageProvenance(page))], 'application/json', `${file}.json`);

function fileItems(page: Page, getExport: () => StudyExport, drawn: string): ExportItem[] {
  return [
    { label: 'CSV', note: `a line ${getExport().row}`, act: () => saveCsv(getExport()) },
    {
      label: 'JSON',
      note: 'with study, version and build',
      act: () => saveJson(page, getExport()),
    },
    {
      label: 'Parquet',
      note: `a row ${getExport().row}`,
      act: () => saveParquet(page, getExport()),
    },
    { label: 'NPZ', note: 'arrays for NumPy', act: () => saveNpz(page, getExport()) },
    { label: 'SVG', note: drawn, act: () => saveFigures(page, getExport(), 'svg', figureSvgBlob) },
    { label: 'PNG', note: drawn, act: () => saveFigures(page, getExport(), 'png', figurePngBlob) },
    {
      label: 'BibTeX',
      note: 'the papers, and this study',
      act: () => saveBibtex(page, getExport()),
    },
  ];
}

/** Saves the figures as one ZIP file, because browsers may refuse a second download. */
async function saveFigures(
  page: Page,
  { figures, file, cited, papers = [] }: StudyExport,
  kind: string,
  take: FigureSheetEncoder,
): Promise<string> {
  const blobs: Record<string, Blob> = {};
  const source = [
    [cited.title, cited.note].filter(Boolean).join(', '),
    ...distinctPaperReferences(papers).map(inOneLine),
    buildVersionText(pageProvenance(page)),
  ];
  await figures(async (name, figure, words) => {
    blobs[`${name}.${kind}`] = await withFigureSheet(figure, { ...words, source }, (sheet) =>
      take(sheet, page.scope.services.root),
    );
  });
  const [[name, blob] = [], ...more] = Object.entries(blobs);
  if (name === undefined || blob === undefined) return 'There are no figures yet.';
  if (more.length === 0) {
    downloadBlob(blob, name);
    return 'Saved.';
  }
  const { zipSync } = await import('fflate');
  const bytes: Record<string, Uint8Array> = {};
  for (const [each, figure] of Object.entries(blobs))
    bytes[each] = new Uint8Array(await figure.arrayBuffer());
  downloadBlob(new Blob([zipSync(bytes)], { type: 'application/zip' }), `${file}-${kind}.zip`);
  return `${more.length + 1} figures are saved in one file.`;
}

async function saveParquet(page: Page, { table, manifest, file }: StudyExport): Promise<void> {
  // Loaded on demand: as large as the rest of this page.
  const { encodeParquetTable: parquetBytes } = await import('@iklab/study/rows/writeParquet');
  const bytes = parquetBytes(table(), manifest(pageProvenance(page)));
  downloadBlob(new Blob([bytes], { type: 'application/vnd.apache.parquet' }), `${file}.parquet`);
}

async function saveNpz(page: Page, { table, manifest, file }: StudyExport): Promise<void> {
  const { encodeNpzTable: npzBytes } = await import('@iklab/study/rows/npz');
  const bytes = npzBytes(table(), manifest(pageProvenance(page)));
  downloadBlob(new Blob([bytes], { type: 'application/zip' }), `${file}.npz`);
}

async function saveBibtex(page: Page, exported: StudyExport): Promise<void> {
  const { methods, papers = [], cited, study, file } = exported;
  const catalogue = withCardTexts(page.doc.catalogue);
  const references = [...papers, ...methods.flatMap((panel) => listMethodPapers(panel, catalogue))];
  const { base, fragment } = page.scope.services.address;
  const link = study ? await studyUrl(study, page) : base + fragment;
  const text = studyBibtex(references, { ...cited, link: link ?? '' }, pageProvenance(page));
  saveTextFile([text], 'application/x-bibtex', `${file}.bib`);
}

function saveStudy(page: Page, { study, file }: StudyExport): void {
  if (!study) return;
  const text = `${JSON.stringify(compactAnyStudyDocument(study, page.doc.catalogue), null, 2)}\n`;
  saveTextFile([text], 'application/json', `${file}.iklab-study.json`);
}

async function copyLink(page: Page, { study }: StudyExport): Promise<string> {
  const link = study && (await studyUrl(study, page));
  if (!link) throw new Error('the study is too large for a link. Save it as a file');
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    throw new Error('the browser does not allow copying. Save the study as a file');
  }
  return 'The link of the study is copied.';
}
