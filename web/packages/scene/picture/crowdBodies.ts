/** Draws very many instances of one mechanism with one instanced mesh per bone. */
import type { Scene } from '@iklab/core/scenario';
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  InstancedMesh,
  type Material,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { makeUnlitGeometry } from '../drawn/mergedGeometry.ts';
import { COARSE_SOLID_DETAIL, makeBall } from '../drawn/solidMesh.ts';
import { BodyMaterial } from './bodies/bodyMaterial.ts';
import { makeCoarseCapsuleBody } from './bodies/mechanismBody.ts';
import {
  type MechanismShape,
  maxLimbRadius,
  RELATIVE_FOOT_RADIUS,
} from './bodies/mechanismShape.ts';
import { makeCoarseRobotGeometry } from './bodies/robotHousingBody.ts';
import type { Palette } from './palette.ts';

/**
 * Transforms of a crowd, 16 numbers per instance. Row 0 has the bases; rows of joints and targets
 * follow.
 */
export interface CrowdMatrices {
  readonly count: number;
  readonly rows: number;
  /** Returns the matrices of all instances in a row. Each call may return another array. */
  matrices(row: number): Float32Array;
}

const DISC = 3.4; // Radius of the shadow, relative to the foot.
const DARK = 0.34;
const BALL = 0.075; // Radius of a target, relative to the unit of the view.

export class CrowdBodies {
  readonly #parent: Object3D;
  readonly #coat = new BodyMaterial(null);
  readonly #shade = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
  });
  readonly #mark = new MeshBasicMaterial();
  readonly #parts: readonly (readonly [
    geometry: BufferGeometry,
    material: Material,
    row: number,
  ])[];
  readonly #solid: BufferGeometry;
  #meshes: readonly (readonly [mesh: InstancedMesh, row: number])[] = [];

  constructor(scene: Scene, shape: MechanismShape, parent: Object3D) {
    this.#parent = parent;
    this.#solid = shape.machine
      ? makeCoarseRobotGeometry(scene, shape)
      : makeCoarseCapsuleBody(shape);
    const bones = shape.tree.joints.length + 1;
    const mark = makeUnlitGeometry(makeBall(BALL * shape.unit, COARSE_SOLID_DETAIL));
    this.#parts = [
      [makeShadowDisc(shape), this.#shade, 0],
      ...splitByBone(this.#solid, bones).map(
        ([bone, piece]) => [piece, this.#coat.material, bone] as const,
      ),
      ...scene.scenario.targets.map((_, i) => [mark, this.#mark, bones + i] as const),
    ];
  }

  resize(crowd: CrowdMatrices): void {
    this.#clear();
    this.#meshes = this.#parts.map(([geometry, material, row]) => {
      const mesh = new InstancedMesh(geometry, material, crowd.count);
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      mesh.renderOrder = material === this.#shade ? -1 : 0;
      this.#parent.add(mesh);
      return [mesh, row] as const;
    });
    this.update(crowd, true);
  }

  update(crowd: CrowdMatrices, withBases = false): void {
    for (const [{ instanceMatrix }, row] of this.#meshes) {
      if (row === 0 && !withBases) continue;
      instanceMatrix.array = crowd.matrices(row);
      instanceMatrix.needsUpdate = true;
    }
  }

  paint(palette: Palette, color: Color): void {
    const { link, joint, cap } = this.#coat.colors;
    link.copy(palette.link);
    joint.copy(palette.joint);
    cap.copy(color);
    this.#mark.color.copy(palette.accent);
    this.#shade.color.copy(palette.shadow);
  }

  get triangles(): number {
    return this.#parts.reduce((sum, [{ index }]) => sum + (index?.count ?? 0) / 3, 0);
  }

  #clear(): void {
    for (const [mesh] of this.#meshes) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    this.#meshes = [];
  }

  dispose(): void {
    this.#clear();
    for (const [geometry] of this.#parts) geometry.dispose();
    for (const part of [this.#solid, this.#coat, this.#shade, this.#mark]) part.dispose();
  }
}

function splitByBone(solid: BufferGeometry, bones: number): (readonly [number, BufferGeometry])[] {
  const skin = solid.getAttribute('skinIndex');
  const index = solid.index?.array ?? [];
  const cornersByBone: number[][] = Array.from({ length: bones }, () => []);
  for (let i = 0; i < index.length; i += 3) {
    const corners = [index[i], index[i + 1], index[i + 2]] as number[];
    cornersByBone[skin.getX(corners[0] as number)]?.push(...corners);
  }
  return cornersByBone.flatMap((corners, bone) => {
    if (corners.length === 0) return [];
    const piece = new BufferGeometry();
    for (const name of ['position', 'normal', 'paint'])
      piece.setAttribute(name, solid.getAttribute(name));
    return [[bone, piece.setIndex(corners)] as const];
  });
}

const RIM = 20; // Number of points.

function makeShadowDisc(shape: MechanismShape): BufferGeometry {
  const radius = DISC * RELATIVE_FOOT_RADIUS * maxLimbRadius(shape);
  const positions = new Float32Array(3 * (RIM + 1));
  const colors = new Float32Array(4 * (RIM + 1)).fill(1);
  const index: number[] = [];
  for (let i = 0; i < RIM; i++) {
    const angle = (2 * Math.PI * i) / RIM;
    positions.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], 3 * (i + 1));
    colors[4 * (i + 1) + 3] = 0;
    index.push(0, i + 1, ((i + 1) % RIM) + 1);
  }
  colors[3] = DARK;
  const middle = new Vector3();
  for (const root of shape.roots)
    middle.addScaledVector(new Vector3(...root), 1 / shape.roots.length);
  const { x, y, z } = middle.addScaledVector(shape.up, shape.floor - middle.dot(shape.up));
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setAttribute('color', new BufferAttribute(colors, 4))
    .setIndex(index)
    .applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), shape.up))
    .translate(x, y, z);
}
