/** Resolves the poses of links, joints and frames that are given relative to each other. */
import { composed, didYouMean, type Frame, inverseFrame, ORIGIN, quote } from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import { elementTitle } from '../xml.ts';
import type { SdfPose } from './sdfPose.ts';
import { findNode, namesScope, type SdfNode, type SdfScope } from './sdfScope.ts';

/** What the pose of a node depends on: the nodes from its scope to the frame that it names. */
interface Needs {
  readonly base: readonly SdfNode[];
  readonly placement: readonly SdfNode[];
}

export class SdfFrames {
  readonly #notes: Notes;
  /** In the frame of the scope. */
  readonly #known = new Map<SdfNode, Frame>();
  readonly #needs = new Map<SdfNode, Needs>();
  readonly #scopes = new Map<SdfScope, Frame>();

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** The pose in the world, of the pose that the file describes. */
  inWorld(node: SdfNode): Frame {
    return composed(this.ofScope(node.scope), this.#inScope(node));
  }

  ofScope(scope: SdfScope): Frame {
    const known = this.#scopes.get(scope);
    if (known) return known;
    const frame = scope.node ? this.inWorld(scope.node) : ORIGIN;
    this.#scopes.set(scope, frame);
    return frame;
  }

  /** The frame that a name refers to, in the world; null if there is none. */
  named(scope: SdfScope, name: string): Frame | null {
    if (namesScope(scope, name)) return this.ofScope(scope);
    const node = findNode(scope, name);
    return node ? this.inWorld(node) : null;
  }

  /** A pose of an element in a link, in the frame of the link; null if its frame is unknown. */
  inLink(link: SdfNode, { frame, relativeTo }: SdfPose): Frame | null {
    if (relativeTo === '' || relativeTo === link.name) return frame;
    const base = this.named(link.scope, relativeTo);
    return base && composed(inverseFrame(this.inWorld(link)), composed(base, frame));
  }

  /** Iterative, because a file may chain thousands of frames. */
  #inScope(wanted: SdfNode): Frame {
    const stack = [wanted];
    const open = new Set<SdfNode>();
    for (let node = stack.at(-1); node; node = stack.at(-1)) {
      const { base, placement } = this.#needsOf(node);
      const due = this.#known.has(node)
        ? []
        : [...base, ...placement].filter((each) => !this.#known.has(each));
      const closing = due.find((each) => open.has(each) || each === node);
      if (due.length === 0 || closing) {
        if (closing) this.#tellCycle(node, closing);
        if (!this.#known.has(node)) this.#known.set(node, this.#frameOf(node, !!closing));
        open.delete(node);
        stack.pop();
        continue;
      }
      open.add(node);
      stack.push(...due);
    }
    return this.#known.get(wanted) as Frame;
  }

  #frameOf(node: SdfNode, broken: boolean): Frame {
    const { frame } = node.pose;
    if (broken) return frame;
    const { base, placement } = this.#needsOf(node);
    const placed =
      placement.length > 0 ? composed(frame, inverseFrame(this.#along(placement))) : frame;
    return base.length > 0 ? composed(this.#along(base), placed) : placed;
  }

  #along(path: readonly SdfNode[]): Frame {
    return path.reduce((frame, node) => composed(frame, this.#known.get(node) ?? ORIGIN), ORIGIN);
  }

  #needsOf(node: SdfNode): Needs {
    const known = this.#needs.get(node);
    if (known) return known;
    const { pose, base, scope, inner } = node;
    const needs = {
      base: this.#path(scope, pose.relativeTo || base, node, 'pose relative_to'),
      placement: inner ? this.#path(inner, inner.placement, node, 'placement_frame') : [],
    };
    this.#needs.set(node, needs);
    return needs;
  }

  #path(scope: SdfScope, name: string, node: SdfNode, what: string): readonly SdfNode[] {
    if (namesScope(scope, name)) return [];
    const found = findNode(scope, name);
    if (!found) {
      const reason = () =>
        `unknown frame ${quote(name)}${didYouMean(name, [...scope.byName.keys()])}`;
      this.#notes.fault(node.element, `${elementTitle(node.element)}, ${what}`, reason);
      return [];
    }
    const path = [found];
    for (let above = found.scope; above !== scope && above.node; above = above.node.scope)
      path.unshift(above.node);
    return path;
  }

  #tellCycle(node: SdfNode, other: SdfNode): void {
    const reason =
      node === other
        ? 'must not be given relative to itself'
        : `the poses of ${quote(node.name)} and ${quote(other.name)} are given relative to each other; one must be relative to another frame`;
    this.#notes.fault(node.element, `${elementTitle(node.element)}, pose`, reason);
  }
}
