import { encode } from 'uqr';

/** Maximum number of bytes in a QR code. */
export const MOST_IN_CODE = 2953;
/** Width of the empty margin in modules, which readers need. */
const MARGIN = 4;

/**
 * A QR code for an SVG, in modules: the path of the dark ones, and the view box with the margin.
 */
export interface CameraCode {
  readonly path: string;
  readonly box: string;
  /** Modules per side, without the margin. */
  readonly size: number;
}

/** Returns null if the text is too long for a code. */
export function cameraCode(text: string): CameraCode | null {
  if (new TextEncoder().encode(text).length > MOST_IN_CODE) return null;
  const { size, data } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const whole = size + 2 * MARGIN;
  return { path, box: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`, size };
}

/** The code as an SVG file: dark on light, eight units per module. */
export function codeFile({ path, box, size }: CameraCode): string {
  const whole = size + 2 * MARGIN;
  const ground = `M${-MARGIN} ${-MARGIN}h${whole}v${whole}h${-whole}z`;
  const side = 8 * whole;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${side}" height="${side}"><path fill="#fff" d="${ground}"/><path d="${path}"/></svg>\n`;
}
