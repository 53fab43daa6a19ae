/**
 * The colours of the solutions differ enough, also for viewers with colour vision deficiencies:
 * simulation after Machado, Oliveira, Fernandes 2009 (severity 1), difference CIEDE2000.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Triple = readonly [number, number, number];
type Rows = readonly [Triple, Triple, Triple];

const MIN_DIFFERENCE = 10;
const OUTLINE = 0.85; // Opacity of a ghost's outline, see `ghostPoses.ts`.

const VISION: Readonly<Record<string, Rows>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

// sRGB to XYZ, divided by the white point D65.
const XYZ: Rows = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

const multiply = (rows: Rows, [a, b, c]: Triple) =>
  rows.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Returns the CIELAB coordinates of an sRGB colour (components 0 to 1) as a viewer sees it. */
function seenAs(rgb: Triple, vision: Rows): Triple {
  const linear = multiply(vision, rgb.map(toLinear) as unknown as Triple);
  const seen = linear.map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple;
  const [x, y, z] = multiply(XYZ, seen).map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
  ) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const cosine = (angle: number): number => Math.cos((angle * Math.PI) / 180);
const saturation = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** CIEDE2000 after Sharma, Wu, Dalal 2005. */
function colorDifference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const wider = 1.5 - 0.5 * saturation((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(wider * a1, b1), Math.hypot(wider * a2, b2)];
  const hue = (a: number, b: number) => (degrees(Math.atan2(b, wider * a)) + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const between = ((h2 - h1 + 540) % 360) - 180;
  const middle = h1 + between / 2;
  const [light, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * cosine(middle - 30) +
    0.24 * cosine(2 * middle) +
    0.32 * cosine(3 * middle + 6) -
    0.2 * cosine(4 * middle - 63);
  const lightness =
    (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const colorfulness = (c2 - c1) / (1 + 0.045 * chroma);
  const turn =
    (2 * Math.sqrt(c1 * c2) * Math.sin((between * Math.PI) / 360)) / (1 + 0.015 * chroma * t);
  const wrapped = (middle + 360) % 360;
  const blue = 60 * Math.exp(-(((wrapped - 275) / 25) ** 2));
  const rotation = -2 * saturation(chroma) * Math.sin((blue * Math.PI) / 180);
  return Math.sqrt(lightness ** 2 + colorfulness ** 2 + turn ** 2 + rotation * colorfulness * turn);
}

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Returns the colours of a token in the light and in the dark theme. */
function token(name: string): readonly Triple[] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}:\\s*light-dark\\(\\s*#(\\w{6}),\\s*#(\\w{6})\\b`).exec(sheet) ?? [];
  return [light, dark].map(
    (hex) =>
      [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as unknown as Triple,
  );
}

test.each([
  [2.0425, [50, 2.6772, -79.7751], [50, 0, -82.7485]],
  [4.3065, [50, 2.5, 0], [50, 0, -2.5]],
  [2.0373, [22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619]],
  [19.4535, [50, 2.5, 0], [58, 24, 15]],
  [31.903, [50, 2.5, 0], [56, -27, -3]],
] as readonly (readonly [number, Triple, Triple])[])(
  'the difference formula gives the published %f',
  (published, a, b) => {
    expect(colorDifference(a, b)).toBeCloseTo(published, 4);
    expect(colorDifference(b, a)).toBeCloseTo(published, 4);
  },
);

const themes = ['light', 'dark'].flatMap((theme, i) =>
  Object.keys(VISION).map((vision) => [theme, vision, i] as const),
);

test.each(themes)(
  'any two outlines of solutions differ by 10 in the %s theme with %s vision',
  (_, vision, theme) => {
    const ground = token('surface')[theme] as Triple;
    const drawn = [1, 2, 3, 4, 5, 6, 7, 8].map((branch) => {
      const color = token(`branch-${branch}`)[theme] as Triple;
      return color.map((x, i) => OUTLINE * x + (1 - OUTLINE) * (ground[i] as number));
    }) as unknown as Triple[];
    const seen = [...drawn, ground].map((color) => seenAs(color, VISION[vision] as Rows));
    seen.forEach((a, i) => {
      seen.slice(0, i).forEach((b, j) => {
        expect(colorDifference(a, b), `${j + 1} and ${i + 1}`).toBeGreaterThan(MIN_DIFFERENCE);
      });
    });
  },
);
