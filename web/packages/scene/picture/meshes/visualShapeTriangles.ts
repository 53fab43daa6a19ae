import type { ScenarioTreeVisual, Triangles, VisualShape } from '@iklab/robots';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { makeBall, makeRod, makeTaperedCapsule, type SolidMesh } from '../../drawn/solidMesh.ts';

type Primitive = Exclude<VisualShape, { readonly kind: 'mesh' }>;

const ROUND = 32; // Sides of a cylinder.
const ONE = new Vector3(1, 1, 1);
const Y_TO_Z = new Matrix4().makeRotationX(Math.PI / 2); // From y to z.
const point = new Vector3();

/**
 * Returns the triangles of a shape in the frame of the link. A mesh shape needs `mesh`, the
 * triangles of the mesh file.
 */
export function visualShapeTriangles(
  { xyz, rpy, shape }: ScenarioTreeVisual,
  mesh: Triangles | null,
): Triangles {
  const rotation = new Quaternion().setFromEuler(new Euler(rpy[0], rpy[1], rpy[2], 'ZYX'));
  const scale = shape.kind === 'mesh' ? new Vector3(...shape.scale) : ONE;
  const transform = new Matrix4().compose(new Vector3(...xyz), rotation, scale);
  const triangles = shape.kind === 'mesh' ? (mesh as Triangles) : primitiveTriangles(shape);
  return transformTriangles(triangles, transform);
}

/**
 * Transforms triangles. For a mirroring transform, reverses the corner order, so that triangles
 * still face outward.
 */
function transformTriangles(triangles: Triangles, transform: Matrix4): Triangles {
  const out = new Float32Array(triangles.length);
  const mirrored = transform.determinant() < 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = (i / 3) % 3;
    const to = mirrored && corner > 0 ? i + (corner === 1 ? 3 : -3) : i;
    point.fromArray(triangles, i).applyMatrix4(transform).toArray(out, to);
  }
  return out;
}

function primitiveTriangles(shape: Primitive): Triangles {
  switch (shape.kind) {
    case 'box':
      return boxTriangles(...shape.size);
    case 'sphere':
      return expandTriangles(makeBall(shape.radius));
    case 'cylinder':
      return transformTriangles(
        expandTriangles(makeRod(shape.radius, shape.length, ROUND)),
        Y_TO_Z,
      );
    case 'capsule': {
      const low = new Matrix4().makeTranslation(0, -shape.length / 2, 0);
      return transformTriangles(
        transformTriangles(
          expandTriangles(makeTaperedCapsule(shape.length, shape.radius, shape.radius)),
          low,
        ),
        Y_TO_Z,
      );
    }
  }
}

function expandTriangles({ positions, index }: SolidMesh): Triangles {
  const out = new Float32Array(3 * index.length);
  index.forEach((vertex, i) => {
    point.fromArray(positions, 3 * vertex).toArray(out, 3 * i);
  });
  return out;
}

function boxTriangles(x: number, y: number, z: number): Triangles {
  const sides = [0, 1, 2].flatMap((axis) => [
    [axis, 1],
    [axis, -1],
  ]) as [number, number][];
  const out: number[] = [];
  for (const [axis, sign] of sides) {
    const corner = (u: number, v: number): number[] => {
      const coordinates = [0, 0, 0];
      coordinates[axis] = sign;
      coordinates[(axis + 1) % 3] = u;
      coordinates[(axis + 2) % 3] = v * sign;
      return [
        (coordinates[0] as number) * x,
        (coordinates[1] as number) * y,
        (coordinates[2] as number) * z,
      ].map((c) => c / 2);
    };
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    for (const each of [a, b, c, a, c, d]) out.push(...(each as number[]));
  }
  return Float32Array.from(out);
}
