/** The visible pixels of each part of a picture: those that change when the part is hidden. */
import type { Page } from 'playwright-core';

/** The properties of Three.js's `Object3D` that these tests use. */
interface Object3D {
  readonly visible: boolean;
  readonly parent: Object3D | null;
  readonly layers: { mask: number };
  traverse(see: (each: Object3D) => void): void;
}
interface Mesh extends Object3D {
  readonly count?: number;
  readonly geometry: {
    readonly index: Values | null;
    readonly drawRange: { readonly count: number };
    readonly attributes: Readonly<Record<string, Values>>;
    readonly instanceCount?: number;
  };
}
interface Values {
  readonly count: number;
  readonly array: Uint16Array | Uint32Array;
  needsUpdate: boolean;
  getX(index: number): number;
}

export interface DrawnPane {
  readonly parts: Readonly<Record<string, readonly Object3D[]>>;
  readonly scene: Object3D;
  readonly cell: { readonly x: number; readonly y: number; width: number; height: number } | null;
  /** The point that the camera looks at, in the upright frame. */
  readonly aim: readonly number[];
}

/** A part of a picture, or its vertices with one paint, with the design tokens of its colours. */
export interface PicturePartQuery {
  readonly part: string;
  readonly paint?: number;
  /**
   * Design tokens of the colours. `own`: the method's colour; `a+b`: 55 % of b mixed with a,
   * `a+b@75`: 75 %.
   */
  readonly colors: readonly string[];
  /** True if shading may make the colours of the part darker or brighter. */
  readonly shaded?: boolean;
  /** True if only the hue of the part's colours is compared. */
  readonly lit?: boolean;
}

export interface PartPixelCounts {
  readonly vertices: number;
  /** Number of pixels of the pane that the part covers. */
  readonly pixels: number;
  /** Numbers of these pixels in the part's own colour, and in that of another method. */
  readonly own: number;
  readonly other: number;
  /** Number of these pixels near each requested place. */
  readonly near: readonly number[];
}

export interface CanvasPosition {
  readonly x: number;
  readonly y: number;
}

const CLOSE = 4; // px

/**
 * Returns the counts of pixels of each part in each pane; `places`: pixels of the canvas, per pane.
 */
export const countPartPixels = (
  page: Page,
  asks: readonly PicturePartQuery[],
  places: readonly (readonly CanvasPosition[])[] = [],
): Promise<PartPixelCounts[][]> => page.evaluate(looked, { asks, places, close: CLOSE });

interface Wanted {
  asks: readonly PicturePartQuery[];
  places: readonly (readonly CanvasPosition[])[];
  close: number;
}

/** In the page: computes the result of `countPartPixels`. */
function looked({ asks, places, close }: Wanted): PartPixelCounts[][] {
  const hook = window.__iklab;
  const { methods } = hook.scenario;
  const canvas = document.querySelector('.panes canvas') as HTMLCanvasElement;
  const { width, height } = canvas;
  const to = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!to) throw new Error('no canvas to read from');
  const drawn = (): Uint8ClampedArray => {
    hook.step(0); // no await from here on: a presented frame is discarded
    to.drawImage(canvas, 0, 0);
    return to.getImageData(0, 0, width, height).data;
  };
  const probe = document.body.appendChild(document.createElement('i'));
  const color = (token: string): number[] => {
    probe.style.color = `var(--${token})`;
    return (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  };
  const slots = [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => color(`m${slot}`));
  const count = ({ geometry, count: many }: Mesh): number => {
    const { index, drawRange, attributes } = geometry;
    const all = Math.min(index?.count ?? attributes.position?.count ?? 0, drawRange.count);
    return all * (many ?? geometry.instanceCount ?? 1);
  };
  /** Returns meshes that belong to no part, such as the plane of a map. */
  const rest = ({ parts, scene }: DrawnPane): Object3D[] => {
    const known = new Set(Object.values(parts).flat());
    const found: Object3D[] = [];
    scene.traverse((each) => {
      if ('geometry' in each && !known.has(each)) found.push(each);
    });
    return found;
  };
  const meshesOf = (sight: DrawnPane, part: string): readonly Object3D[] =>
    part === 'rest' ? rest(sight) : (sight.parts[part] ?? []);
  const shown = (each: Object3D | null): boolean => !each || (each.visible && shown(each.parent));
  /** Hides a part in a pane and returns a function that restores it. */
  const without = (part: readonly Object3D[], paint: number | undefined): (() => void) => {
    if (paint === undefined) {
      const masks = part.map(({ layers }) => layers.mask);
      for (const each of part) each.layers.mask = 0;
      return () => {
        part.forEach((each, i) => {
          each.layers.mask = masks[i] as number;
        });
      };
    }
    const { index, attributes } = (part[0] as unknown as Mesh).geometry;
    if (!index) throw new Error('a painted solid has an index');
    const before = index.array.slice();
    for (let i = 0; i < before.length; i++)
      if (attributes.paint?.getX(before[i] as number) === paint) index.array[i] = 0;
    index.needsUpdate = true;
    return () => {
      index.array.set(before);
      index.needsUpdate = true;
    };
  };
  /**
   * Returns the distance, from 0 to 255, of colour `b` from all blends of `c` over `a`; 999 without
   * change towards `c`.
   */
  const off = (a: number[], b: number[], c: number[]): number => {
    const direction = c.map((v, k) => v - (a[k] as number));
    const gone = b.map((v, k) => v - (a[k] as number));
    const square = direction.reduce((sum, v) => sum + v * v, 0);
    const share = gone.reduce((sum, v, k) => sum + v * (direction[k] as number), 0) / (square || 1);
    if (share < 0.1) return 999;
    const most = Math.min(1, share);
    return Math.hypot(...gone.map((v, k) => v - most * (direction[k] as number)));
  };
  const offShades = (b: number[], c: number[]): number => {
    const square = c.reduce((sum, v) => sum + v * v, 0);
    const light = b.reduce((sum, v, k) => sum + v * (c[k] as number), 0) / (square || 1);
    const most = Math.min(1.25, Math.max(0.6, light));
    return Math.hypot(...b.map((v, k) => v - most * (c[k] as number)));
  };
  const hue = ([r = 0, g = 0, b = 0]: number[]): [number, number] => {
    const [x, y] = [r - (g + b) / 2, (Math.sqrt(3) / 2) * (g - b)];
    return [Math.atan2(y, x), Math.hypot(x, y)];
  };
  const offHue = (b: number[], c: number[]): number => {
    const [[at, strong], [wanted, full]] = [hue(b), hue(c)];
    if (strong < 0.2 * full || strong < 12) return 999;
    const turn = Math.abs(Math.atan2(Math.sin(at - wanted), Math.cos(at - wanted)));
    return (turn / 0.3) * 24;
  };
  const same = (at: number, hidden: Uint8ClampedArray): boolean => {
    for (let k = at; k < at + 3; k++)
      if (Math.abs((whole[k] as number) - (hidden[k] as number)) >= 6) return false;
    return true;
  };
  const sights = methods.map((_, panel) => hook.sight(panel));
  const look = (
    { part, colors, lit, shaded }: PicturePartQuery,
    panel: number,
    hidden: Uint8ClampedArray,
  ) => {
    const { cell } = sights[panel] as DrawnPane;
    const meshes = meshesOf(sights[panel] as DrawnPane, part).filter(shown) as Mesh[];
    const own = slots[(methods[panel]?.slot ?? 1) - 1] as number[];
    const plain = (name: string): number[] => (name === 'own' ? own : color(name));
    const wanted = colors.map((name) => {
      const [colors = '', share = '55'] = name.split('@');
      const [from = '', to = from] = colors.split('+');
      const end = plain(to);
      return plain(from).map((v, k) => v + (Number(share) / 100) * ((end[k] as number) - v));
    });
    const others = slots.filter((_, i) =>
      methods.some(({ slot }) => slot === i + 1 && slots[i] !== own),
    );
    const result = { vertices: 0, pixels: 0, own: 0, other: 0, near: [] as number[] };
    for (const mesh of meshes) result.vertices += count(mesh);
    const around = places[panel] ?? [];
    result.near = around.map(() => 0);
    if (!cell) return result;
    const [left, top] = [Math.round(cell.x), Math.round(cell.y)];
    for (let y = top; y < Math.min(height, top + cell.height); y++)
      for (let x = left; x < Math.min(width, left + cell.width); x++) {
        const at = 4 * (x + width * y);
        if (same(at, hidden)) continue;
        const a = [...hidden.subarray(at, at + 3)];
        const b = [...whole.subarray(at, at + 3)];
        result.pixels++;
        const away = (c: number[]): number =>
          lit ? offHue(b, c) : shaded ? offShades(b, c) : off(a, b, c);
        const best = Math.min(...wanted.map(away));
        if (best < 24) result.own++;
        if (colors.includes('own') && best > 24 && others.some((c) => away(c) < 12)) result.other++;
        around.forEach((place, i) => {
          if (Math.hypot(place.x - x, place.y - y) <= close)
            result.near[i] = (result.near[i] as number) + 1;
        });
      }
    return result;
  };
  const shared = sights.every(
    ({ cell }) => cell?.x === sights[0]?.cell?.x && cell?.y === sights[0]?.cell?.y,
  );
  const whole = drawn();
  const answers = asks.map((ask) => {
    const out = (panel: number) => {
      return without(meshesOf(sights[panel] as DrawnPane, ask.part), ask.paint);
    };
    if (!shared && ask.paint === undefined) {
      const back = sights.map((_, panel) => out(panel));
      const hidden = drawn();
      for (const each of back) each();
      return sights.map((_, panel) => look(ask, panel, hidden));
    }
    return sights.map((_, panel) => {
      const back = out(panel); // a painted solid is shared by all panes
      const hidden = drawn();
      back();
      return look(ask, panel, hidden);
    });
  });
  probe.remove();
  drawn();
  return answers;
}

/** Returns the rectangles of the panes, their cameras and the solved points. */
export const getPaneViews = (page: Page) =>
  page.evaluate(() => {
    window.__iklab.step(0);
    const { methods, targets, tree, view } = window.__iklab.scenario;
    const { joints = [], effectors = [] } = tree as { joints?: unknown[]; effectors?: object[] };
    return methods.map(({ slot }, panel) => {
      const { cell, aim } = window.__iklab.sight(panel);
      const [eye, solved] = [window.__iklab.eye(panel), window.__iklab.solvedPoints(panel)];
      return { slot, cell, aim, eye, solved, targets, up: view.up, joints, effectors };
    });
  });

export type PaneView = Awaited<ReturnType<typeof getPaneViews>>[number];

type Vec = readonly number[];
const minus = (a: Vec, b: Vec): number[] => a.map((v, i) => v - (b[i] as number));
const dot = (a: Vec, b: Vec): number => a.reduce((sum, v, i) => sum + v * (b[i] as number), 0);
const unit = (a: Vec): number[] => a.map((v) => v / Math.hypot(...a));
const cross = ([a = 0, b = 0, c = 0]: Vec, [d = 0, e = 0, f = 0]: Vec): number[] => [
  b * f - c * e,
  c * d - a * f,
  a * e - b * d,
];
/** Returns the point in the upright frame, in which y points up. */
const upright = ([x = 0, y = 0, z = 0]: Vec, up: 'x' | 'y' | 'z'): number[] =>
  up === 'z' ? [x, z, -y] : up === 'x' ? [-y, x, z] : [x, y, z];

const FOV = (26 * Math.PI) / 180; // vertical field of view of a pane

/** Returns the canvas position of a point; null: behind the camera or outside the pane. */
export function projectToCanvas(
  { cell, aim, eye, up }: PaneView,
  point: Vec,
): CanvasPosition | null {
  if (!cell) return null;
  const ahead = unit(minus(aim, eye));
  const right = unit(cross(ahead, [0, 1, 0]));
  const direction = minus(upright(point, up), eye);
  const depth = dot(direction, ahead);
  if (depth <= 0) return null;
  const scale = cell.height / 2 / Math.tan(FOV / 2) / depth;
  const x = cell.x + cell.width / 2 + scale * dot(direction, right);
  const y = cell.y + cell.height / 2 - scale * dot(direction, cross(right, ahead));
  const inside = x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height;
  return inside ? { x, y } : null;
}
