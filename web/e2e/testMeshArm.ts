/** A test arm with meshes. */

import type { InlineTree } from '@iklab/core/scenario';
import type { Remark, ScenarioTreeVisual } from '@iklab/robots';
import { makeStl, TETRAHEDRON_TRIANGLES } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { openFileByMenu } from './pageTools.ts';

export const makeMeshArmJoint = (id: string, parent: string | null, xyz: readonly number[]) => ({
  id,
  parent,
  xyz,
  axis: [0, 1, 0],
});

const DRESSED = {
  iklab: 1,
  name: 'dressed',
  tree: {
    joints: [
      makeMeshArmJoint('shoulder', null, [0, 0, 0.3]),
      makeMeshArmJoint('elbow', 'shoulder', [0.5, 0, 0]),
    ],
    effectors: [{ id: 'hand', parent: 'elbow', xyz: [0.4, 0, 0] }],
  },
  start: [-0.4, 0.8],
  targets: [{ effector: 'hand', position: [0.2, 0, 0.8] }],
  methods: [{ id: 'dls' }, { id: 'transpose' }],
  view: { up: 'z', camera: [0.42, -1, 0.34] }, // an oblique view, which shows the depth of meshes
};

export const FOREARM_MESH_URL = 'package://made/meshes/forearm.stl';
export const makeVisual = (
  on: string,
  shape: ScenarioTreeVisual['shape'],
  xyz: ScenarioTreeVisual['xyz'] = [0, 0, 0],
): ScenarioTreeVisual => ({
  joint: on,
  xyz,
  rpy: [0, 0, 0],
  shape,
});

const LOOKS: readonly ScenarioTreeVisual[] = [
  makeVisual('shoulder', { kind: 'box', size: [0.5, 0.16, 0.16] }, [0.25, 0, 0]),
  makeVisual('elbow', { kind: 'mesh', file: FOREARM_MESH_URL, scale: [0.4, 0.4, 0.4] }),
];
/** Mesh files of the test arm, in base 64, by address. */
const MESHES = {
  [FOREARM_MESH_URL]: Buffer.from(makeStl(TETRAHEDRON_TRIANGLES)).toString('base64'),
};

/** Adds meshes to the robot of the page; returns the messages about them. */
export const addMeshVisuals = (
  page: Page,
  looks: readonly ScenarioTreeVisual[],
  files: Readonly<Record<string, string>>,
) =>
  page.evaluate(
    ([worn, bytes]) =>
      window.__iklab.addLooks(window.__iklab.scenario.tree as InlineTree, worn, bytes),
    [looks, files] as const,
  ) as Promise<Remark[]>;

export async function openRobotWithVisuals(page: Page): Promise<void> {
  await openFileByMenu(page, 'dressed.json', JSON.stringify(DRESSED));
  await page.waitForFunction(() => window.__iklab.scenario.name === 'dressed');
  await addMeshVisuals(page, LOOKS, MESHES);
}
