/**
 * Draws one link: its half of the housing about its own axis, and tubes from there to its children.
 */
import { Vector3 } from 'three';
import { type Ground, plinth } from './base.ts';
import { type Carrier, carrierOf, drawCarrier } from './carrier.ts';
import { type Feet, feetOf } from './feet.ts';
import {
  ballJoint,
  barrel,
  collar,
  LOOSE,
  type RamTravel,
  ram,
  sleeve,
  spanBetween,
  stillHalf,
} from './housingSolids.ts';
import type { Halves, Hinge, Housing, Housings } from './housings.ts';
import type { Axle, Linkage, Tip } from './linkage.ts';
import { type LinkBuilder, on } from './linkBuilder.ts';
import { drawEnd, drawFingertip } from './tool.ts';

/** The data that a robot is drawn from. */
export interface RobotPlan extends Housings {
  readonly linkage: Linkage;
  readonly feet: Feet;
  readonly ground: Ground;
}

/** A child or end effector, and the point where the link leaves its own axis for it. */
interface Branch {
  readonly from: Vector3;
  readonly at: Vector3;
  /** Radius of the housing at `at`. */
  readonly radius: number;
  /** Distance between the two points. */
  readonly away: number;
  /** Whether the points are too close for a tube. */
  readonly near: boolean;
}

interface ChildBranch extends Branch {
  readonly child: number;
  readonly axle: Axle;
  readonly housing: Housing;
}

/** Where the own half of a housing ends and a tube begins. */
interface Outlet {
  readonly at: Vector3;
  readonly radius: number;
}

const TUBE = 0.86; // Radius of the tube of a roll, in radii.
const NO_WAY = 0.25; // Smaller distances get no tube, in radii.

const FULL = 0.98; // How far a half extends past a tube, relative to the smaller of both.

export class LinkDrawing {
  readonly #plan: RobotPlan;
  readonly #build: LinkBuilder;
  /** Index of the axle; −1 for the fixed base. */
  readonly #own: number;
  readonly #axis: Vector3;
  readonly #radius: number;
  readonly #housing: Housing | null;

  constructor(plan: RobotPlan, own: number, build: LinkBuilder) {
    this.#plan = plan;
    this.#build = build;
    this.#own = own;
    this.#axis = plan.linkage.axles[own]?.axis ?? plan.ground.up;
    this.#radius = plan.radii[own] ?? 0;
    this.#housing = plan.housings[own] ?? null;
  }

  /** Returns the box that carries several children; null if there are fewer than two. */
  draw(): Carrier | null {
    const { linkage } = this.#plan;
    const place = this.#own < 0 ? linkage.axles.length : this.#own;
    const children = linkage.children[place] ?? [];
    const branches = children.map((child) => this.#branch(child, children.length > 1));
    branches.sort((a, b) => Number(b.child === this.#next) - Number(a.child === this.#next));
    const tips = linkage.tipsOf[place] ?? [];
    const carrier = branches.length > 1 ? this.#carrier(branches) : null;
    const first = branches[0] ?? (tips[0] && this.#tipBranch(tips[0])) ?? null;
    const outlet = this.#ownHalf(first, branches.length > 0);
    branches.forEach((branch, i) => {
      this.#child(branch, i === 0 ? outlet : null);
    });
    if (branches.length === 0 && this.#own >= 0)
      tips.forEach((tip, i) => {
        this.#tip(tip, i === 0 ? outlet : null);
      });
    else
      for (const { at } of tips)
        this.#build.ball(at, 0.4 * (this.#radius || (first?.radius ?? 0)), 'method');
    const housing = this.#housing;
    if (housing?.kind === 'telescope') ram(this.#build, this.#axis, this.#radius, this.#travel);
    if (housing?.kind === 'collar')
      collar(this.#build, this.#axis.clone().multiplyScalar(housing.way), this.#radius);
    return carrier;
  }

  get #next(): number {
    return this.#plan.feet.next[this.#own] ?? -1;
  }

  get #leaves(): number {
    return this.#plan.feet.leaves[this.#own] ?? 0;
  }

  get #travel(): RamTravel {
    const { range } = this.#plan.linkage.axles[this.#own] as Axle;
    return { enters: this.#plan.feet.enters[this.#own] as number, leaves: this.#leaves, range };
  }

  #on(place: number): Vector3 {
    return this.#axis.clone().multiplyScalar(place);
  }

  #branch(child: number, several: boolean): ChildBranch {
    const { linkage, feet, radii, housings, ground } = this.#plan;
    const axle = linkage.axles[child] as Axle;
    const { origin, along } = axle.line;
    const at = on(origin, along, feet.enters[child] as number);
    const radius = radii[child] as number;
    const housing = housings[child] as Housing;
    let from: Vector3;
    if (this.#own >= 0) {
      const foot = this.#next === child ? null : feetOf(this.#axis, axle.line);
      from = this.#on(foot ? foot[0] : this.#leaves);
    } else from = several ? at : on(at, ground.up, ground.height - at.dot(ground.up));
    return { child, axle, housing, ...this.#between(from, at, radius) };
  }

  #tipBranch({ at }: Tip): Branch {
    return this.#between(this.#on(at.dot(this.#axis)), at, 0.8 * this.#radius);
  }

  #between(from: Vector3, at: Vector3, radius: number): Branch {
    const away = from.distanceTo(at);
    return { from, at, radius, away, near: away < NO_WAY * Math.max(this.#radius, radius / 2) };
  }

  #carrier(branches: readonly ChildBranch[]): Carrier {
    const own = this.#own < 0 ? new Vector3() : this.#on(this.#leaves);
    const radius = Math.max(...branches.map((branch) => branch.radius));
    const carrier = carrierOf([...branches.map(({ at }) => at), own], radius);
    drawCarrier(this.#build, carrier, this.#own < 0 && branches.length > 3);
    return carrier;
  }

  /** Draws the half that rotates about the own axis; `carries`: whether another joint follows. */
  #ownHalf(first: Branch | null, carries: boolean): Outlet | null {
    const housing = this.#housing;
    if (housing?.kind !== 'roll' && housing?.kind !== 'beside') return null;
    const radius = this.#radius;
    const start = this.#on(housing.seam + housing.way * LOOSE * radius);
    if (housing.kind === 'roll') return { at: start, radius: TUBE * radius };
    if (!first) {
      this.#build.rod(
        start,
        this.#on(this.#leaves),
        [radius, radius],
        [0.1 * radius, 0.16 * radius],
      );
      return null;
    }
    if (!carries && first.near) return null; // Drawn by drawEnd.
    const past = first.near
      ? this.#pastMeeting(first)
      : FULL * Math.min(radius, 1.25 * first.radius);
    const end = this.#on(this.#leaves + housing.way * past);
    const fillet = first.near ? 0.5 : 0.16;
    this.#build.rod(start, end, [radius, radius], [0.1 * radius, fillet * radius]);
    this.#build.shadow(start, end, radius);
    if (!first.near) this.#build.cap(end, end.clone().sub(start), radius);
    return null;
  }

  /** Where two axes meet, the half ends inside the housing that crosses it. */
  #pastMeeting(first: Branch): number {
    const { kind } = (first as Partial<ChildBranch>).housing ?? {};
    return kind === 'beside' || kind === 'roll' ? -0.1 * this.#radius : 0;
  }

  #tip(tip: Tip, outlet: Outlet | null): void {
    const { at } = tip;
    const radius = this.#radius;
    const housing = this.#housing;
    const branch = this.#tipBranch(tip);
    const halves = housing?.kind === 'beside' || housing?.kind === 'roll' ? housing : null;
    if (halves && branch.near) {
      const from = this.#on(halves.seam + halves.way * LOOSE * radius);
      const flange = (halves.flange || Math.abs(at.dot(this.#axis) - halves.seam)) - halves.still;
      const grips = tip.oriented ? tip.place : null;
      const tube = halves.kind === 'roll' ? TUBE * radius : radius;
      drawEnd(this.#build, { from, tip: at, tube, radius, flange, grips });
      return;
    }
    if ((housing?.kind === 'telescope' || housing?.kind === 'collar') && branch.near) return;
    const way = outlet ? [outlet.at, branch.from, at] : [this.#on(this.#leaves), at];
    drawFingertip(this.#build, way, outlet?.radius ?? 0.74 * radius, radius);
  }

  #child(branch: ChildBranch, outlet: Outlet | null): void {
    if (this.#own < 0 && this.#base(branch)) return;
    const { housing } = branch;
    if (housing.kind === 'hinge') this.#barrel(branch, housing, outlet);
    else if (housing.kind === 'roll') this.#roll(branch, housing, outlet);
    else if (housing.kind === 'beside') this.#stillHalf(branch, housing, outlet);
    else if (housing.kind === 'telescope') {
      this.#way(branch, outlet);
      sleeve(this.#build, branch.at, branch.axle.line.along, branch.radius);
    }
  }

  /** Draws plinth and column; returns whether the base has no other parts. */
  #base({ child, axle, housing, radius, away }: ChildBranch): boolean {
    const { linkage, ground, feet } = this.#plan;
    if ((linkage.children[linkage.axles.length]?.length ?? 0) > 1) return false;
    const { origin, along } = axle.line;
    const upright = Math.abs(along.dot(ground.up)) > 0.5;
    const halves = housing.kind === 'beside' || housing.kind === 'roll' ? housing : null;
    if (!upright || !halves) {
      const top = upright ? on(origin, along, feet.enters[child] as number) : origin;
      if (upright || away > 0) plinth(this.#build, ground, top, radius);
      return false;
    }
    plinth(
      this.#build,
      ground,
      on(origin, along, halves.seam - halves.way * LOOSE * radius),
      radius,
    );
    const seam = on(origin, along, halves.seam);
    if (halves.kind === 'roll') this.#build.band(seam, along, TUBE * radius);
    this.#build.gap(seam, along, radius);
    return true;
  }

  /**
   * Draws the tube from the own housing to that of a child, starting at the outlet or at the axis.
   */
  #way({ from, at, radius, near, away }: ChildBranch, outlet: Outlet | null, end = at): void {
    if (outlet) {
      const thick = Math.min(outlet.radius, 0.84 * radius);
      const bend = Math.max(0.9 * away, 1.2 * this.#radius);
      const way = near ? [outlet.at, end] : [outlet.at, from, end];
      this.#build.tube(way, [outlet.radius, thick], bend);
    } else if (!near) spanBetween(this.#build, from, end, this.#radius || radius, radius);
  }

  /** Draws one bent tube from the own half to the seam. */
  #roll(branch: ChildBranch, { seam, way }: Halves, outlet: Outlet | null): void {
    const { axle, from, at, radius, near, away } = branch;
    const { origin, along } = axle.line;
    const middle = on(origin, along, seam);
    const end = on(middle, along, -way * LOOSE * radius);
    const hinge = this.#housing?.kind === 'hinge';
    const thick = outlet?.radius ?? (hinge ? 0.8 : TUBE) * (this.#radius || radius);
    const points = [
      outlet?.at ?? (near ? at : from),
      ...(outlet ? [from] : []),
      ...(near ? [] : [at]),
      end,
    ];
    this.#build.tube(
      points,
      [thick, TUBE * radius],
      Math.max(0.9 * away, 1.2 * (this.#radius || radius)),
    );
    this.#build.gap(middle, along, TUBE * radius);
    this.#build.band(middle, along, TUBE * radius);
  }

  #stillHalf(branch: ChildBranch, { way, still }: Halves, outlet: Outlet | null): void {
    const { axle, at, radius, near } = branch;
    const along = axle.line.along.clone().multiplyScalar(way);
    const past = near ? this.#crossing() : FULL * Math.min(1.15 * (this.#radius || radius), radius);
    stillHalf(this.#build, at, along, { past, still, radius });
    this.#way(branch, outlet);
  }

  /** How far the housing of a child extends over the own one where their axes meet. */
  #crossing(): number {
    if (this.#own < 0) return 0;
    return (this.#housing?.kind === 'hinge' ? 0.2 : 1.1) * this.#radius;
  }

  #barrel(branch: ChildBranch, { middle, ball }: Hinge, outlet: Outlet | null): void {
    const { axle, radius, child } = branch;
    const { origin, along } = axle.line;
    const centre = on(origin, along, middle);
    this.#barrelWay(branch, centre, outlet);
    if (ball === null) barrel(this.#build, centre, along, radius);
    else ballJoint(this.#build, centre, along, radius, ball === child);
  }

  #barrelWay(branch: ChildBranch, centre: Vector3, outlet: Outlet | null): void {
    const { from, near, radius } = branch;
    if (outlet) {
      const points = near ? [outlet.at, centre] : [outlet.at, from, centre];
      const bend = Math.max(0.9 * branch.away, 1.2 * this.#radius);
      this.#build.tube(points, [outlet.radius, Math.min(outlet.radius, 0.82 * radius)], bend);
    } else if (this.#own >= 0 && from.distanceTo(centre) > NO_WAY * radius)
      spanBetween(this.#build, from, centre, this.#radius, radius);
  }
}
