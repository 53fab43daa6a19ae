import type { Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { composeFrames, ORIGIN_FRAME, type RigidFrame } from '@iklab/core/scenario/numbers';
import type { ReadingRemedy, Remark } from '../robot.ts';
import {
  type DhConvention,
  type DhTable,
  dhTransformAlongX,
  dhTransformAlongZ,
} from './dhTable.ts';
import type { DhColumn } from './parseDhHeader.ts';

export interface StatedDhConvention {
  readonly name: DhConvention;
  /** Description of the heading or title that states the convention; null if it is only assumed. */
  readonly reason: string | null;
}

const TITLE_PATTERN =
  /^((standard|modified|classic(al)?|craig|distal|proximal|dh|mdh|sdh|denavit|hartenberg|parameters?|params|table|convention|the|of)\b[\s:()–—-]*)+$/i;
const PHRASE_PATTERN =
  /\b(modified|standard|classic(al)?)\s+(m?d-?h|denavit)\b|\b(d-?h|denavit|convention)\b.*\((modified|standard|classic(al)?|craig)\b[^)]*\)/i;
const MAX_TITLE_LENGTH = 80; // Characters.

/**
 * Returns the Denavit-Hartenberg convention that a title or comment states; null for none or both.
 */
export function parseConventionTitle(text: string): DhConvention | null {
  const title = text.trim();
  if (title.length > MAX_TITLE_LENGTH || !(TITLE_PATTERN.test(title) || PHRASE_PATTERN.test(title)))
    return null;
  const isModified = /modified|craig|mdh|proximal/i.test(title);
  const isStandard = /standard|classic|distal|sdh/i.test(title);
  if (isModified === isStandard || /\b(not|no|from|than|unlike)\b/i.test(title)) return null;
  return isModified ? 'modified' : 'standard';
}

export function findStatedDhConvention(
  text: string,
  columns: readonly DhColumn[],
): StatedDhConvention {
  const previous = columns.find(
    ({ previous, kind }) => previous && (kind === 'a' || kind === 'alpha'),
  );
  if (previous) return { name: 'modified', reason: `heading ${quoteInOneLine(previous.heading)}` };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const name = parseConventionTitle(line.replace(/^\s*(#+|%|\/\/)/, ''));
    if (name) return { name, reason: `title ${quoteInOneLine(line.trim())}` };
  }
  return { name: 'standard', reason: null };
}

const REMEDY_LABELS: Readonly<Record<DhConvention, string>> = {
  standard: 'Read as standard',
  modified: 'Read as modified (Craig)',
};

/**
 * Makes a remark that states a table's convention with its reason and offers the other convention.
 */
export function makeConventionRemark(
  table: DhTable,
  { name, reason }: StatedDhConvention,
  file: string,
  line: number,
): Remark {
  const other: DhConvention = name === 'standard' ? 'modified' : 'standard';
  const remedies: readonly ReadingRemedy[] = [
    { label: REMEDY_LABELS[other], reading: { convention: other } },
  ];
  const why = reason === null ? 'assumed, because no heading names one' : `by ${reason}`;
  const [standard, modified] = (['standard', 'modified'] as const).map((convention) =>
    formatPosition(computeToolAtZero({ ...table, convention })),
  );
  const text = `${name} convention ${why}; tool at zero: ${standard} m if standard, ${modified} m if modified`;
  return {
    ...{ kind: 'changed', file, line, element: 'table', reason: text, grave: false },
    remedies,
  };
}

function computeToolAtZero({ convention, rows, base, tool }: DhTable): Vec3 {
  const frames = rows.flatMap((row): RigidFrame[] =>
    convention === 'standard'
      ? [dhTransformAlongZ(row), dhTransformAlongX(row)]
      : [dhTransformAlongX(row), dhTransformAlongZ(row)],
  );
  return [base ?? ORIGIN_FRAME, ...frames, tool ?? ORIGIN_FRAME].reduce(composeFrames, ORIGIN_FRAME)
    .position;
}

const formatPosition = (position: Vec3): string =>
  `(${position.map((x) => String(Number(x.toFixed(4)) + 0).replace('-', '−')).join(', ')})`;
