import { resolveCitedPaper } from '@iklab/core/engine';
import {
  citationText,
  distinctPaperReferences,
  type PaperReference,
} from '@iklab/core/scenario/methods';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { bussKimJumpsTable } from './bussKimJumpsTable.ts';
import { bussKimSharesTable } from './bussKimSharesTable.ts';
import { bussKimTimesTable } from './bussKimTimesTable.ts';
import { havilandCorkeNullSpaceTable, havilandCorkeTable } from './havilandCorkeTable.ts';
import { kinematicDesignTable } from './kinematicDesignTable.ts';
import { markOneSidedFigures } from './markOneSidedFigures.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PublishedTable } from './publishedTable.ts';
import { quikTables } from './quikTables.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';

const tables: readonly PublishedTable[] = [
  bussKimSharesTable,
  bussKimJumpsTable,
  bussKimTimesTable,
  tabaczynskiCountsTable,
  naYangJiaTables,
  havilandCorkeTable,
  havilandCorkeNullSpaceTable,
  quikTables,
  kinematicDesignTable,
];

/** Returns the source of a table as document notes name it. */
export const tableSourceText = ({ source }: Pick<PublishedTable, 'source'>): string =>
  citationText(resolveCitedPaper(source));

/** Returns the papers that a document's note names as sources. */
export const papersInNote = (note: string): readonly PaperReference[] =>
  distinctPaperReferences(
    tables
      .filter((table) => note.includes(tableSourceText(table)))
      .map(({ source }) => resolveCitedPaper(source)),
  );

const presetNote = (preset: string): unknown => scenarioPreset(preset)?.document.note ?? '';

const documentsWithSource = new WeakMap<object, object>();

function withSource(opens: object, table: PublishedTable): object {
  const cached = documentsWithSource.get(opens);
  if (cached) return cached;
  if (Object.keys(opens).length === 0) return opens;
  const { preset = '', note = presetNote(preset) } = opens as { readonly [key: string]: string };
  const made = { ...opens, note: `${note} From: ${tableSourceText(table)}`.trim() };
  documentsWithSource.set(opens, made);
  return made;
}

/** Marks the figures whose kind deviates to one side. */
export const publishedTables: readonly PublishedTable[] = tables.map((table) => ({
  ...table,
  figures: (variant, results) =>
    markOneSidedFigures(table.figures(variant, results)).map((figure) => ({
      ...figure,
      opens: withSource(figure.opens, table),
    })),
}));
