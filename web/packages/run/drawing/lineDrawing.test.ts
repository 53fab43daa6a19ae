import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { loadedScenarioPresetIds } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import '@iklab/core/scenario/presets/robotShelf';
import type { Scene, Viewpoint } from '@iklab/core/scenario';
import { drawStartPose, projectStartPose, svgDataUrl } from './lineDrawing.ts';

const SIZE = { width: 640, height: 400 };
const ALL = loadedScenarioPresetIds();
const UP = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Returns the positions of joints and effectors, then of goals, from the module before its first frame. */
function start(scene: Scene, engine: Engine): number[][] {
  const lab = engine.open(scene);
  try {
    const [points, goals] = [[...lab.points(0)], [...lab.goals()]];
    return [
      ...Array.from({ length: points.length / 3 }, (_, i) => points.slice(3 * i, 3 * i + 3)),
      ...Array.from({ length: goals.length / 7 }, (_, i) => goals.slice(7 * i, 7 * i + 3)),
    ];
  } finally {
    lab.close();
  }
}

/** Returns a viewpoint from the side and above that does not look at the centre. */
function sightOf(scene: Scene, engine: Engine): Viewpoint {
  const all = start(scene, engine);
  const [at = []] = all;
  const size = Math.max(...all.map((each) => Math.hypot(...each.map((x, i) => x - (at[i] ?? 0)))));
  const [x = 0, y = 0, z = 0] = at;
  return {
    camera: [x + 1.7 * size, y + 1.1 * size, z + 2.2 * size],
    lookAt: [x + 0.2 * size, y - 0.1 * size, z + 0.1 * size],
  };
}

/**
 * Projects a place onto the image of a camera: solves place = camera + s (way + x right + y up) for the
 * image point (x, y) and the depth s by Cramer's rule.
 */
function projected(place: readonly number[], { camera, lookAt }: Viewpoint, up: number[]) {
  const minus = (a: readonly number[], b: readonly number[]) =>
    a.map((x, i) => x - (b[i] as number));
  const det = ([a = [], b = [], c = []]: number[][]): number =>
    [0, 1, 2].reduce((sum, i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      const minor = (b[j] as number) * (c[k] as number) - (b[k] as number) * (c[j] as number);
      return sum + (a[i] as number) * minor;
    }, 0);
  const unit = (v: number[]) => v.map((x) => x / Math.hypot(...v));
  const way = unit(minus(lookAt, camera));
  const along = way.reduce((sum, x, i) => sum + x * (up[i] as number), 0);
  const upward = unit(up.map((x, i) => x - along * (way[i] as number)));
  const right = [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return (way[j] as number) * (upward[k] as number) - (way[k] as number) * (upward[j] as number);
  });
  const off = minus(place, camera);
  const whole = det([way, right, upward]);
  const depth = det([off, right, upward]) / whole;
  return [det([way, off, upward]) / whole / depth, -det([way, right, off]) / whole / depth];
}

/** Returns the largest distance in pixels between `drawn` and `seen`, after `seen` is moved and scaled to fit. */
function largestDeviation(drawn: readonly number[][], seen: readonly number[][]): number {
  const mean = (of: readonly number[][], axis: number) =>
    of.reduce((sum, each) => sum + (each[axis] as number), 0) / of.length;
  const about = (of: readonly number[][]) =>
    of.map((each) => each.map((x, axis) => x - mean(of, axis)));
  const [a, b] = [about(drawn).flat(), about(seen).flat()];
  const dot = (x: number[], y: number[]) => x.reduce((sum, v, i) => sum + v * (y[i] as number), 0);
  const scale = dot(a, b) / dot(b, b);
  expect(scale).toBeGreaterThan(0);
  return Math.max(...a.map((x, i) => Math.abs(x - scale * (b[i] as number))));
}

test.each(ALL)(
  '%s: places points as the module and a camera do, centred and as large as fits',
  async (id) => {
    const engine = await testEngine();
    const scene = makePresetTestScene(id, engine);
    const sight = sightOf(scene, engine);
    const { points, goals } = projectStartPose(scene, sight, SIZE);
    const up = [...UP[scene.scenario.view.up]];
    const seen = start(scene, engine).map((place) => projected(place, sight, up));
    const drawn = [...points, ...goals].map((point) => [...(point ?? [])]);
    expect(drawn.length).toBe(seen.length);
    expect(largestDeviation(drawn, seen)).toBeLessThan(1e-6);
    const margins = [0, 1].map((axis) => {
      const all = drawn.map((each) => each[axis] as number);
      const whole = axis === 0 ? SIZE.width : SIZE.height;
      return [Math.min(...all), whole - Math.max(...all)];
    });
    const [wide = [], high = []] = margins;
    expect(wide[0]).toBeCloseTo(wide[1] ?? 0, 6); // centred
    expect(high[0]).toBeCloseTo(high[1] ?? 0, 6);
    expect(Math.min(...wide, ...high)).toBeCloseTo(48, 6); // as large as fits
  },
);

/** Returns the positions in a drawing: the ends of its strokes and the centres of its rings. */
const places = (svg: string) => ({
  strokes: [...svg.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]),
  rings: [...svg.matchAll(/cx='([-\d.]+)' cy='([-\d.]+)'/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]),
});

/** Returns whether every element is closed and every attribute quoted. */
function wellFormed(svg: string): boolean {
  const attribute = String.raw`\s[\w:-]+='[^'<&]*'`;
  const open: string[] = [];
  const rest = svg.replace(
    new RegExp(String.raw`<(/?)(\w+)((?:${attribute})*)(/?)>`, 'g'),
    (_, ends, name, _attributes, empty) => {
      if (ends) {
        if (open.pop() !== name) open.push('wrong');
      } else if (!empty) open.push(name);
      return '';
    },
  );
  return rest === '' && open.length === 0;
}

test.each(ALL)(
  '%s: is a well-formed SVG under 3 kB that contains every point and goal',
  async (id) => {
    const engine = await testEngine();
    const scene = makePresetTestScene(id, engine);
    for (const sight of [null, sightOf(scene, engine)]) {
      const svg = drawStartPose(scene, sight, SIZE);
      expect(wellFormed(svg)).toBe(true);
      const address = svgDataUrl(svg);
      expect(address.length).toBeLessThan(3000);
      expect(address).toMatch(/^data:image\/svg\+xml,[\w%='/:.,()-]+$/);
      expect(decodeURIComponent(address.slice('data:image/svg+xml,'.length))).toBe(svg);
      const { points, goals } = projectStartPose(scene, sight, SIZE);
      const { strokes, rings } = places(svg);
      const near = (all: number[][], [x, y]: readonly number[]) =>
        all.some((at) => Math.hypot((at[0] ?? 0) - (x ?? 0), (at[1] ?? 0) - (y ?? 0)) < 0.15);
      for (const point of points) expect(near(strokes, point ?? [])).toBe(true);
      for (const goal of goals) expect(near(rings, goal ?? [])).toBe(true);
      expect(rings.length).toBe(goals.length);
      for (const [x = Number.NaN, y = Number.NaN] of [...strokes, ...rings]) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(SIZE.width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(SIZE.height);
      }
    }
  },
);

const chainDocument = (count: number) => ({
  iklab: 1,
  name: `"><script>alert(1)</script>' %`,
  tree: {
    joints: Array.from({ length: count }, (_, i) => ({
      id: `<j'${i}">`,
      parent: i === 0 ? null : `<j'${i - 1}">`,
      xyz: i === 0 ? [0, 0, 0] : [1, (i % 7) - 3, 0.5 * (i % 3)],
    })),
    effectors: [{ id: '"&', parent: `<j'${count - 1}">`, xyz: [1, 0, 0] }],
  },
  targets: [{ effector: '"&', position: [3, 1, 1] }],
  methods: [{ id: 'dls' }],
});

test('contains no names from the document, and stays below 5 kB with 256 joints', async () => {
  const engine = await testEngine();
  for (const count of [1, 2, 256]) {
    const scene = makeTestScene(chainDocument(count), engine);
    const svg = drawStartPose(scene, null, SIZE);
    expect(wellFormed(svg)).toBe(true);
    expect(svg).not.toMatch(/script|alert|&|"/);
    expect(svgDataUrl(svg).length).toBeLessThan(5000);
  }
});

test('draws finite positions for a camera in the robot, facing away, straight above or far off', async () => {
  const scene = makePresetTestScene('double-y', await testEngine());
  const sights: Viewpoint[] = [
    { camera: [0, 0, 0.2], lookAt: [0, 0, 9] },
    { camera: [50, 0, 0], lookAt: [60, 0, 0] }, // Faces away.
    { camera: [0, 0, 5], lookAt: [0, 0, 0] },
    { camera: [1e15, 0, 0], lookAt: [0, 0, 0] },
  ];
  for (const sight of sights) {
    const svg = drawStartPose(scene, sight, SIZE);
    expect(wellFormed(svg)).toBe(true);
    expect(svg).not.toMatch(/NaN|Infinity|\de[+-]\d/);
    expect(places(svg).strokes.length).toBeGreaterThan(2);
  }
});
