/** Exports a drawn mechanism as glTF: a node per joint, with the drawn parts of its link. */
import type { Joint, LengthUnit, Scene } from '@iklab/core/scenario';
import { jointValues } from '@iklab/core/scenario/robot';
import { BufferAttribute, BufferGeometry, type Color, Mesh, MeshStandardMaterial } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { Armature } from './armature.ts';
import { COLORED_BODY_PARTS, type ColoredBodyPart } from './bodyMaterial.ts';
import type { MechanismBody } from './mechanismBody.ts';

export interface DrawnPanelParts {
  readonly scene: Scene;
  readonly body: Pick<MechanismBody, 'solid' | 'pinless'>;
  readonly colors: Readonly<Record<ColoredBodyPart, Color>>;
}

const ROUGH: Readonly<Record<ColoredBodyPart, number>> = {
  link: 0.44,
  joint: 0.42,
  cap: 0.62,
  pin: 1,
};

const METRES: Readonly<Record<LengthUnit, number>> = { m: 1, cm: 0.01, mm: 0.001, none: 1 };

/**
 * Returns a robot in the pose `values` as binary glTF, metres, y up, without axis pins. Joints and
 * effectors keep their names and frames, below a root in the scenario frame. `values` has one value
 * per independent joint.
 */
export async function robotGlb(
  parts: DrawnPanelParts,
  values: ArrayLike<number>,
): Promise<ArrayBuffer> {
  const { root, dispose } = makeNodes(parts, values);
  try {
    const options = { binary: true, trs: true, onlyVisible: false };
    return (await new GLTFExporter().parseAsync(root, options)) as ArrayBuffer;
  } finally {
    dispose();
  }
}

function makeNodes({ scene, body, colors }: DrawnPanelParts, values: ArrayLike<number>) {
  const { tree, scenario } = scene;
  const armature = new Armature(tree, scenario.view.up);
  armature.setPose(values);
  const { world, points } = armature;
  world.scale.setScalar(METRES[scenario.unit]);
  world.name = scenario.name || 'Robot';
  const materials = COLORED_BODY_PARTS.map(
    (name) =>
      new MeshStandardMaterial({ name, color: colors[name], roughness: ROUGH[name], metalness: 0 }),
  );
  const jointNumbers = jointValues(tree.joints, Array.from(values));
  [...tree.joints, ...tree.effectors].forEach(({ id }, i) => {
    const joint = tree.joints[i];
    const bone = points[i];
    if (!bone) return;
    bone.name = id;
    if (joint) bone.userData = { joint: jointExtras(joint, jointNumbers[i] ?? 0) };
  });
  const solids = solidsByBone(body);
  for (const [bone, solid] of solids) {
    const mesh = new Mesh(solid, materials);
    const carrier = bone === 0 ? world : points[bone - 1];
    mesh.name = `${carrier?.name}, drawn`;
    carrier?.add(mesh);
  }
  const dispose = () => {
    for (const each of [...solids.values(), ...materials]) each.dispose();
  };
  return { root: world, dispose };
}

const jointExtras = ({ type, axis, limits, pitch, mimic }: Joint, value: number) =>
  type === 'fixed'
    ? { type }
    : {
        ...{ type, axis, value },
        ...(limits && { limits }),
        ...(type === 'screw' && { pitch }),
        ...(mimic && { mimic }),
      };

function solidsByBone({ solid, pinless }: DrawnPanelParts['body']): Map<number, BufferGeometry> {
  const index = solid.getIndex()?.array ?? [];
  const bones = solid.getAttribute('skinIndex').array;
  const paints = solid.getAttribute('paint').array;
  const corners = new Map<number, number[][]>();
  for (let corner = 0; corner < Math.min(pinless, index.length); corner += 3) {
    const first = index[corner] as number;
    const [bone, paint] = [bones[first] as number, paints[first] as number];
    const groups = corners.get(bone) ?? COLORED_BODY_PARTS.map((): number[] => []);
    corners.set(bone, groups);
    groups[paint]?.push(first, index[corner + 1] as number, index[corner + 2] as number);
  }
  return new Map(Array.from(corners, ([bone, groups]) => [bone, extractTriangles(solid, groups)]));
}

function extractTriangles(
  solid: BufferGeometry,
  groups: readonly (readonly number[])[],
): BufferGeometry {
  const vertices = [...new Set(groups.flat())];
  const newIndices = new Map(vertices.map((vertex, i) => [vertex, i]));
  const corners = groups.flat().map((vertex) => newIndices.get(vertex) as number);
  const part = new BufferGeometry();
  for (const name of ['position', 'normal']) {
    const source = solid.getAttribute(name).array;
    const selected = new Float32Array(3 * vertices.length);
    vertices.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) selected[3 * i + k] = source[3 * vertex + k] as number;
    });
    part.setAttribute(name, new BufferAttribute(selected, 3));
  }
  part.setIndex(new BufferAttribute(new Uint32Array(corners), 1));
  let start = 0;
  groups.forEach((group, paint) => {
    if (group.length > 0) part.addGroup(start, group.length, paint);
    start += group.length;
  });
  return part;
}
