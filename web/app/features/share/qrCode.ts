import { encode } from 'uqr';

export const MAX_QR_TEXT_BYTES = 2953;
/** Empty margin around a QR code, in modules, which readers require. */
const MARGIN = 4;

/** QR code: SVG path of the dark modules, and view box with margin. The unit is a module. */
export interface QrCode {
  readonly path: string;
  readonly box: string;
  readonly size: number;
}

/** Returns null if the text is too long for a QR code. */
export function makeQrCode(text: string): QrCode | null {
  if (new TextEncoder().encode(text).length > MAX_QR_TEXT_BYTES) return null;
  const { size, data } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const fullSize = size + 2 * MARGIN;
  return { path, box: `${-MARGIN} ${-MARGIN} ${fullSize} ${fullSize}`, size };
}

/** Returns a QR code as an SVG file, dark on light, eight units per module. */
export function qrCodeSvg({ path, box, size }: QrCode): string {
  const fullSize = size + 2 * MARGIN;
  const ground = `M${-MARGIN} ${-MARGIN}h${fullSize}v${fullSize}h${-fullSize}z`;
  const side = 8 * fullSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${side}" height="${side}"><path fill="#fff" d="${ground}"/><path d="${path}"/></svg>\n`;
}
