/** What stands about each axis: how thick it is, and which kind of housing holds it. */
import { Vector3 } from 'three';
import { type Feet, feetOf, radiusOf, standsUpright } from './feet.ts';
import type { Axle, Line, Linkage } from './linkage.ts';

/** One barrel across, between the prongs of what carries it. */
export interface Hinge {
  readonly kind: 'hinge';
  /** Its middle on the axis. */
  readonly middle: number;
  /** First of the axles that turn in one ball with it; null: it has a barrel of its own. */
  ball: number | null;
}

/** Two halves face to face; the one that stands still is carried by the link before. */
export interface Halves {
  /** Side by side, or a tube that goes on along its axis. */
  readonly kind: 'beside' | 'roll';
  /** Along the axis from the still half to the moving one: 1 or −1. */
  readonly way: number;
  /** Length of the moving half, and of the still one. */
  readonly moving: number;
  readonly still: number;
  /** Where they meet, on the axis. */
  readonly seam: number;
  /** Of an effector's link: from where it is entered to the flange; else 0. */
  readonly flange: number;
}

/** A sleeve with a ram through it. */
export interface Telescope {
  readonly kind: 'telescope';
}

/** A turn about the ram's own axis, at the end of the ram. */
export interface Collar {
  readonly kind: 'collar';
  /** Along the axis toward the sleeve: 1 or −1. */
  readonly way: number;
}

export type Housing = Hinge | Halves | Telescope | Collar;

export interface Housings {
  readonly radii: readonly number[];
  readonly housings: readonly Housing[];
}

const SHORT = 1.25; // in radii: less along the axis is a hinge,
const LOW = 0.4; // or, of an axis that comes out of the ground
const FULL = 0.98; // in radii: of a moving half beside another
const LONG = 1.9; // in radii: of half a roll
const TOOL = 4.6; // in radii beyond the last foot: what comes after the flange is a tool
const FLANGE = 3; // in radii, of the flange before a tool
const NEXT = 0.46; // of the way to the next hinge
const POINT = 0.9; // in radii: hinges that cross so near are one ball
const STRAIGHT = 0.999; // cosine between the axis of a turn and that of the ram that carries it

/** `up`: of the base. */
export function housingsOf(linkage: Linkage, feet: Feet, up: Vector3): Housings {
  const radii = feet.reach.map((far) => radiusOf(far, feet.size));
  const housings = linkage.axles.map((_, i) => housingOf(linkage, feet, radii, up, i));
  joinBalls(linkage, housings, radii);
  slimHinges(linkage, housings, radii, 1e-6 * feet.size);
  return { radii, housings };
}

function housingOf(
  linkage: Linkage,
  feet: Feet,
  radii: readonly number[],
  up: Vector3,
  i: number,
): Housing {
  const { axles } = linkage;
  const axle = axles[i] as Axle;
  if (axle.slides) return { kind: 'telescope' };
  const ram = axles[axle.parent];
  const radius = radii[i] as number;
  if (ram?.slides && isAbout(axle.line, ram.axis, radius)) {
    const sleeve = (feet.enters[axle.parent] as number) - (ram.range[0] + ram.range[1]) / 2;
    const way = Math.sign(
      (sleeve - axle.line.origin.dot(ram.axis)) * axle.line.along.dot(ram.axis),
    );
    return { kind: 'collar', way: way || 1 };
  }
  const [enters, leaves] = [feet.enters[i] as number, feet.leaves[i] as number];
  const gap = Math.abs(leaves - enters);
  const short = standsUpright(linkage, axle, up) ? LOW : SHORT;
  if (gap < short * radius) return { kind: 'hinge', middle: (enters + leaves) / 2, ball: null };
  const way = Math.sign(leaves - enters);
  const next = feet.next[i] as number;
  const tip = next < 0 ? linkage.tipsOf[i]?.[0] : undefined;
  if (leavesAcross(axle, axles[next] ?? null, tip?.at ?? null, radius)) {
    const moving = Math.min(gap / 2, FULL * radius);
    const seam = leaves - way * moving;
    return { kind: 'beside', way, moving, still: gap - moving, seam, flange: 0 };
  }
  const length = tip && gap > TOOL * radius ? FLANGE * radius : gap;
  const half = length / 2;
  return {
    kind: half > LONG * radius ? 'roll' : 'beside',
    way,
    moving: half,
    still: half,
    seam: enters + way * half,
    flange: tip ? length : 0,
  };
}

const across = new Vector3();

/** Whether an axis is that of the ram that carries it. */
function isAbout({ origin, along }: Line, ram: Vector3, radius: number): boolean {
  const away = across.copy(origin).addScaledVector(ram, -origin.dot(ram)).length();
  return Math.abs(along.dot(ram)) > STRAIGHT && away < 0.5 * radius;
}

/** Whether the link goes on beside its axis, not along it. */
function leavesAcross(axle: Axle, next: Axle | null, tip: Vector3 | null, radius: number): boolean {
  const away = (at: Vector3): boolean =>
    across.copy(at).addScaledVector(axle.axis, -at.dot(axle.axis)).length() > radius;
  if (next) return !feetOf(axle.axis, next.line) && away(next.line.origin);
  return tip !== null && away(tip);
}

/** A hinge leaves room for the next. */
function slimHinges(
  { axles }: Linkage,
  housings: readonly Housing[],
  radii: number[],
  nothing: number,
): void {
  axles.forEach(({ parent, line }, i) => {
    const [own, before] = [housings[i], housings[parent]];
    if (own?.kind !== 'hinge' || before?.kind !== 'hinge') return;
    if (own.ball !== null && own.ball === before.ball) return;
    const way = line.origin.length();
    if (way <= nothing) return;
    for (const each of [i, parent]) radii[each] = Math.min(radii[each] as number, NEXT * way);
  });
}

/** Hinges at one point without way along their axes turn in one ball. */
function joinBalls({ axles }: Linkage, housings: readonly Housing[], radii: readonly number[]) {
  axles.forEach(({ parent, line }, i) => {
    const [own, before] = [housings[i], housings[parent]];
    if (own?.kind !== 'hinge' || before?.kind !== 'hinge') return;
    const crosses = feetOf((axles[parent] as Axle).axis, line) !== null;
    if (!crosses || line.origin.length() >= POINT * (radii[parent] as number)) return;
    before.ball ??= parent;
    own.ball = before.ball;
  });
}
