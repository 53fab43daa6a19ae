import type { LinkTree } from './linkTree.ts';
import type { RobotJoint } from './robot.ts';

export interface LinkPath {
  readonly depth: number;
  readonly independentJoints: number;
}

export class RootLinkPaths {
  /** Names of the root link and its descendants, parents first. */
  readonly links: readonly string[];
  readonly #tree: LinkTree;
  readonly #paths = new Map<string, LinkPath>();

  constructor(tree: LinkTree, root: string, owns: (joint: RobotJoint) => boolean) {
    this.#tree = tree;
    const links = [root];
    this.#paths.set(root, { depth: 0, independentJoints: 0 });
    for (const link of links) {
      const { depth, independentJoints: own } = this.#paths.get(link) as LinkPath;
      for (const joint of tree.below.get(link) ?? []) {
        this.#paths.set(joint.child, {
          depth: depth + 1,
          independentJoints: own + Number(owns(joint)),
        });
        links.push(joint.child);
      }
    }
    this.links = links;
  }

  /** Returns undefined for a link that is neither the root nor below the root. */
  get(link: string): LinkPath | undefined {
    return this.#paths.get(link);
  }

  /** Per link, counts the independent joints that also move `otherLink`. */
  countShared(otherLink: string): ReadonlyMap<string, number> {
    const on = new Set<string>();
    for (
      let current: string | undefined = otherLink;
      current !== undefined && this.#paths.has(current);
    ) {
      on.add(current);
      current = this.#tree.above.get(current)?.parent;
    }
    const shared = new Map<string, number>();
    for (const link of this.links) {
      const parent = this.#tree.above.get(link)?.parent ?? link;
      shared.set(
        link,
        on.has(link) ? (this.get(link)?.independentJoints ?? 0) : (shared.get(parent) ?? 0),
      );
    }
    return shared;
  }
}
