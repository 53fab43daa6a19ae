import { Vector3 } from 'three';
import { drawFingertip, drawLimbEnd } from './drawLimbEnd.ts';
import {
  drawBallJoint,
  drawFixedHousingHalf,
  drawHingeCylinder,
  drawHousingTube,
  drawRam,
  drawRamCollar,
  drawSleeve,
  HALF_HOUSING_GAP,
  type RamTravel,
} from './housingSolids.ts';
import type { HingeHousing, JointHousing, JointHousings, SplitHousing } from './jointHousings.ts';
import type { Linkage, LinkageAxle, LinkageEffector } from './linkage.ts';
import { type LinkBuilder, movePointAlong } from './linkBuilder.ts';
import { drawLinkCarrierBox, type LinkCarrierBox, makeCarrierBox } from './linkCarrierBox.ts';
import { commonNormalFeet, type LinkEndsOnAxes } from './linkEndsOnAxes.ts';
import { drawPlinth, type RobotGround } from './robotGround.ts';

export interface RobotDrawingPlan extends JointHousings {
  readonly linkage: Linkage;
  readonly feet: LinkEndsOnAxes;
  readonly ground: RobotGround;
}

/**
 * Next part after a link: a joint or effector at `position`. The link leaves its own axis at
 * `from`.
 */
interface Branch {
  readonly from: Vector3;
  readonly position: Vector3;
  readonly radius: number;
  readonly away: number;
  readonly near: boolean;
}

interface ChildBranch extends Branch {
  readonly child: number;
  readonly axle: LinkageAxle;
  readonly housing: JointHousing;
}

interface Outlet {
  readonly position: Vector3;
  readonly radius: number;
}

const TUBE = 0.86; // Radius of the tube of a roll, in radii.
const MIN_TUBE = 0.25; // Smaller distances get no tube, in radii.

const FULL = 0.98; // How far a half extends past a tube, relative to the smaller of both.

export class LinkDrawing {
  readonly #plan: RobotDrawingPlan;
  readonly #build: LinkBuilder;
  /** Index of the axle whose link is drawn; −1 for the fixed base. */
  readonly #axle: number;
  readonly #axis: Vector3;
  readonly #radius: number;
  readonly #housing: JointHousing | null;

  constructor(plan: RobotDrawingPlan, axle: number, build: LinkBuilder) {
    this.#plan = plan;
    this.#build = build;
    this.#axle = axle;
    this.#axis = plan.linkage.axles[axle]?.axis ?? plan.ground.up;
    this.#radius = plan.radii[axle] ?? 0;
    this.#housing = plan.housings[axle] ?? null;
  }

  /** Returns the box that carries the children of the link; null if the link has fewer than two. */
  draw(): LinkCarrierBox | null {
    const { linkage } = this.#plan;
    const index = this.#axle < 0 ? linkage.axles.length : this.#axle;
    const children = linkage.children[index] ?? [];
    const branches = children.map((child) => this.#makeBranch(child, children.length > 1));
    branches.sort((a, b) => Number(b.child === this.#next) - Number(a.child === this.#next));
    const tips = linkage.tipsByAxle[index] ?? [];
    const carrier = branches.length > 1 ? this.#drawCarrierBox(branches) : null;
    const first = branches[0] ?? (tips[0] && this.#makeTipBranch(tips[0])) ?? null;
    const outlet = this.#drawOwnHalf(first, branches.length > 0);
    branches.forEach((branch, i) => {
      this.#drawChild(branch, i === 0 ? outlet : null);
    });
    if (branches.length === 0 && this.#axle >= 0)
      tips.forEach((tip, i) => {
        this.#drawTip(tip, i === 0 ? outlet : null);
      });
    else
      for (const { position } of tips)
        this.#build.addBall(position, 0.4 * (this.#radius || (first?.radius ?? 0)), 'method');
    const housing = this.#housing;
    if (housing?.kind === 'telescope') drawRam(this.#build, this.#axis, this.#radius, this.#travel);
    if (housing?.kind === 'collar')
      drawRamCollar(this.#build, this.#axis.clone().multiplyScalar(housing.sign), this.#radius);
    return carrier;
  }

  get #next(): number {
    return this.#plan.feet.next[this.#axle] ?? -1;
  }

  get #leaves(): number {
    return this.#plan.feet.leaves[this.#axle] ?? 0;
  }

  get #travel(): RamTravel {
    const { range } = this.#plan.linkage.axles[this.#axle] as LinkageAxle;
    return { enters: this.#plan.feet.enters[this.#axle] as number, leaves: this.#leaves, range };
  }

  #pointOnAxis(coordinate: number): Vector3 {
    return this.#axis.clone().multiplyScalar(coordinate);
  }

  #makeBranch(child: number, several: boolean): ChildBranch {
    const { linkage, feet, radii, housings, ground } = this.#plan;
    const axle = linkage.axles[child] as LinkageAxle;
    const { origin, direction } = axle.line;
    const position = movePointAlong(origin, direction, feet.enters[child] as number);
    const radius = radii[child] as number;
    const housing = housings[child] as JointHousing;
    let from: Vector3;
    if (this.#axle >= 0) {
      const foot = this.#next === child ? null : commonNormalFeet(this.#axis, axle.line);
      from = this.#pointOnAxis(foot ? foot[0] : this.#leaves);
    } else
      from = several
        ? position
        : movePointAlong(position, ground.up, ground.height - position.dot(ground.up));
    return { child, axle, housing, ...this.#branchBetween(from, position, radius) };
  }

  #makeTipBranch({ position }: LinkageEffector): Branch {
    return this.#branchBetween(
      this.#pointOnAxis(position.dot(this.#axis)),
      position,
      0.8 * this.#radius,
    );
  }

  #branchBetween(from: Vector3, position: Vector3, radius: number): Branch {
    const away = from.distanceTo(position);
    return {
      from,
      position,
      radius,
      away,
      near: away < MIN_TUBE * Math.max(this.#radius, radius / 2),
    };
  }

  #drawCarrierBox(branches: readonly ChildBranch[]): LinkCarrierBox {
    const ownPoint = this.#axle < 0 ? new Vector3() : this.#pointOnAxis(this.#leaves);
    const radius = Math.max(...branches.map((branch) => branch.radius));
    const carrier = makeCarrierBox([...branches.map(({ position }) => position), ownPoint], radius);
    drawLinkCarrierBox(this.#build, carrier, this.#axle < 0 && branches.length > 3);
    return carrier;
  }

  /**
   * Draws the moving half of a housing. Returns where a tube to the next part begins; null for no
   * tube.
   */
  #drawOwnHalf(first: Branch | null, carries: boolean): Outlet | null {
    const housing = this.#housing;
    if (housing?.kind !== 'roll' && housing?.kind !== 'beside') return null;
    const radius = this.#radius;
    const start = this.#pointOnAxis(housing.seam + housing.sign * HALF_HOUSING_GAP * radius);
    if (housing.kind === 'roll') return { position: start, radius: TUBE * radius };
    if (!first) {
      this.#build.addRod(
        start,
        this.#pointOnAxis(this.#leaves),
        [radius, radius],
        [0.1 * radius, 0.16 * radius],
      );
      return null;
    }
    if (!carries && first.near) return null; // Drawn by drawEnd.
    const past = first.near
      ? this.#pastMeeting(first)
      : FULL * Math.min(radius, 1.25 * first.radius);
    const end = this.#pointOnAxis(this.#leaves + housing.sign * past);
    const fillet = first.near ? 0.5 : 0.16;
    this.#build.addRod(start, end, [radius, radius], [0.1 * radius, fillet * radius]);
    this.#build.addShadow(start, end, radius);
    if (!first.near) this.#build.addCap(end, end.clone().sub(start), radius);
    return null;
  }

  #pastMeeting(first: Branch): number {
    const { kind } = (first as Partial<ChildBranch>).housing ?? {};
    return kind === 'beside' || kind === 'roll' ? -0.1 * this.#radius : 0;
  }

  #drawTip(tip: LinkageEffector, outlet: Outlet | null): void {
    const { position } = tip;
    const radius = this.#radius;
    const housing = this.#housing;
    const branch = this.#makeTipBranch(tip);
    const halves = housing?.kind === 'beside' || housing?.kind === 'roll' ? housing : null;
    if (halves && branch.near) {
      const from = this.#pointOnAxis(halves.seam + halves.sign * HALF_HOUSING_GAP * radius);
      const flange =
        (halves.flange || Math.abs(position.dot(this.#axis) - halves.seam)) - halves.fixed;
      const grips = tip.oriented ? tip.frame : null;
      const tube = halves.kind === 'roll' ? TUBE * radius : radius;
      drawLimbEnd(this.#build, { from, tip: position, tube, radius, flange, grips });
      return;
    }
    if ((housing?.kind === 'telescope' || housing?.kind === 'collar') && branch.near) return;
    const path = outlet
      ? [outlet.position, branch.from, position]
      : [this.#pointOnAxis(this.#leaves), position];
    drawFingertip(this.#build, path, outlet?.radius ?? 0.74 * radius, radius);
  }

  #drawChild(branch: ChildBranch, outlet: Outlet | null): void {
    if (this.#axle < 0 && this.#drawBase(branch)) return;
    const { housing } = branch;
    if (housing.kind === 'hinge') this.#drawBarrel(branch, housing, outlet);
    else if (housing.kind === 'roll') this.#drawRoll(branch, housing, outlet);
    else if (housing.kind === 'beside') this.#drawFixedHalf(branch, housing, outlet);
    else if (housing.kind === 'telescope') {
      this.#drawTube(branch, outlet);
      drawSleeve(this.#build, branch.position, branch.axle.line.direction, branch.radius);
    }
  }

  /** Draws the base. Returns whether the base needs no tube or housing above it. */
  #drawBase({ child, axle, housing, radius, away }: ChildBranch): boolean {
    const { linkage, ground, feet } = this.#plan;
    if ((linkage.children[linkage.axles.length]?.length ?? 0) > 1) return false;
    const { origin, direction } = axle.line;
    const upright = Math.abs(direction.dot(ground.up)) > 0.5;
    const halves = housing.kind === 'beside' || housing.kind === 'roll' ? housing : null;
    if (!upright || !halves) {
      const top = upright
        ? movePointAlong(origin, direction, feet.enters[child] as number)
        : origin;
      if (upright || away > 0) drawPlinth(this.#build, ground, top, radius);
      return false;
    }
    drawPlinth(
      this.#build,
      ground,
      movePointAlong(origin, direction, halves.seam - halves.sign * HALF_HOUSING_GAP * radius),
      radius,
    );
    const seam = movePointAlong(origin, direction, halves.seam);
    if (halves.kind === 'roll') this.#build.addBand(seam, direction, TUBE * radius);
    this.#build.addGap(seam, direction, radius);
    return true;
  }

  #drawTube(
    { from, position, radius, near, away }: ChildBranch,
    outlet: Outlet | null,
    end = position,
  ): void {
    if (outlet) {
      const thick = Math.min(outlet.radius, 0.84 * radius);
      const bend = Math.max(0.9 * away, 1.2 * this.#radius);
      const path = near ? [outlet.position, end] : [outlet.position, from, end];
      this.#build.addTube(path, [outlet.radius, thick], bend);
    } else if (!near) drawHousingTube(this.#build, from, end, this.#radius || radius, radius);
  }

  #drawRoll(branch: ChildBranch, { seam, sign }: SplitHousing, outlet: Outlet | null): void {
    const { axle, from, position, radius, near, away } = branch;
    const { origin, direction } = axle.line;
    const middle = movePointAlong(origin, direction, seam);
    const end = movePointAlong(middle, direction, -sign * HALF_HOUSING_GAP * radius);
    const hinge = this.#housing?.kind === 'hinge';
    const thick = outlet?.radius ?? (hinge ? 0.8 : TUBE) * (this.#radius || radius);
    const points = [
      outlet?.position ?? (near ? position : from),
      ...(outlet ? [from] : []),
      ...(near ? [] : [position]),
      end,
    ];
    this.#build.addTube(
      points,
      [thick, TUBE * radius],
      Math.max(0.9 * away, 1.2 * (this.#radius || radius)),
    );
    this.#build.addGap(middle, direction, TUBE * radius);
    this.#build.addBand(middle, direction, TUBE * radius);
  }

  #drawFixedHalf(branch: ChildBranch, { sign, fixed }: SplitHousing, outlet: Outlet | null): void {
    const { axle, position, radius, near } = branch;
    const direction = axle.line.direction.clone().multiplyScalar(sign);
    const past = near
      ? this.#crossingDepth()
      : FULL * Math.min(1.15 * (this.#radius || radius), radius);
    drawFixedHousingHalf(this.#build, position, direction, { past, still: fixed, radius });
    this.#drawTube(branch, outlet);
  }

  #crossingDepth(): number {
    if (this.#axle < 0) return 0;
    return (this.#housing?.kind === 'hinge' ? 0.2 : 1.1) * this.#radius;
  }

  #drawBarrel(branch: ChildBranch, { middle, ball }: HingeHousing, outlet: Outlet | null): void {
    const { axle, radius, child } = branch;
    const { origin, direction } = axle.line;
    const centre = movePointAlong(origin, direction, middle);
    this.#drawBarrelTube(branch, centre, outlet);
    if (ball === null) drawHingeCylinder(this.#build, centre, direction, radius);
    else drawBallJoint(this.#build, centre, direction, radius, ball === child);
  }

  #drawBarrelTube(branch: ChildBranch, centre: Vector3, outlet: Outlet | null): void {
    const { from, near, radius } = branch;
    if (outlet) {
      const points = near ? [outlet.position, centre] : [outlet.position, from, centre];
      const bend = Math.max(0.9 * branch.away, 1.2 * this.#radius);
      this.#build.addTube(points, [outlet.radius, Math.min(outlet.radius, 0.82 * radius)], bend);
    } else if (this.#axle >= 0 && from.distanceTo(centre) > MIN_TUBE * radius)
      drawHousingTube(this.#build, from, centre, this.#radius, radius);
  }
}
