/** Collects the solids and shadows of one link, in the frame of the link. */
import { Matrix4, Vector3 } from 'three';
import type { Fineness } from './fineness.ts';
import type { Segment } from './linkage.ts';
import { MergedGeometry, along as placedAlong } from './mergedGeometry.ts';
import { bentTube, type End, type Outline, roundedBox, roundedRod } from './roundedSolids.ts';
import { type Solid, turnedSolid } from './solids.ts';

/** Colours of vertices: the shell, dark parts, or the colour of the method. */
export const TONES = ['shell', 'dark', 'method'] as const;
export type Tone = (typeof TONES)[number];

/** A capsule that casts the shadow of a part, in the frame of its bone. */
export interface ShadowCapsule extends Segment {
  readonly radius: number;
}

/** Solids and shadow capsules of a robot; the solids of each bone are consecutive. */
export class RobotSolids {
  readonly geometry = new MergedGeometry();
  readonly shadows: ShadowCapsule[] = [];
}

const HERE = new Matrix4();
const CAP = 0.56; // Radius of a cap, relative to its housing.
const NEAR = 1e-3; // Points closer than this coincide, in radii.

/** Returns `from` moved by `way` times `along`. */
export const on = (from: Vector3, along: Vector3, way: number): Vector3 =>
  from.clone().addScaledVector(along, way);

/** All lengths are in metres. */
export class LinkBuilder {
  readonly fine: Fineness;
  readonly #to: RobotSolids;
  readonly #bone: number;

  constructor(to: RobotSolids, bone: number, fine: Fineness) {
    this.#to = to;
    this.#bone = bone;
    this.fine = fine;
  }

  #add(solid: Solid, at: Matrix4, tone: Tone): void {
    this.#to.geometry.add(solid, at, this.#bone, TONES.indexOf(tone));
  }

  shadow(from: Vector3, to: Vector3, radius: number): void {
    this.#to.shadows.push({ bone: this.#bone, from: from.clone(), to: to.clone(), radius });
  }

  /** `ends`: fillet radii; null for an open end inside another solid. */
  rod(
    from: Vector3,
    to: Vector3,
    radii: readonly [number, number],
    ends: readonly [End, End],
    tone: Tone = 'shell',
    sides = this.fine.sides,
  ): void {
    const way = to.clone().sub(from);
    const length = way.length();
    if (!(length > 0)) return;
    const solid = roundedRod(length, radii, ends, sides, this.fine.fillet);
    this.#add(solid, placedAlong(from, way), tone);
  }

  /** Adds a solid of revolution about `axis`. */
  turned(
    from: Vector3,
    axis: Vector3,
    outline: Outline,
    tone: Tone = 'shell',
    sides = this.fine.sides,
  ): void {
    this.#add(turnedSolid(outline, sides), placedAlong(from, axis), tone);
  }

  /** Adds a tube along points, some of which may coincide, and its shadow. */
  tube(points: readonly Vector3[], radii: readonly [number, number], round: number): void {
    const way = this.distinct(points, Math.max(...radii));
    if (way.length < 2) return;
    this.#add(bentTube(way, radii, round, this.fine), HERE, 'shell');
    for (let k = 1; k < way.length; k++)
      this.shadow(way[k - 1] as Vector3, way[k] as Vector3, (radii[0] + radii[1]) / 2);
  }

  /** Drops points that coincide with the previous one. */
  distinct(points: readonly Vector3[], radius: number): Vector3[] {
    const out: Vector3[] = [];
    for (const at of points)
      if (!out.at(-1) || at.distanceTo(out.at(-1) as Vector3) > NEAR * radius) out.push(at);
    return out;
  }

  ball(at: Vector3, radius: number, tone: Tone = 'shell'): void {
    const steps = 3 * this.fine.fillet;
    const outline: Outline = [];
    for (let i = 0; i <= steps; i++) {
      const angle = Math.PI * (i / steps - 0.5);
      const [sine, cosine] = [Math.sin(angle), Math.max(1e-5, Math.cos(angle))];
      outline.push(radius * cosine, radius * sine, cosine, sine);
    }
    this.turned(at, new Vector3(0, 1, 0), outline, tone);
  }

  box(frame: Matrix4, half: Vector3, round: number, tone: Tone = 'shell'): void {
    const steps = Math.min(4, this.fine.fillet);
    this.#add(roundedBox(frame, half, round, steps), HERE, tone);
  }

  /** Adds a disc in the colour of the method at the end of a housing, with a dark rim. */
  cap(at: Vector3, outward: Vector3, radius: number): void {
    const along = outward.clone().normalize();
    const size = CAP * radius;
    const top = on(at, along, 0.055 * radius);
    this.rod(on(at, along, -0.02 * radius), top, [size, size], [null, 0.05 * radius], 'method');
    const high = 0.006 * radius;
    this.turned(at, along, [1.14 * size, high, 0, 1, 0.98 * size, high, 0, 1], 'dark');
  }

  /** Adds the dark gap between two halves of a housing. */
  gap(at: Vector3, axis: Vector3, radius: number): void {
    if (!this.fine.trim) return;
    const side = 0.955 * radius;
    const from = on(at, axis, -0.05 * radius);
    this.turned(from, axis, [side, 0, 1, 0, side, 0.1 * radius, 1, 0], 'dark');
  }

  /** Adds a dark line around a cylinder. */
  groove(at: Vector3, axis: Vector3, radius: number): void {
    if (!this.fine.trim) return;
    const side = 1.004 * radius;
    const from = on(at, axis, -0.035 * radius);
    this.turned(from, axis, [side, 0, 1, 0, side, 0.07 * radius, 1, 0], 'dark');
  }

  /** Adds a band in the colour of the method around a tube. */
  band(at: Vector3, axis: Vector3, radius: number): void {
    const side = 1.035 * radius;
    const fillet = 0.03 * radius;
    const [from, to] = [on(at, axis, -0.115 * radius), on(at, axis, 0.115 * radius)];
    this.rod(from, to, [side, side], [fillet, fillet], 'method');
  }

  /** Adds six bolts on a circle about `axis`; `turn`: rotation in sixths of a full turn. */
  bolts(at: Vector3, axis: Vector3, circle: number, size: number, turn: number): void {
    if (!this.fine.trim) return;
    const [u, w] = acrossOf(axis);
    for (let k = 0; k < 6; k++) {
      const angle = ((k + turn) * Math.PI) / 3;
      const head = at
        .clone()
        .addScaledVector(u, circle * Math.cos(angle))
        .addScaledVector(w, circle * Math.sin(angle));
      const ends = [on(head, axis, -0.2 * size), on(head, axis, 0.55 * size)] as const;
      this.rod(...ends, [size, size], [null, 0.3 * size], 'shell', 10);
    }
  }
}

/** Returns two unit vectors perpendicular to an axis and to each other. */
export function acrossOf(axis: Vector3): readonly [Vector3, Vector3] {
  const other = Math.abs(axis.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const u = other.cross(axis).normalize();
  return [u, axis.clone().cross(u)];
}
