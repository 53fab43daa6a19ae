import type { FlatPoint, MethodGlyph } from '@iklab/run/drawing';
import './glyphPicture.css';
import { pixelsToRem } from './icon.tsx';

interface GlyphProps {
  readonly drawn: MethodGlyph | undefined;
  /** Slot of the panel, for the colour; null for no colour. */
  readonly slot: number | null;
  readonly size: number;
}

export function GlyphPicture({ drawn, slot, size }: GlyphProps) {
  return (
    <svg
      class={`glyph${slot === null ? '' : ` slot-${slot}`}`}
      width={pixelsToRem(size)}
      height={pixelsToRem(size)}
      viewBox="0 0 36 36"
      aria-hidden="true"
    >
      <rect x=".5" y=".5" width="35" height="35" rx="6" />
      {drawn && <path d={line(drawn)} />}
      {drawn?.kind === 'way' && <path class="dots" d={dots(drawn)} />}
    </svg>
  );
}

const pointText = ([x, y]: FlatPoint): string =>
  `${(7 + 22 * x).toFixed(1)} ${(29 - 22 * y).toFixed(1)}`;
const line = ({ points }: MethodGlyph): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${pointText(point)}`).join('');
const dots = ({ points }: MethodGlyph): string =>
  points.map((point) => `M${pointText(point)}h0`).join('');
