/** What lies over a chart of filters, as knots that a curve is bent by, and what it is told. */
import type { Spectral } from 'iklab/measure';
import type { Range } from './scale.ts';

/** A chart of filters as it stands in its box, in pixels of the style sheets; axes are log₁₀ of σ and τ. */
export interface FilterPicture {
  readonly across: Range;
  readonly upward: Range;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Of the panel that is chosen; null: nothing of it is drawn yet. */
  readonly chosen: Spectral | null;
}

/** What lies over a chart of filters. */
export interface FilterLayer {
  /** The ranges of both axes, where it needs others than those that fit the curves. */
  ranges(across: Range, upward: Range): readonly [across: Range, upward: Range];
  /** The chart was drawn so. */
  drawn(picture: FilterPicture): void;
}
