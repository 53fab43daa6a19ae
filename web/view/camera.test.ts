import { readFileSync } from 'node:fs';
import { Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, loadEngine } from '../engine/engine.ts';
import { scenarioPresetIds } from '../scenario/presets.ts';
import { openLink } from '../session/link.ts';
import { Armature } from './armature.ts';
import { frame, makeCamera } from './camera.ts';
import { gridStep } from './ground.ts';
import { extent, shapeOf } from './shape.ts';

const wasm = new URL('../engine/build/iklab.wasm', import.meta.url);
let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine({ wasmBinary: readFileSync(wasm) });
});

const panes = [
  { width: 720, height: 390 },
  { width: 512, height: 338 },
  { width: 195, height: 330 },
  { width: 1440, height: 776 },
];

describe.each(scenarioPresetIds)('%s', (id) => {
  test.each(panes)(
    'fits a pane of $width x $height, and touches two of its margins',
    async (pane) => {
      const { scene } = await openLink(`#preset=${id}`, engine.catalogue);
      const shape = shapeOf(scene, []);
      const camera = makeCamera();
      const margins = { side: 20, top: 60, bottom: 15 };
      const armature = new Armature(scene.tree, scene.scenario.view.up);
      frame(camera, scene, shape, armature, pane, margins);
      camera.updateMatrixWorld();
      const seen = extent(shape, camera.aspect < 0.8).map((point) => point.project(camera));
      const { width, height } = pane;
      const room = [
        Math.min(...seen.map((p) => ((p.x + 1) / 2) * width)) - margins.side,
        Math.min(...seen.map((p) => ((1 - p.x) / 2) * width)) - margins.side,
        Math.min(...seen.map((p) => ((1 - p.y) / 2) * height)) - margins.top,
        Math.min(...seen.map((p) => ((p.y + 1) / 2) * height)) - margins.bottom,
      ];
      expect(Math.min(...room)).toBeGreaterThan(-0.5);
      expect(room.filter((free) => free < 0.5)).toHaveLength(2);
      for (const { z } of seen) expect(Math.abs(z)).toBeLessThan(1);
    },
  );
});

test('the camera of a scenario is kept, in the upright frame', async () => {
  const { scene } = await openLink('#preset=double-y', engine.catalogue);
  const view = { ...scene.scenario.view, up: 'z', camera: [1, 2, 3], lookAt: [0, 0, 1] } as const;
  const seen = { ...scene, scenario: { ...scene.scenario, view } };
  const camera = makeCamera();
  const armature = new Armature(scene.tree, 'z');
  const target = frame(
    camera,
    seen,
    shapeOf(seen, []),
    armature,
    { width: 2, height: 1 },
    {
      side: 0,
      top: 0,
      bottom: 0,
    },
  );
  expect(camera.position.distanceTo(new Vector3(1, 3, -2))).toBeLessThan(1e-12);
  expect(target.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-12);
});

test('grid steps are 1, 2 or 5 times a power of ten', () => {
  expect([0.5, 0.16, 4.4, 0.03, 1, 80].map(gridStep)).toEqual([0.5, 0.2, 5, 0.02, 1, 100]);
});
