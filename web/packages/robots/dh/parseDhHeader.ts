import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { normalizeCellSpelling } from './parseDhCell.ts';

export type DhQuantity = 'a' | 'alpha' | 'd' | 'theta';
export type DhColumnKind = DhQuantity | 'label' | 'type' | 'offset' | 'lower' | 'upper' | 'limits';

export interface DhColumn {
  /** Kind of the values; null for a column that is ignored. */
  readonly kind: DhColumnKind | null;
  readonly heading: string;
  /** Metres or radians per unit that the heading states; null if the heading states none. */
  readonly unit: number | null;
  /** True if the index in the heading refers to the previous frame, as in `a_{i-1}`. */
  readonly previous: boolean;
}

const KIND_PATTERNS: readonly (readonly [DhColumnKind, RegExp])[] = [
  ['lower', /^((q|theta|joint|limit|lim)?(min|minimum|lower|low)(limit|bound)?|lb)$/],
  ['upper', /^((q|theta|joint|limit|lim)?(max|maximum|upper|high)(limit|bound)?|ub)$/],
  ['limits', /^((joint)?limits?|(joint|motion)?range|qlim)$/],
  ['label', /^([ijkn#]|no\.?|nr\.?|joint|link|frame|row|index|name|axis|id)[#i]?$/],
  ['type', /^(t|(joint)?type|sigma|kind|r\/p|rp)$/],
  ['offset', /^((joint|theta|q)?offset|theta0|q0|home)$/],
  ['a', /^(a|r|(link)?length)[ijkn]?$/],
  ['alpha', /^(alpha|alfa|(link)?twist)[ijkn]?$/],
  ['d', /^(d|linkoffset|jointdistance)[ijkn]?$/],
  ['theta', /^(theta|th|q|(joint)?angle)[ijkn]?$/],
];

const UNIT_SIZES = new Map([
  ['mm', 1e-3],
  ['cm', 1e-2],
  ['m', 1],
  ['in', 0.0254],
  ['°', RADIANS_PER_DEGREE],
  ['deg', RADIANS_PER_DEGREE],
  ['degree', RADIANS_PER_DEGREE],
  ['degrees', RADIANS_PER_DEGREE],
  ['rad', 1],
  ['radian', 1],
  ['radians', 1],
]);

const TIME_HEADING = /^["']?(t|time|timestamp|stamp|seconds)\b["']?\s*([[(].*)?$/i;
const MAX_LENGTH = 80; // Characters.

export function parseDhColumn(heading: string): DhColumn {
  const plain = heading.length > MAX_LENGTH ? '' : normalizeCellSpelling(heading).toLowerCase();
  const [unitText, name] =
    /[[(/,]\s*(mm|cm|m|in|°|deg(?:rees?)?|rad(?:ians?)?)\s*[\])]?\s*$/.exec(plain) ?? [];
  const bare = (unitText ? plain.slice(0, -unitText.length) : plain).replace(
    /[\s()[\]-]*([ijkn])\s*-\s*1[)\]]?/,
    '<',
  );
  const previous = bare.includes('<');
  const word = bare.replace(/[<\s()[\]*:.^-]/g, '');
  const kind = KIND_PATTERNS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
  return { kind, heading: heading.trim(), unit: UNIT_SIZES.get(name ?? '') ?? null, previous };
}

export function parseDhHeader(cells: readonly string[]): readonly DhColumn[] | null {
  if (TIME_HEADING.test(cells[0]?.trim() ?? '')) return null; // A log.
  const columns = cells.map(parseDhColumn);
  const has = (kind: DhColumnKind) => columns.filter((each) => each.kind === kind).length === 1;
  return has('a') && has('alpha') && (has('d') || has('theta')) ? columns : null;
}
