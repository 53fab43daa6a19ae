import { Vector3 } from 'three';
import type { AxisLine, Linkage, LinkageAxle } from './linkage.ts';
import {
  commonNormalFeet,
  housingRadius,
  isGroundColumnAxle,
  type LinkEndsOnAxes,
} from './linkEndsOnAxes.ts';

/**
 * Housing of a revolute joint as a single cylinder about its axis, between the prongs of the parent
 * link.
 */
export interface HingeHousing {
  readonly kind: 'hinge';
  /** Position of the cylinder's centre on the joint axis, metres. */
  readonly middle: number;
  /** Index of the first axle of a ball joint; null for a joint with its own cylinder. */
  ball: number | null;
}

/**
 * Housing of a revolute joint in two halves face to face; the parent link carries the fixed half.
 */
export interface SplitHousing {
  /** Arrangement of the halves: side by side, or along a tube on the axis (`roll`). */
  readonly kind: 'beside' | 'roll';
  /** Direction along the axis from the fixed half to the moving one: 1 or −1. */
  readonly sign: number;
  /** Lengths of the moving half and of the fixed half, metres. */
  readonly moving: number;
  readonly fixed: number;
  /** Position on the axis where the halves meet, metres. */
  readonly seam: number;
  /**
   * Distance from the start of the housing to a flange on the same axis, metres; 0 without a
   * flange.
   */
  readonly flange: number;
}

export interface TelescopeHousing {
  readonly kind: 'telescope';
}

/** Housing of a revolute joint at the end of a ram, about the axis of the ram. */
export interface CollarHousing {
  readonly kind: 'collar';
  /** Direction along the axis towards the sleeve of the ram: 1 or −1. */
  readonly sign: number;
}

export type JointHousing = HingeHousing | SplitHousing | TelescopeHousing | CollarHousing;

export interface JointHousings {
  readonly radii: readonly number[];
  readonly housings: readonly JointHousing[];
}

const SHORT = 1.25; // A shorter housing is a hinge, in radii.
const LOW = 0.4; // The same for an axis that rises from the ground.
const FULL = 0.98; // Maximum length of a moving half beside another, in radii.
const LONG = 1.9; // Half length above which a housing is a roll, in radii.
const TOOL = 4.6; // Length above which the part beyond the flange is a tool, in radii.
const FLANGE = 3; // Length up to the flange before a tool, in radii.
const NEXT = 0.46; // Maximum radius of a hinge, relative to the distance to the next.
const POINT = 0.9; // Crossing hinges closer than this share a ball, in radii.
const STRAIGHT = 0.999; // Minimum cosine between a revolute axis and the ram that carries it.

/** Chooses the joint housings. `up` is the vertical direction in the frame of the fixed base. */
export function chooseJointHousings(
  linkage: Linkage,
  feet: LinkEndsOnAxes,
  up: Vector3,
): JointHousings {
  const radii = feet.reach.map((far) => housingRadius(far, feet.size));
  const housings = linkage.axles.map((_, i) => chooseHousing(linkage, feet, radii, up, i));
  joinBalls(linkage, housings, radii);
  slimHinges(linkage, housings, radii, 1e-6 * feet.size);
  return { radii, housings };
}

function chooseHousing(
  linkage: Linkage,
  feet: LinkEndsOnAxes,
  radii: readonly number[],
  up: Vector3,
  i: number,
): JointHousing {
  const { axles } = linkage;
  const axle = axles[i] as LinkageAxle;
  if (axle.slides) return { kind: 'telescope' };
  const ram = axles[axle.parent];
  const radius = radii[i] as number;
  if (ram?.slides && isOnAxis(axle.line, ram.axis, radius)) {
    const sleeve = (feet.enters[axle.parent] as number) - (ram.range[0] + ram.range[1]) / 2;
    const rollSign = Math.sign(
      (sleeve - axle.line.origin.dot(ram.axis)) * axle.line.direction.dot(ram.axis),
    );
    return { kind: 'collar', sign: rollSign || 1 };
  }
  const [enters, leaves] = [feet.enters[i] as number, feet.leaves[i] as number];
  const gap = Math.abs(leaves - enters);
  const short = isGroundColumnAxle(linkage, axle, up) ? LOW : SHORT;
  if (gap < short * radius) return { kind: 'hinge', middle: (enters + leaves) / 2, ball: null };
  const way = Math.sign(leaves - enters);
  const next = feet.next[i] as number;
  const tip = next < 0 ? linkage.tipsByAxle[i]?.[0] : undefined;
  if (leavesAcross(axle, axles[next] ?? null, tip?.position ?? null, radius)) {
    const moving = Math.min(gap / 2, FULL * radius);
    const seam = leaves - way * moving;
    return { kind: 'beside', sign: way, moving, fixed: gap - moving, seam, flange: 0 };
  }
  const length = tip && gap > TOOL * radius ? FLANGE * radius : gap;
  const half = length / 2;
  return {
    kind: half > LONG * radius ? 'roll' : 'beside',
    sign: way,
    moving: half,
    fixed: half,
    seam: enters + way * half,
    flange: tip ? length : 0,
  };
}

const perpendicular = new Vector3();

function isOnAxis({ origin, direction }: AxisLine, ram: Vector3, radius: number): boolean {
  const away = perpendicular.copy(origin).addScaledVector(ram, -origin.dot(ram)).length();
  return Math.abs(direction.dot(ram)) > STRAIGHT && away < 0.5 * radius;
}

function leavesAcross(
  axle: LinkageAxle,
  next: LinkageAxle | null,
  tip: Vector3 | null,
  radius: number,
): boolean {
  const away = (point: Vector3): boolean =>
    perpendicular.copy(point).addScaledVector(axle.axis, -point.dot(axle.axis)).length() > radius;
  if (next) return !commonNormalFeet(axle.axis, next.line) && away(next.line.origin);
  return tip !== null && away(tip);
}

function slimHinges(
  { axles }: Linkage,
  housings: readonly JointHousing[],
  radii: number[],
  nothing: number,
): void {
  axles.forEach(({ parent, line }, i) => {
    const [housing, before] = [housings[i], housings[parent]];
    if (housing?.kind !== 'hinge' || before?.kind !== 'hinge') return;
    if (housing.ball !== null && housing.ball === before.ball) return;
    const distance = line.origin.length();
    if (distance <= nothing) return;
    for (const each of [i, parent]) radii[each] = Math.min(radii[each] as number, NEXT * distance);
  });
}

function joinBalls(
  { axles }: Linkage,
  housings: readonly JointHousing[],
  radii: readonly number[],
) {
  axles.forEach(({ parent, line }, i) => {
    const [housing, before] = [housings[i], housings[parent]];
    if (housing?.kind !== 'hinge' || before?.kind !== 'hinge') return;
    const crosses = commonNormalFeet((axles[parent] as LinkageAxle).axis, line) !== null;
    if (!crosses || line.origin.length() >= POINT * (radii[parent] as number)) return;
    before.ball ??= parent;
    housing.ball = before.ball;
  });
}
