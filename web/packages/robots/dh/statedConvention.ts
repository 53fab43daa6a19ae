/** Which convention a table follows, and what the other one would give. */
import { composed, type Frame, ORIGIN, quote, type Vec3 } from 'iklab/scenario';
import type { Remark, Remedy } from '../robot.ts';
import type { Column } from './dhHeader.ts';
import { aboutX, aboutZ, type DhConvention, type DhTable } from './dhTable.ts';

export interface ReadConvention {
  readonly name: DhConvention;
  /** Null if nothing states it. */
  readonly reason: string | null;
}

const TITLE =
  /^((standard|modified|classic(al)?|craig|distal|proximal|dh|mdh|sdh|denavit|hartenberg|parameters?|table|convention)\b[\s:()–—-]*)+$/i;

/** Reads it from headings, or from a line that is nothing but the name of a convention. */
export function statedConvention(text: string, columns: readonly Column[]): ReadConvention {
  const previous = columns.find(
    ({ previous, kind }) => previous && (kind === 'a' || kind === 'alpha'),
  );
  if (previous) return { name: 'modified', reason: `heading ${quote(previous.heading)}` };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const title = line.trim();
    if (title.length > 80 || !TITLE.test(title)) continue;
    if (/modified|craig|mdh|proximal/i.test(title))
      return { name: 'modified', reason: `title ${quote(title)}` };
    if (/standard|classic|distal|sdh/i.test(title))
      return { name: 'standard', reason: `title ${quote(title)}` };
  }
  return { name: 'standard', reason: null };
}

const LABELS: Readonly<Record<DhConvention, string>> = {
  standard: 'Read as standard',
  modified: 'Read as modified (Craig)',
};

/** States the convention with its reason, and offers the other one. */
export function conventionRemark(
  table: DhTable,
  { name, reason }: ReadConvention,
  file: string,
  line: number,
): Remark {
  const other: DhConvention = name === 'standard' ? 'modified' : 'standard';
  const remedies: readonly Remedy[] = [{ label: LABELS[other], reading: { convention: other } }];
  const why = reason === null ? 'assumed, because no heading names one' : `by ${reason}`;
  const [standard, modified] = (['standard', 'modified'] as const).map((convention) =>
    placeText(toolAtZero({ ...table, convention })),
  );
  const text = `${name} convention ${why}; at zero, standard: tool at ${standard} m; modified: ${modified} m`;
  return {
    ...{ kind: 'changed', file, line, element: 'table', reason: text, grave: false },
    remedies,
  };
}

function toolAtZero({ convention, rows, base, tool }: DhTable): Vec3 {
  const frames = rows.flatMap((row): Frame[] =>
    convention === 'standard' ? [aboutZ(row), aboutX(row)] : [aboutX(row), aboutZ(row)],
  );
  return [base ?? ORIGIN, ...frames, tool ?? ORIGIN].reduce(composed, ORIGIN).at;
}

const placeText = (at: Vec3): string =>
  `(${at.map((x) => String(Number(x.toFixed(4)) + 0).replace('-', '−')).join(', ')})`;
