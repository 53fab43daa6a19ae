/**
 * Converts a CSS colour `color(srgb ...)` to `rgb(...)`, because not every SVG program reads
 * `color()`.
 */
export const toRgbColor = (color: string): string => {
  const [, ...parts] = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/.exec(color) ?? [];
  return parts.length === 3
    ? `rgb(${parts.map((part) => Math.round(255 * Number(part))).join(', ')})`
    : color;
};
