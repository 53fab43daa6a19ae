/** The ways from a root down to the links below it: one walk over the tree, however long its chains. */
import type { LinkTree } from './linkTree.ts';
import type { RobotJoint } from './robot.ts';

/** What there is of joints between the root and a link. */
export interface LinkPath {
  /** In all. */
  readonly depth: number;
  /** Of those that `owns` counts. */
  readonly own: number;
}

export class LinkPaths {
  /** Links below the root and the root itself, a link after what carries it. */
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

  /** undefined: it does not hang on the root. */
  of(link: string): LinkPath | undefined {
    return this.#ways.get(link);
  }

  /** Of every link, how many of its own joints are on the way to `other` as well. */
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
