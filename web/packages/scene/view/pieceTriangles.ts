/** Converts a visual shape to triangles in the frame of its joint. */

import type { Look, Shape, Triangles } from '@iklab/robots';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { ball, capsule, rod, type Solid } from '../drawn/solids.ts';

type Primitive = Exclude<Shape, { readonly kind: 'mesh' }>;

const ROUND = 32; // Sides of a cylinder.
const ONE = new Vector3(1, 1, 1);
const LYING = new Matrix4().makeRotationX(Math.PI / 2); // From y to z.
const point = new Vector3();

/** `mesh`: the triangles of the file; required if the shape is a mesh. */
export function pieceTriangles({ xyz, rpy, shape }: Look, mesh: Triangles | null): Triangles {
  const turn = new Quaternion().setFromEuler(new Euler(rpy[0], rpy[1], rpy[2], 'ZYX'));
  const scale = shape.kind === 'mesh' ? new Vector3(...shape.scale) : ONE;
  const at = new Matrix4().compose(new Vector3(...xyz), turn, scale);
  const triangles = shape.kind === 'mesh' ? (mesh as Triangles) : primitive(shape);
  return moved(triangles, at);
}

/** Keeps the orientation of the triangles if the transform mirrors. */
function moved(triangles: Triangles, at: Matrix4): Triangles {
  const out = new Float32Array(triangles.length);
  const mirrored = at.determinant() < 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = (i / 3) % 3;
    const to = mirrored && corner > 0 ? i + (corner === 1 ? 3 : -3) : i;
    point.fromArray(triangles, i).applyMatrix4(at).toArray(out, to);
  }
  return out;
}

function primitive(shape: Primitive): Triangles {
  switch (shape.kind) {
    case 'box':
      return box(...shape.size);
    case 'sphere':
      return loose(ball(shape.radius));
    case 'cylinder':
      return moved(loose(rod(shape.radius, shape.length, ROUND)), LYING);
    case 'capsule': {
      const low = new Matrix4().makeTranslation(0, -shape.length / 2, 0);
      return moved(moved(loose(capsule(shape.length, shape.radius, shape.radius)), low), LYING);
    }
  }
}

function loose({ positions, index }: Solid): Triangles {
  const out = new Float32Array(3 * index.length);
  index.forEach((vertex, i) => {
    point.fromArray(positions, 3 * vertex).toArray(out, 3 * i);
  });
  return out;
}

/** Two triangles per side, counterclockwise from outside. */
function box(x: number, y: number, z: number): Triangles {
  const sides = [0, 1, 2].flatMap((axis) => [
    [axis, 1],
    [axis, -1],
  ]) as [number, number][];
  const out: number[] = [];
  for (const [axis, sign] of sides) {
    const corner = (u: number, v: number): number[] => {
      const at = [0, 0, 0];
      at[axis] = sign;
      at[(axis + 1) % 3] = u;
      at[(axis + 2) % 3] = v * sign;
      return [(at[0] as number) * x, (at[1] as number) * y, (at[2] as number) * z].map(
        (c) => c / 2,
      );
    };
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    for (const each of [a, b, c, a, c, d]) out.push(...(each as number[]));
  }
  return Float32Array.from(out);
}
