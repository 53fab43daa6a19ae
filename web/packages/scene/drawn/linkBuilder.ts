/** Collects the solids and shadows of one link, in the frame of the link. */
import { Matrix4, Vector3 } from 'three';
import type { LinkSegment } from './linkage.ts';
import { MergedGeometry, makePoseAlongAxis as placedAlong } from './mergedGeometry.ts';
import type { RobotDetailLevel } from './robotDetailLevel.ts';
import {
  bentTube,
  type EndFillet,
  type RevolvedOutline,
  roundedBox,
  roundedRod,
} from './roundedSolids.ts';
import { makeRevolvedSolid, type SolidMesh } from './solidMesh.ts';

const TONES = ['shell', 'dark', 'method'] as const;
export type LinkColorKind = (typeof TONES)[number];

/** A capsule that casts the shadow of a part of a robot, in the frame of its bone. */
export interface ShadowCapsule extends LinkSegment {
  readonly radius: number;
}

/** Solids and shadows of a robot; the solids of each bone are consecutive. */
export class RobotSolids {
  readonly geometry = new MergedGeometry();
  readonly shadows: ShadowCapsule[] = [];
}

const IDENTITY = new Matrix4();
const CAP = 0.56; // Radius of a cap, relative to its housing.
const MIN_DISTANCE = 1e-3; // Points closer than this coincide, in radii.

export const movePointAlong = (from: Vector3, direction: Vector3, distance: number): Vector3 =>
  from.clone().addScaledVector(direction, distance);

/** Adds solids and shadows to one link; all lengths are in metres. */
export class LinkBuilder {
  readonly fine: RobotDetailLevel;
  readonly #to: RobotSolids;
  readonly #bone: number;

  constructor(to: RobotSolids, bone: number, fine: RobotDetailLevel) {
    this.#to = to;
    this.#bone = bone;
    this.fine = fine;
  }

  #add(solid: SolidMesh, matrix: Matrix4, tone: LinkColorKind): void {
    this.#to.geometry.add(solid, matrix, this.#bone, TONES.indexOf(tone));
  }

  addShadow(from: Vector3, to: Vector3, radius: number): void {
    this.#to.shadows.push({ bone: this.#bone, from: from.clone(), to: to.clone(), radius });
  }

  /** Adds a rod and its shadow. `ends` has the fillet radii; null is an open end. */
  addRod(
    from: Vector3,
    to: Vector3,
    radii: readonly [number, number],
    ends: readonly [EndFillet, EndFillet],
    tone: LinkColorKind = 'shell',
    sides = this.fine.sides,
  ): void {
    const axis = to.clone().sub(from);
    const length = axis.length();
    if (!(length > 0)) return;
    const solid = roundedRod(length, radii, ends, sides, this.fine.fillet);
    this.#add(solid, placedAlong(from, axis), tone);
  }

  addRevolved(
    from: Vector3,
    axis: Vector3,
    outline: RevolvedOutline,
    tone: LinkColorKind = 'shell',
    sides = this.fine.sides,
  ): void {
    this.#add(makeRevolvedSolid(outline, sides), placedAlong(from, axis), tone);
  }

  /** Adds a tube and its shadow. Points may coincide. */
  addTube(points: readonly Vector3[], radii: readonly [number, number], round: number): void {
    const path = this.withoutDuplicates(points, Math.max(...radii));
    if (path.length < 2) return;
    this.#add(bentTube(path, radii, round, this.fine), IDENTITY, 'shell');
    for (let k = 1; k < path.length; k++)
      this.addShadow(path[k - 1] as Vector3, path[k] as Vector3, (radii[0] + radii[1]) / 2);
  }

  withoutDuplicates(points: readonly Vector3[], radius: number): Vector3[] {
    const out: Vector3[] = [];
    for (const point of points)
      if (!out.at(-1) || point.distanceTo(out.at(-1) as Vector3) > MIN_DISTANCE * radius)
        out.push(point);
    return out;
  }

  addBall(centre: Vector3, radius: number, tone: LinkColorKind = 'shell'): void {
    const steps = 3 * this.fine.fillet;
    const outline: RevolvedOutline = [];
    for (let i = 0; i <= steps; i++) {
      const angle = Math.PI * (i / steps - 0.5);
      const [sine, cosine] = [Math.sin(angle), Math.max(1e-5, Math.cos(angle))];
      outline.push(radius * cosine, radius * sine, cosine, sine);
    }
    this.addRevolved(centre, new Vector3(0, 1, 0), outline, tone);
  }

  addBox(frame: Matrix4, half: Vector3, round: number, tone: LinkColorKind = 'shell'): void {
    const steps = Math.min(4, this.fine.fillet);
    this.#add(roundedBox(frame, half, round, steps), IDENTITY, tone);
  }

  addCap(position: Vector3, outward: Vector3, radius: number): void {
    const direction = outward.clone().normalize();
    const size = CAP * radius;
    const top = movePointAlong(position, direction, 0.055 * radius);
    this.addRod(
      movePointAlong(position, direction, -0.02 * radius),
      top,
      [size, size],
      [null, 0.05 * radius],
      'method',
    );
    const high = 0.006 * radius;
    this.addRevolved(
      position,
      direction,
      [1.14 * size, high, 0, 1, 0.98 * size, high, 0, 1],
      'dark',
    );
  }

  addGap(position: Vector3, axis: Vector3, radius: number): void {
    if (!this.fine.trim) return;
    const side = 0.955 * radius;
    const from = movePointAlong(position, axis, -0.05 * radius);
    this.addRevolved(from, axis, [side, 0, 1, 0, side, 0.1 * radius, 1, 0], 'dark');
  }

  addGroove(position: Vector3, axis: Vector3, radius: number): void {
    if (!this.fine.trim) return;
    const side = 1.004 * radius;
    const from = movePointAlong(position, axis, -0.035 * radius);
    this.addRevolved(from, axis, [side, 0, 1, 0, side, 0.07 * radius, 1, 0], 'dark');
  }

  addBand(position: Vector3, axis: Vector3, radius: number): void {
    const side = 1.035 * radius;
    const fillet = 0.03 * radius;
    const [from, to] = [
      movePointAlong(position, axis, -0.115 * radius),
      movePointAlong(position, axis, 0.115 * radius),
    ];
    this.addRod(from, to, [side, side], [fillet, fillet], 'method');
  }

  /** Adds six bolts on a circle about `axis`. `rotation` turns the circle, in sixths of a turn. */
  addBolts(centre: Vector3, axis: Vector3, circle: number, size: number, rotation: number): void {
    if (!this.fine.trim) return;
    const [u, w] = perpendicularPair(axis);
    for (let k = 0; k < 6; k++) {
      const angle = ((k + rotation) * Math.PI) / 3;
      const head = centre
        .clone()
        .addScaledVector(u, circle * Math.cos(angle))
        .addScaledVector(w, circle * Math.sin(angle));
      const ends = [
        movePointAlong(head, axis, -0.2 * size),
        movePointAlong(head, axis, 0.55 * size),
      ] as const;
      this.addRod(...ends, [size, size], [null, 0.3 * size], 'shell', 10);
    }
  }
}

function perpendicularPair(axis: Vector3): readonly [Vector3, Vector3] {
  const reference = Math.abs(axis.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const u = reference.cross(axis).normalize();
  return [u, axis.clone().cross(u)];
}
