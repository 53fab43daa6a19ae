/** All recomputed published tables, in the order of their papers. */
import { referenceOf } from 'iklab/engine';
import { citationText, distinctReferences, type Reference, scenarioPreset } from 'iklab/scenario';
import { bussKimJumps } from './bussKimJumps.ts';
import { bussKimShares } from './bussKimShares.ts';
import { bussKimTimes } from './bussKimTimes.ts';
import { havilandCorke, havilandCorkeNullSpace } from './havilandCorke.ts';
import { kinematicDesign } from './kinematicDesign.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import { withSides } from './oneSided.ts';
import type { PublishedTable } from './publishedTable.ts';
import { quikTables } from './quikTables.ts';
import { tabaczynskiCounts } from './tabaczynskiCounts.ts';

const tables: readonly PublishedTable[] = [
  bussKimShares,
  bussKimJumps,
  bussKimTimes,
  tabaczynskiCounts,
  naYangJiaTables,
  havilandCorke,
  havilandCorkeNullSpace,
  quikTables,
  kinematicDesign,
];

/** The paper of a table, as named in the notes of its runs. */
export const sourceText = ({ source }: Pick<PublishedTable, 'source'>): string =>
  citationText(referenceOf(source));

/** The papers named in the note of a run that was opened from a table. */
export const papersInNote = (note: string): readonly Reference[] =>
  distinctReferences(
    tables
      .filter((table) => note.includes(sourceText(table)))
      .map(({ source }) => referenceOf(source)),
  );

const noteOf = (preset: string): unknown => scenarioPreset(preset)?.document.note ?? '';

const sourced = new WeakMap<object, object>();

/** Adds the paper of its table to the note of a document. */
function withSource(opens: object, table: PublishedTable): object {
  const known = sourced.get(opens);
  if (known) return known;
  if (Object.keys(opens).length === 0) return opens;
  const { preset = '', note = noteOf(preset) } = opens as { readonly [key: string]: string };
  const made = { ...opens, note: `${note} From: ${sourceText(table)}`.trim() };
  sourced.set(opens, made);
  return made;
}

/** All recomputed tables, with the numbers of one kind judged together. */
export const publishedTables: readonly PublishedTable[] = tables.map((table) => ({
  ...table,
  figures: (variant, results) =>
    withSides(table.figures(variant, results)).map((figure) => ({
      ...figure,
      opens: withSource(figure.opens, table),
    })),
}));
