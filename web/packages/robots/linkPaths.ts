/** The paths from a root to its descendants, from one iterative walk over the tree. */
import type { LinkTree } from './linkTree.ts';
import type { RobotJoint } from './robot.ts';

/** The joints between the root and a link. */
export interface LinkPath {
  /** Number of all joints. */
  readonly depth: number;
  /** Number of joints that `owns` counts. */
  readonly own: number;
}

export class LinkPaths {
  /** The root and its descendants, parents first. */
  readonly links: readonly string[];
  readonly #tree: LinkTree;
  readonly #ways = new Map<string, LinkPath>();

  constructor(tree: LinkTree, root: string, owns: (joint: RobotJoint) => boolean) {
    this.#tree = tree;
    const links = [root];
    this.#ways.set(root, { depth: 0, own: 0 });
    for (const link of links) {
      const { depth, own } = this.#ways.get(link) as LinkPath;
      for (const joint of tree.below.get(link) ?? []) {
        this.#ways.set(joint.child, { depth: depth + 1, own: own + Number(owns(joint)) });
        links.push(joint.child);
      }
    }
    this.links = links;
  }

  /** Undefined if the link is not a descendant of the root. */
  of(link: string): LinkPath | undefined {
    return this.#ways.get(link);
  }

  /** Returns, for every link, how many of its own joints are also on the path to `other`. */
  sharedWith(other: string): ReadonlyMap<string, number> {
    const on = new Set<string>();
    for (let at: string | undefined = other; at !== undefined && this.#ways.has(at); ) {
      on.add(at);
      at = this.#tree.above.get(at)?.parent;
    }
    const shared = new Map<string, number>();
    for (const link of this.links) {
      const parent = this.#tree.above.get(link)?.parent ?? link;
      shared.set(link, on.has(link) ? (this.of(link)?.own ?? 0) : (shared.get(parent) ?? 0));
    }
    return shared;
  }
}
