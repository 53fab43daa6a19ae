import { countWord } from '@iklab/core/format';
import { listWords } from '@iklab/core/scenario/checks';
import type { Srdf, SrdfGroup } from './readSrdf.ts';
import type { Robot, RobotJoint } from './robot.ts';

interface ChainEnd {
  /** Name of the link; null if the robot lacks the joint that moves it. */
  readonly link: string | null;
  /** Name of the link, or of the joint that moves it if the robot lacks that joint. */
  readonly name: string;
  /**
   * True if the SRDF itself states the link as a tip or parent; false if it is the last of a group.
   */
  readonly isStated: boolean;
}

export class SrdfMatcher {
  readonly #links: ReadonlySet<string>;
  readonly #joints: ReadonlyMap<string, RobotJoint>;
  readonly #above: ReadonlyMap<string, RobotJoint>;
  readonly #movers = new Map<string, number>();

  constructor({ links, joints }: Robot) {
    this.#links = new Set(links.map(({ name }) => name));
    this.#joints = new Map(joints.map((joint) => [joint.name, joint]));
    this.#above = new Map(joints.map((joint) => [joint.child, joint]));
  }

  /**
   * Returns why an SRDF describes another robot; null if all links at its ends are in this robot.
   */
  findMismatch(srdf: Srdf): string | null {
    const ends = new Map(this.#findAllEnds(srdf).map((end) => [end.name, end]));
    const missingEnds = [...ends.values()].filter(
      ({ link }) => link === null || !this.#hasLink(link),
    );
    if (missingEnds.length === 0) return null;
    const [all, missingCount] = [ends.size, missingEnds.length];
    const kind = missingEnds.some(({ link }) => link === null) ? 'end joint' : 'end link';
    const which =
      all === 1
        ? `its only ${kind} is`
        : missingCount === all
          ? `${all === 2 ? 'both' : `all ${countWord(all)}`} of its ${kind}s are`
          : `${countWord(missingCount)} of its ${countWord(all)} ${kind}s ${missingCount === 1 ? 'is' : 'are'}`;
    return `${which} not in this robot: ${listWords(missingEnds.map(({ name }) => name))}`;
  }

  countNames({ groups, endEffectors, collisionPairs }: Srdf): { inRobot: number; unknown: number } {
    const links = new Set([
      ...groups.flatMap((each) => [...each.links, ...each.chains.flatMap((c) => [c.base, c.tip])]),
      ...endEffectors.map(({ parent }) => parent),
      ...collisionPairs,
    ]);
    const joints = new Set(groups.flatMap((each) => each.joints));
    const known =
      [...links].filter((link) => this.#hasLink(link)).length +
      [...joints].filter((joint) => this.#joints.has(joint)).length;
    return { inRobot: known, unknown: links.size + joints.size - known };
  }

  hasEffectors(srdf: Srdf): boolean {
    const ends = [
      ...srdf.endEffectors.map(({ parent }) => makeStatedEnd(parent)),
      ...this.#findGroupEnds(srdf),
    ];
    return this.#movedEndLinks(ends).length > 0;
  }

  /**
   * Returns the links on which the SRDF mounts end effectors, otherwise the ends of its groups.
   * Returns only links that a joint moves.
   */
  findEffectors(srdf: Srdf): string[] {
    const mounted = this.#movedEndLinks(
      srdf.endEffectors.map(({ parent }) => makeStatedEnd(parent)),
    );
    return mounted.length > 0 ? mounted : this.#findOutermost(this.#findGroupEnds(srdf));
  }

  #hasLink(link: string): boolean {
    return this.#links.has(link);
  }

  #movedEndLinks(ends: readonly ChainEnd[]): string[] {
    const links = new Set(ends.flatMap(({ link }) => link ?? []));
    return [...links].filter((link) => this.#hasLink(link) && this.#countMovers(link) > 0);
  }

  #findAllEnds(srdf: Srdf): ChainEnd[] {
    const ends = this.#findGroupEnds(srdf);
    const parents = srdf.endEffectors.map(({ parent }) => makeStatedEnd(parent));
    const named = [...parents, ...ends.filter(({ isStated }) => isStated)];
    return named.length > 0 ? named : ends;
  }

  #findGroupEnds({ groups, endEffectors, virtualJoints }: Srdf): ChainEnd[] {
    const effectorGroups = new Set(endEffectors.map(({ group }) => group));
    const otherGroups = groups.filter(({ name }) => !effectorGroups.has(name));
    return otherGroups.flatMap((group) => this.#findEnds(group, virtualJoints));
  }

  #findEnds({ chains, joints, links }: SrdfGroup, virtualJoints: readonly string[]): ChainEnd[] {
    if (chains.length > 0) return chains.map(({ tip }) => makeStatedEnd(tip));
    const name = joints.findLast((each) => !virtualJoints.includes(each));
    if (name !== undefined) {
      const link = this.#joints.get(name)?.child ?? null;
      return [{ link, name: link ?? name, isStated: false }];
    }
    return links.slice(-1).map((link) => ({ ...makeStatedEnd(link), isStated: false }));
  }

  /**
   * Reduces ends on one chain to one end; groups such as `torso`, `arm` and `arm_with_torso` share
   * joints. Of two ends, keeps the outer one if the SRDF states it, or if the inner one has less
   * than half of its joints. Otherwise keeps the inner end: a wrist, not a finger.
   */
  #findOutermost(ends: readonly ChainEnd[]): string[] {
    const tips = new Set(ends.filter(({ isStated }) => isStated).map(({ link }) => link));
    const links = new Set(this.#movedEndLinks(ends));
    const lost = new Set<string>();
    // From the root outwards, and only against ends that are left, so that one end always remains.
    const outwards = [...links].sort((a, b) => this.#countMovers(a) - this.#countMovers(b));
    for (const outer of outwards) {
      for (const inner of this.#getAncestors(outer).slice(1)) {
        if (lost.has(outer)) break;
        if (!links.has(inner) || lost.has(inner)) continue;
        const isShort = 2 * this.#countMovers(inner) < this.#countMovers(outer);
        lost.add(tips.has(outer) || isShort ? inner : outer);
      }
    }
    return [...links].filter((link) => !lost.has(link));
  }

  #getAncestors(link: string): string[] {
    const visited = new Set<string>();
    for (let current: string | undefined = link; current !== undefined && !visited.has(current); ) {
      visited.add(current);
      current = this.#above.get(current)?.parent;
    }
    return [...visited];
  }

  #countMovers(link: string): number {
    const cached = this.#movers.get(link);
    if (cached !== undefined) return cached;
    for (const each of this.#getAncestors(link).reverse()) {
      const joint = this.#above.get(each);
      const moves = joint && joint.type !== 'fixed' && joint.type !== 'floating';
      const above = this.#movers.get(joint?.parent ?? '') ?? 0;
      if (!this.#movers.has(each)) this.#movers.set(each, above + (moves ? 1 : 0));
    }
    return this.#movers.get(link) ?? 0;
  }
}

const makeStatedEnd = (link: string): ChainEnd => ({ link, name: link, isStated: true });
