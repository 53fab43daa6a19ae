import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { fullDocument, type MethodPanel, type Scene, type Vec3 } from '@iklab/core/scenario';
import { runGeneratorToEnd } from '@iklab/core/time';
import { describe, expect, test } from 'vitest';
import type { Study } from '../document/study.ts';
import { tableCsv } from '../rows/dataTable.ts';
import { ROW_STRIDE, rowFieldIndex } from '../rows/rowFields.ts';
import { StudySolver } from '../tasks/studySolver.ts';
import {
  findNumberedMapBranches,
  findStartMapBranches,
  findTargetMapBranches,
  NO_MAP_BRANCH,
} from './branches.ts';
import { makeMapStudy, mapFromStudy } from './makeMapStudy.ts';
import { computeStartPoints, mapCellDocument } from './mapCellDocument.ts';
import { MAP_CELL_REACHED, MAP_CELL_STRIDE, MapLayer } from './mapLayer.ts';
import {
  availableMapPlanes,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapCellCentre,
  mapDomainEnds,
} from './mapPlane.ts';
import { solveMap } from './mapTask.ts';
import { mapCellCause, mapJson, mapTable } from './mapText.ts';
import { mapFromPlacedSquare, mapSampling, placeMapSquare } from './placedMapSquare.ts';

const engine = await testEngine();
const [LONG, SHORT] = [1, 0.6];

const arm = (changes: object = {}): Scene =>
  makeTestScene(
    {
      iklab: 1,
      name: 'two links',
      tree: { planar: { links: [LONG, SHORT] } },
      start: [0.3, 0.9],
      targets: [{ effector: 'tip', position: [0.9, 0.6, 0] }],
      methods: [{ id: 'sdls' }],
      run: { tolerance: 1e-3, maxUpdates: 2000, maxRises: 2000 },
      ...changes,
    },
    engine,
  );

const tipOf = (with_: Engine, scene: Scene): Vec3 =>
  computeStartPoints(with_, scene).at(-1) as Vec3;

function mapOf(scene: Scene, spec: MapSpec, cells: number, causes = false): MapLayer {
  const layer = new MapLayer(cells, scene.start.length);
  const scenario = JSON.stringify(fullDocument(scene.scenario));
  const sampling = mapSampling(spec, scene, tipOf(engine, scene), cells);
  for (let first = 0; first < cells * cells; first += cells)
    layer.add(
      first,
      solveMap({ kind: 'map', scenario, sampling, causes, first, count: cells }, engine),
    );
  return layer;
}

describe('a map of targets', () => {
  test('a two-link arm reaches the cells of its annulus and no others', () => {
    const scene = arm();
    const spec = makeTargetMap(scene);
    expect(spec).toMatchObject({ plane: 'xy', centre: [0, 0], size: 3.6 });
    const cells = 40;
    const { state, knownCount: known } = mapOf(scene, spec, cells);
    expect(known).toBe(cells * cells);
    let inside = 0;
    for (let cell = 0; cell < cells * cells; cell++) {
      const [x, y] = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
      const far = Math.hypot(x, y);
      const border = Math.min(Math.abs(far - (LONG + SHORT)), Math.abs(far - (LONG - SHORT)));
      if (border < 0.01) continue; // on the border a method converges very slowly
      const reachable = far < LONG + SHORT && far > LONG - SHORT;
      expect(state[cell] === MAP_CELL_REACHED, `cell ${cell} at ${x}, ${y}`).toBe(reachable);
      inside += reachable ? 1 : 0;
    }
    const share = (Math.PI * ((LONG + SHORT) ** 2 - (LONG - SHORT) ** 2)) / 3.6 ** 2;
    expect(inside / cells ** 2).toBeCloseTo(share, 1);
  });

  test('a cell opens as a scene with the same updates, error and target', () => {
    const scene = arm();
    const [cells, spec] = [25, makeTargetMap(scene)];
    const { updates, error } = mapOf(scene, spec, cells);
    for (const cell of [312, 290, 0]) {
      const where = { spec, tip: tipOf(engine, scene), cells, cell };
      const lab = engine.open(makeTestScene(mapCellDocument(engine, scene, where), engine));
      lab.advance();
      expect(lab.status(0).updates).toBe(updates[cell]);
      expect(lab.status(0).error).toBe(error[cell]);
      const [x, y] = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
      expect(lab.goals()[0]).toBeCloseTo(x, 12);
      expect(lab.goals()[1]).toBeCloseTo(y, 12);
    }
  });

  test('the plane passes through the start tip; the plane of the arm is offered first', () => {
    const scene = arm();
    expect(availableMapPlanes(scene, 'tip')).toEqual(['xy', 'xz', 'yz']);
    const [x = 0, y = 0] = tipOf(engine, scene);
    expect(x).toBeCloseTo(Math.cos(0.3) + SHORT * Math.cos(1.2), 12);
    const sampling = mapSampling(makeTargetMap(scene, 'tip', 'xz'), scene, [x, y, 0], 4);
    expect(sampling).toMatchObject({ origin: [-1.8, y, -1.8], u: [3.6, 0, 0], v: [0, 0, 3.6] });
  });
});

describe('a plane in the scene', () => {
  const scene = arm();
  const tip: Vec3 = [0.5, 0.25, 0];

  test('has the centre, axes and size of its map, at the tip’s offset', () => {
    expect(placeMapSquare(makeTargetMap(scene, 'tip', 'xz'), scene, tip)).toEqual({
      centre: [0, 0.25, 0],
      u: [1, 0, 0],
      v: [0, 0, 1],
      size: 3.6,
    });
  });

  test('keeps its name if moved within itself or along its normal', () => {
    const spec = makeTargetMap(scene, 'tip', 'xz');
    const plane = placeMapSquare(spec, scene, tip);
    const across = mapFromPlacedSquare(spec, scene, tip, {
      ...plane,
      centre: [0.1, 0.25, -0.2],
      size: 2,
    });
    expect(across).toEqual({ ...spec, centre: [0.1, -0.2], size: 2 });
    const lifted = mapFromPlacedSquare(spec, scene, tip, { ...plane, centre: [0.1, 0.75, -0.2] });
    // x × z points to −y, but the offset of the plane xz is along y
    expect(lifted).toEqual({ ...spec, centre: [0.1, -0.2], lift: 0.75 });
    expect(placeMapSquare(lifted, scene, tip).centre).toEqual([0.1, 0.75, -0.2]);
  });

  test('is restored after a rotation, with its cells on it', () => {
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const plane = {
      centre: [0.3, -0.2, 0.4] as Vec3,
      u: [c, s, 0] as Vec3,
      v: [0, 0, 1] as Vec3,
      size: 1.5,
    };
    const spec = mapFromPlacedSquare(makeTargetMap(scene), scene, tip, plane);
    expect(spec.plane).toBe('turned');
    const back = placeMapSquare(spec, scene, tip);
    for (const key of ['centre', 'u', 'v'] as const)
      for (const i of [0, 1, 2]) expect(back[key][i]).toBeCloseTo(plane[key][i] as number, 6);
    const sampling = mapSampling(spec, scene, tip, 4);
    if (sampling.kind !== 'plane') throw new Error('no plane');
    // opposite corners, computed by hand
    const corner = plane.centre.map(
      (at, i) => at - 0.75 * (plane.u[i] as number) - 0.75 * (plane.v[i] as number),
    );
    for (const i of [0, 1, 2]) {
      expect(sampling.origin[i]).toBeCloseTo(corner[i] as number, 6);
      expect(sampling.u[i]).toBeCloseTo(1.5 * (plane.u[i] as number), 12);
      expect(sampling.v[i]).toBeCloseTo(1.5 * (plane.v[i] as number), 12);
    }
    // with a rotation by 90° it is the plane of two axes again
    const flat = mapFromPlacedSquare(spec, scene, tip, { ...plane, u: [1, 0, 0], v: [0, 1, 0] });
    expect(flat).toMatchObject({ plane: 'xy', centre: [0.3, -0.2], lift: 0.4 });
    expect('turned' in flat).toBe(false);
  });
});

describe('a map as a file', () => {
  const scene = arm();
  const spec = makeTargetMap(scene);
  const layer = mapOf(scene, spec, 3);
  const maps = [{ panel: { ...(scene.scenario.methods[0] as MethodPanel), label: 'a, b' }, layer }];

  test('has one CSV line per cell, with its position', () => {
    const csv = [...tableCsv(mapTable(maps, spec, ['x', 'y'], []))].join('');
    const [head, first, ...rest] = csv.trim().split('\n');
    expect(head).toBe('method,x,y,reached,updates,error');
    expect(first?.startsWith('"a, b",')).toBe(true);
    const [x, y, reached, updates, error] = (first ?? '').split(',').slice(2).map(Number);
    expect([x, y]).toEqual([-1.2, -1.2].map((each) => expect.closeTo(each, 12)));
    expect([reached, updates, error]).toEqual([0, layer.updates[0], layer.error[0]]);
    expect(rest).toHaveLength(8);
  });

  test('has the solution number of each cell of a method whose solutions are known; 0: none', () => {
    const branches = Uint8Array.from({ length: 9 }, (_, cell) => (cell === 4 ? 6 : NO_MAP_BRANCH));
    const [known] = maps.map((map) => ({ ...map, branches }));
    if (!known) throw new Error('no map');
    const numbers = [0, 0, 0, 0, 7, 0, 0, 0, 0];
    const table = mapTable([known, ...maps], spec, ['x', 'y'], []);
    expect(table.columns.at(-1)).toEqual({ name: 'branch', type: 'index', optional: true });
    const column = [...table.rows()].map((row) => row.at(-1));
    expect(column).toEqual([...numbers, ...Array(9).fill(null)]);
    expect([...tableCsv(table)].join('').split('\n')[0]).toMatch(/,error,branch$/);
    const manifest = {
      program: 'IK Lab',
      version: '1',
      build: 'b',
      agent: 'a',
      made: 'm',
    } as const;
    const { methods } = JSON.parse(mapJson([known, ...maps], spec, scene.scenario, manifest));
    expect(methods[0].branch).toEqual(numbers);
    expect('branch' in methods[1]).toBe(false);
  });

  test('has the scene in JSON, and null for unknown cells', () => {
    const none = { panel: maps[0]?.panel as MethodPanel, layer: new MapLayer(2, 2) };
    const manifest = {
      program: 'IK Lab',
      version: '1',
      build: 'b',
      agent: 'a',
      made: 'm',
    } as const;
    const read = JSON.parse(mapJson([...maps, none], spec, scene.scenario, manifest));
    expect(read.methods[0].updates).toEqual([...layer.updates]);
    expect(read.methods[1].updates).toEqual([null, null, null, null]);
    expect(makeTestScene(read.scenario, engine)).toEqual(scene);
    expect(read.map).toEqual(spec);
  });
});

test('causes of a map are out-of-reach and joint-limits where the closed form says so', () => {
  const most = 1.2; // of the elbow, radians
  const tree = {
    joints: [
      { id: 'shoulder', limits: [-6.5, 6.5] },
      { id: 'elbow', parent: 'shoulder', xyz: [LONG, 0, 0], limits: [-most, most] },
    ],
    effectors: [{ id: 'tip', parent: 'elbow', xyz: [SHORT, 0, 0] }],
  };
  const scene = arm({ tree, limitPolicy: 'clamp' });
  const [cells, spec] = [16, makeTargetMap(scene)];
  const layer = mapOf(scene, spec, cells, true);
  const joints = scene.tree.joints.map(({ id }) => id);
  const counts: Record<string, number> = {};
  for (let cell = 0; cell < cells * cells; cell++) {
    const [x, y] = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
    const far = Math.hypot(x, y);
    const elbow = Math.acos((far * far - LONG * LONG - SHORT * SHORT) / (2 * LONG * SHORT));
    const [cause, joint] = mapCellCause(layer, cell, joints);
    if (layer.state[cell] === MAP_CELL_REACHED) expect(cause).toBeNull();
    else if (Number.isNaN(elbow)) expect([cause, joint]).toEqual(['out-of-reach', null]);
    else if (elbow > most) expect([cause, joint]).toEqual(['joint-limits', 'elbow']);
    counts[cause ?? 'reached'] = (counts[cause ?? 'reached'] ?? 0) + 1;
  }
  expect(Object.keys(counts).length).toBeGreaterThanOrEqual(3);
  const maps = [{ panel: scene.scenario.methods[0] as MethodPanel, layer }];
  const csv = [...tableCsv(mapTable(maps, spec, ['x', 'y'], joints))].join('');
  expect(csv).toMatch(/^method,x,y,reached,updates,error,cause,causeJoint\n/);
  expect(csv.match(/,joint-limits,/g)).toHaveLength(counts['joint-limits'] ?? 0);
});

describe('a map as a study', () => {
  const LOOK = { cells: 50, colour: 'error' } as const;
  const scene = arm();
  const tip: Vec3 = [0.5, 0.25, 0];
  const roundTrip = (spec: MapSpec, changes: Partial<Study> = {}) => {
    const study = makeMapStudy(scene, spec, tip, LOOK, engine.catalogue);
    return mapFromStudy({ ...study, ...changes }, scene, () => tip);
  };
  const flat = makeTargetMap(scene);

  test.each<MapSpec>([
    flat,
    { ...makeTargetMap(scene, 'tip', 'xz'), centre: [0.123456, -2], size: 0.7, lift: 0.4 },
    makeStartMap(scene),
    { ...makeStartMap(scene), low: [-1, 0.25] },
  ])('is restored from the study: %j', (spec) => {
    expect(roundTrip(spec)).toEqual({ spec, ...LOOK });
  });

  test('is restored with its size if the plane is rotated', () => {
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const [u, v]: [Vec3, Vec3] = [
      [c, s, 0],
      [0, 0, 1],
    ];
    const back = roundTrip({ ...flat, plane: 'turned', turned: { u, v } })?.spec;
    expect(back).toMatchObject({ plane: 'turned', size: flat.size });
  });

  test('has the errors that the study solves for its cells', () => {
    const layer = mapOf(scene, flat, 3);
    const study = makeMapStudy(scene, flat, tip, { ...LOOK, cells: 3 }, engine.catalogue);
    const solver = new StudySolver(engine, study);
    const rows = solver.solve({ cell: 0, first: 0, count: 9 });
    solver.close();
    for (let i = 0; i < 9; i++)
      expect(rows[i * ROW_STRIDE + rowFieldIndex('error')]).toBe(layer.error[i]);
  });

  test('is null for a plane without extent', () => {
    const none = { kind: 'plane', effector: 'tip', start: 'given', columns: 50, rows: 50 } as const;
    for (const u of [0, 1]) {
      const sampling = {
        ...none,
        origin: [0, 0, 0],
        u: [u, 0, 0],
        v: [0, 0, 0],
      } as Study['sampling'];
      expect(roundTrip(flat, { sampling })).toBeNull();
    }
  });

  test('is null for a study that is not a plain map', () => {
    expect(roundTrip(flat, { seed: 2 })).toBeNull();
    expect(roundTrip(flat, { count: 100 })).toBeNull();
    const { sampling } = makeMapStudy(scene, flat, tip, LOOK, engine.catalogue);
    if (sampling.kind !== 'plane') throw new Error('no plane');
    expect(roundTrip(flat, { sampling: { ...sampling, start: 'random' } })).toBeNull();
    expect(roundTrip(flat, { sampling: { ...sampling, v: [0, 9, 0] } })).toBeNull();
    expect(roundTrip(flat, { sampling: { kind: 'reachable', start: 'given' } })).toBeNull();
  });
});

describe('a map of starts', () => {
  const { PI } = Math;

  /** Returns the range of the map for a joint with these limits. */
  function range(limits: readonly [number, number] | null, type = 'revolute') {
    const scene = arm();
    const joints = scene.tree.joints.map((joint, i) =>
      i === 0 ? { ...joint, type, limits } : joint,
    ) as Scene['tree']['joints'];
    const { low, high } = makeStartMap({ ...scene, tree: { ...scene.tree, joints } });
    return [low[0], high[0]];
  }

  test.each([[[-1, 2]], [[4, 6]], [[-6, -4]], [[2, 6]]] as const)(
    'covers the limits %j of a joint that turns less than once',
    (limits) => {
      expect(range(limits)).toEqual(limits);
    },
  );

  test('covers one turn near zero of a joint that turns more', () => {
    expect(range(null)).toEqual([-PI, PI]);
    expect(range([-9, 9])).toEqual([-PI, PI]);
    expect(range([-1, 20])).toEqual([-1, -1 + 2 * PI]);
    expect(range([-20, 1])).toEqual([1 - 2 * PI, 1]);
  });

  test('covers two metres of a slide', () => {
    expect(range(null, 'prismatic')).toEqual([-1, 1]);
    expect(range([3, 9], 'prismatic')).toEqual([3, 5]);
    expect(range([0, 0.5], 'prismatic')).toEqual([0, 0.5]);
  });
});

describe('solution branches', () => {
  const elbows = arm();
  const spec = makeStartMap(elbows);

  test('are two for a two-link arm with one target: elbow up and elbow down', () => {
    expect(mapDomainEnds(spec)).toMatchObject({
      low: [-Math.PI, -Math.PI],
      high: [Math.PI, Math.PI],
    });
    const layer = mapOf(elbows, spec, 24);
    const [branch] = runGeneratorToEnd(findStartMapBranches([layer], [true, true]));
    // the law of cosines
    const [x, y] = [0.9, 0.6];
    const elbow = Math.acos((x * x + y * y - LONG ** 2 - SHORT ** 2) / (2 * LONG * SHORT));
    const seen = new Map<number, Set<number>>();
    layer.state.forEach((state, cell) => {
      if (state !== MAP_CELL_REACHED) {
        expect(branch?.[cell]).toBe(NO_MAP_BRANCH);
        return;
      }
      const bend = layer.poses[2 * cell + 1] as number;
      expect(Math.cos(bend)).toBeCloseTo(Math.cos(elbow), 2);
      const side = Math.sign(Math.sin(bend));
      seen.set(side, (seen.get(side) ?? new Set()).add(branch?.[cell] as number));
    });
    expect([...seen.keys()].sort()).toEqual([-1, 1]);
    const numbers = [...seen.values()].flatMap((each) => [...each]);
    expect(numbers.sort()).toEqual([0, 1]);
  });

  test('have the number of the nearest known solution, apart from full turns', () => {
    const layer = mapOf(elbows, spec, 24);
    const [x, y] = [0.9, 0.6];
    const elbow = Math.acos((x * x + y * y - LONG ** 2 - SHORT ** 2) / (2 * LONG * SHORT));
    const solution = (number: number, q: number) => {
      const shoulder =
        Math.atan2(y, x) - Math.atan2(SHORT * Math.sin(q), LONG + SHORT * Math.cos(q));
      return { number, theta: [shoulder + 2 * Math.PI, q] };
    };
    const known = [solution(7, elbow), solution(2, -elbow)];
    const [both] = runGeneratorToEnd(findNumberedMapBranches([layer], [true, true], known));
    const [one] = runGeneratorToEnd(
      findNumberedMapBranches([layer], [true, true], known.slice(0, 1)),
    );
    const seen = new Set<number>();
    layer.state.forEach((state, cell) => {
      const up = Math.sin(layer.poses[2 * cell + 1] as number) > 0;
      const reached = state === MAP_CELL_REACHED;
      expect(both?.[cell]).toBe(reached ? (up ? 6 : 1) : NO_MAP_BRANCH);
      expect(one?.[cell]).toBe(reached && up ? 6 : NO_MAP_BRANCH);
      seen.add(both?.[cell] ?? 0);
    });
    expect(seen).toEqual(new Set([6, 1, ...(layer.reached < 576 ? [NO_MAP_BRANCH] : [])]));
  });

  test('end where the pose jumps, and have the same number for methods that end in the same poses', () => {
    const cells = 8;
    const made = (jump: number) => {
      const layer = new MapLayer(cells, 1);
      const rows = new Float64Array(MAP_CELL_STRIDE * cells * cells).fill(1);
      const poses = Float32Array.from({ length: cells * cells }, (_, i) =>
        i % cells < jump ? 0.01 * i : 0.01 * i + 3,
      );
      layer.add(0, { rows, poses });
      return layer;
    };
    const [a, b] = runGeneratorToEnd(findTargetMapBranches([made(5), made(3)], [true]));
    expect([...new Set(a)].sort()).toEqual([0, 1]);
    expect(a?.[0]).toBe(b?.[0]);
    expect(a?.[cells - 1]).toBe(b?.[3]);
    expect(a?.[0]).not.toBe(a?.[cells - 1]);
  });

  test('ignore full turns of unlimited joints', () => {
    const layer = new MapLayer(2, 1);
    layer.add(0, {
      rows: new Float64Array(4 * MAP_CELL_STRIDE).fill(1),
      poses: Float32Array.of(1, 1 + 2 * Math.PI, 2.5, 1 - 4 * Math.PI),
    });
    expect([
      ...(runGeneratorToEnd(findStartMapBranches([layer], [true]))[0] as Uint8Array),
    ]).toEqual([0, 0, 1, 0]);
    expect(
      [...(runGeneratorToEnd(findStartMapBranches([layer], [false]))[0] as Uint8Array)].length,
    ).toBe(4);
    expect(new Set(runGeneratorToEnd(findStartMapBranches([layer], [false]))[0]).size).toBe(4);
  });
});
