/** The links that an SRDF defines as effectors, if it describes this robot. */
import { countText } from 'iklab/format';
import { listed } from 'iklab/scenario';
import type { Robot, RobotJoint } from './robot.ts';
import type { Srdf, SrdfGroup } from './srdf.ts';

/** The end of a group, or where an end effector is mounted. */
interface End {
  /** Null if its joint is not in the robot. */
  readonly link: string | null;
  /** The name of the link, or of the missing joint. */
  readonly name: string;
  /** Whether the file names the link itself as an end. */
  readonly isStated: boolean;
}

/** Looks up the links and joints of a robot, for one or several SRDF files. */
export class SrdfMatcher {
  readonly #links: ReadonlySet<string>;
  readonly #joints: ReadonlyMap<string, RobotJoint>;
  readonly #above: ReadonlyMap<string, RobotJoint>;
  /** Numbers of joints that move a link, as far as known. */
  readonly #movers = new Map<string, number>();

  constructor({ links, joints }: Robot) {
    this.#links = new Set(links.map(({ name }) => name));
    this.#joints = new Map(joints.map((joint) => [joint.name, joint]));
    this.#above = new Map(joints.map((joint) => [joint.child, joint]));
  }

  /** Why the file describes another robot; null if all links at its ends are in this robot. */
  mismatch(srdf: Srdf): string | null {
    const ends = new Map(this.#allEnds(srdf).map((end) => [end.name, end]));
    const missing = [...ends.values()].filter(({ link }) => link === null || !this.#has(link));
    if (missing.length === 0) return null;
    const [all, few] = [ends.size, missing.length];
    const what = missing.some(({ link }) => link === null) ? 'end joint' : 'end link';
    const which =
      all === 1
        ? `its only ${what} is`
        : few === all
          ? `${all === 2 ? 'both' : `all ${countText(all)}`} of its ${what}s are`
          : `${countText(few)} of its ${countText(all)} ${what}s ${few === 1 ? 'is' : 'are'}`;
    return `${which} not in this robot: ${listed(missing.map(({ name }) => name))}`;
  }

  /** Numbers of links and joints that the file names: those in the robot, and the others. */
  counts({ groups, endEffectors, collisionPairs }: Srdf): { known: number; unknown: number } {
    const links = new Set([
      ...groups.flatMap((each) => [...each.links, ...each.chains.flatMap((c) => [c.base, c.tip])]),
      ...endEffectors.map(({ parent }) => parent),
      ...collisionPairs,
    ]);
    const joints = new Set(groups.flatMap((each) => each.joints));
    const known =
      [...links].filter((link) => this.#has(link)).length +
      [...joints].filter((joint) => this.#joints.has(joint)).length;
    return { known, unknown: links.size + joints.size - known };
  }

  /** Whether `effectors` returns any. */
  hasEffectors(srdf: Srdf): boolean {
    const ends = [
      ...srdf.endEffectors.map(({ parent }) => stated(parent)),
      ...this.#groupEnds(srdf),
    ];
    return this.#moved(ends).length > 0;
  }

  /**
   * The links that end effectors are mounted on; without such links, the ends of the groups. Only
   * links that a joint moves are returned.
   */
  effectors(srdf: Srdf): string[] {
    const mounted = this.#moved(srdf.endEffectors.map(({ parent }) => stated(parent)));
    return mounted.length > 0 ? mounted : this.#outermost(this.#groupEnds(srdf));
  }

  #has(link: string): boolean {
    return this.#links.has(link);
  }

  /** The links of ends that a joint moves, without repetitions. */
  #moved(ends: readonly End[]): string[] {
    const links = new Set(ends.flatMap(({ link }) => link ?? []));
    return [...links].filter((link) => this.#has(link) && this.#countMovers(link) > 0);
  }

  /** Parents of end effectors and tips of chains; without any, the ends of all groups. */
  #allEnds(srdf: Srdf): End[] {
    const ends = this.#groupEnds(srdf);
    const parents = srdf.endEffectors.map(({ parent }) => stated(parent));
    const named = [...parents, ...ends.filter(({ isStated }) => isStated)];
    return named.length > 0 ? named : ends;
  }

  /** Without groups of an end effector's own joints, such as fingers. */
  #groupEnds({ groups, endEffectors, virtualJoints }: Srdf): End[] {
    const hands = new Set(endEffectors.map(({ group }) => group));
    const own = groups.filter(({ name }) => !hands.has(name));
    return own.flatMap((group) => this.#endsOf(group, virtualJoints));
  }

  #endsOf({ chains, joints, links }: SrdfGroup, virtualJoints: readonly string[]): End[] {
    if (chains.length > 0) return chains.map(({ tip }) => stated(tip));
    const name = joints.findLast((each) => !virtualJoints.includes(each));
    if (name !== undefined) {
      const link = this.#joints.get(name)?.child ?? null;
      return [{ link, name: link ?? name, isStated: false }];
    }
    return links.slice(-1).map((link) => ({ ...stated(link), isStated: false }));
  }

  /**
   * Groups such as `torso`, `arm` and `arm_with_torso` share joints. Of two ends on one chain, only
   * one is an effector: the outer one if it is the tip of a chain or if the inner one has less than
   * half of its joints, otherwise the inner one (a wrist instead of a finger).
   */
  #outermost(ends: readonly End[]): string[] {
    const tips = new Set(ends.filter(({ isStated }) => isStated).map(({ link }) => link));
    const links = new Set(this.#moved(ends));
    const lost = new Set<string>();
    // From the root outwards, and only against ends that are left, so that one end always remains.
    const outwards = [...links].sort((a, b) => this.#countMovers(a) - this.#countMovers(b));
    for (const outer of outwards) {
      for (const inner of this.#upwards(outer).slice(1)) {
        if (lost.has(outer)) break;
        if (!links.has(inner) || lost.has(inner)) continue;
        const isShort = 2 * this.#countMovers(inner) < this.#countMovers(outer);
        lost.add(tips.has(outer) || isShort ? inner : outer);
      }
    }
    return [...links].filter((link) => !lost.has(link));
  }

  /** The link and its ancestors, as far as the joints form no cycle. */
  #upwards(link: string): string[] {
    const seen = new Set<string>();
    for (let at: string | undefined = link; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      at = this.#above.get(at)?.parent;
    }
    return [...seen];
  }

  #countMovers(link: string): number {
    const known = this.#movers.get(link);
    if (known !== undefined) return known;
    for (const each of this.#upwards(link).reverse()) {
      const joint = this.#above.get(each);
      const moves = joint && joint.type !== 'fixed' && joint.type !== 'floating';
      const above = this.#movers.get(joint?.parent ?? '') ?? 0;
      if (!this.#movers.has(each)) this.#movers.set(each, above + (moves ? 1 : 0));
    }
    return this.#movers.get(link) ?? 0;
  }
}

const stated = (link: string): End => ({ link, name: link, isStated: true });
