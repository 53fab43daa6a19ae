import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  composeFrames,
  inverseFrame,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import type { ReaderNotes } from '../readerNotes.ts';
import { formatXmlElement } from '../readXml.ts';
import type { SdfPose } from './sdfPose.ts';
import { findSdfNode, isSdfScopeName, type SdfNode, type SdfScope } from './sdfScope.ts';

/** Nodes that a node's pose depends on. `base`: path to the frame that the pose names. */
interface FrameDependencies {
  readonly base: readonly SdfNode[];
  readonly placement: readonly SdfNode[];
}

export class SdfFrameResolver {
  readonly #notes: ReaderNotes;
  readonly #framesByNode = new Map<SdfNode, RigidFrame>();
  readonly #needs = new Map<SdfNode, FrameDependencies>();
  readonly #scopes = new Map<SdfScope, RigidFrame>();

  constructor(notes: ReaderNotes) {
    this.#notes = notes;
  }

  /** Returns the frame of a node in the world, in the pose that the file describes. */
  getWorldFrame(node: SdfNode): RigidFrame {
    return composeFrames(this.getScopeFrame(node.scope), this.#getScopedFrame(node));
  }

  getScopeFrame(scope: SdfScope): RigidFrame {
    const cached = this.#scopes.get(scope);
    if (cached) return cached;
    const frame = scope.node ? this.getWorldFrame(scope.node) : ORIGIN_FRAME;
    this.#scopes.set(scope, frame);
    return frame;
  }

  /**
   * Returns the frame that a name refers to in a scope, relative to the world; null if there is
   * none.
   */
  findFrame(scope: SdfScope, name: string): RigidFrame | null {
    if (isSdfScopeName(scope, name)) return this.getScopeFrame(scope);
    const node = findSdfNode(scope, name);
    return node ? this.getWorldFrame(node) : null;
  }

  /**
   * Converts the pose of an element to the frame of its link; null if the pose names an unknown
   * frame.
   */
  toLinkFrame(link: SdfNode, { frame, relativeTo }: SdfPose): RigidFrame | null {
    if (relativeTo === '' || relativeTo === link.name) return frame;
    const base = this.findFrame(link.scope, relativeTo);
    return (
      base && composeFrames(inverseFrame(this.getWorldFrame(link)), composeFrames(base, frame))
    );
  }

  /**
   * Returns the frame of a node relative to its scope; iterative, because a file may chain
   * thousands of frames.
   */
  #getScopedFrame(wanted: SdfNode): RigidFrame {
    const stack = [wanted];
    const open = new Set<SdfNode>();
    for (let node = stack.at(-1); node; node = stack.at(-1)) {
      const { base, placement } = this.#getDependencies(node);
      const pending = this.#framesByNode.has(node)
        ? []
        : [...base, ...placement].filter((each) => !this.#framesByNode.has(each));
      const closing = pending.find((each) => open.has(each) || each === node);
      if (pending.length === 0 || closing) {
        if (closing) this.#reportCycle(node, closing);
        if (!this.#framesByNode.has(node))
          this.#framesByNode.set(node, this.#computeFrame(node, !!closing));
        open.delete(node);
        stack.pop();
        continue;
      }
      open.add(node);
      stack.push(...pending);
    }
    return this.#framesByNode.get(wanted) as RigidFrame;
  }

  #computeFrame(node: SdfNode, broken: boolean): RigidFrame {
    const { frame } = node.pose;
    if (broken) return frame;
    const { base, placement } = this.#getDependencies(node);
    const scopedFrame =
      placement.length > 0
        ? composeFrames(frame, inverseFrame(this.#composePath(placement)))
        : frame;
    return base.length > 0 ? composeFrames(this.#composePath(base), scopedFrame) : scopedFrame;
  }

  #composePath(path: readonly SdfNode[]): RigidFrame {
    return path.reduce(
      (frame, node) => composeFrames(frame, this.#framesByNode.get(node) ?? ORIGIN_FRAME),
      ORIGIN_FRAME,
    );
  }

  #getDependencies(node: SdfNode): FrameDependencies {
    const cached = this.#needs.get(node);
    if (cached) return cached;
    const { pose, base, scope, inner } = node;
    const needs = {
      base: this.#findPath(scope, pose.relativeTo || base, node, 'pose relative_to'),
      placement: inner ? this.#findPath(inner, inner.placement, node, 'placement_frame') : [],
    };
    this.#needs.set(node, needs);
    return needs;
  }

  #findPath(scope: SdfScope, name: string, node: SdfNode, attribute: string): readonly SdfNode[] {
    if (isSdfScopeName(scope, name)) return [];
    const found = findSdfNode(scope, name);
    if (!found) {
      const reason = () =>
        `unknown frame ${quoteInOneLine(name)}${nearestWordSuggestion(name, [...scope.nodesByName.keys()])}`;
      this.#notes.addFault(node.element, `${formatXmlElement(node.element)}, ${attribute}`, reason);
      return [];
    }
    const path = [found];
    for (let above = found.scope; above !== scope && above.node; above = above.node.scope)
      path.unshift(above.node);
    return path;
  }

  #reportCycle(node: SdfNode, otherNode: SdfNode): void {
    const reason =
      node === otherNode
        ? 'must not be given relative to itself'
        : `the poses of ${quoteInOneLine(node.name)} and ${quoteInOneLine(otherNode.name)} are given relative to each other; one must be relative to another frame`;
    this.#notes.addFault(node.element, `${formatXmlElement(node.element)}, pose`, reason);
  }
}
