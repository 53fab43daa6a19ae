/** An arm with meshes, of a tree and files of our own. */
import type { Look } from '@iklab/robots';
import { stlOf, TETRAHEDRON } from '@iklab/robots/testing';

const joint = (id: string, parent: string | null, xyz: readonly number[]) => ({
  id,
  parent,
  xyz,
  axis: [0, 1, 0],
});

export const DRESSED = {
  iklab: 1,
  name: 'dressed',
  tree: {
    joints: [joint('shoulder', null, [0, 0, 0.3]), joint('elbow', 'shoulder', [0.5, 0, 0])],
    effectors: [{ id: 'hand', parent: 'elbow', xyz: [0.4, 0, 0] }],
  },
  start: [-0.4, 0.8],
  targets: [{ effector: 'hand', position: [0.2, 0, 0.8] }],
  methods: [{ id: 'dls' }, { id: 'transpose' }],
  view: { up: 'z' },
};

const MESH = 'package://made/meshes/forearm.stl';
const piece = (on: string, shape: Look['shape'], xyz: Look['xyz'] = [0, 0, 0]): Look => ({
  joint: on,
  xyz,
  rpy: [0, 0, 0],
  shape,
});

export const LOOKS: readonly Look[] = [
  piece('shoulder', { kind: 'box', size: [0.5, 0.16, 0.16] }, [0.25, 0, 0]),
  piece('elbow', { kind: 'mesh', file: MESH, scale: [0.4, 0.4, 0.4] }),
];
/** Their files, as base 64. */
export const MESHES = { [MESH]: Buffer.from(stlOf(TETRAHEDRON)).toString('base64') };
