import type { XmlElement } from '../readXml.ts';
import type { SdfPose } from './sdfPose.ts';

export type SdfNodeKind = 'link' | 'joint' | 'frame' | 'model';

/** Anything in an SDF file that has a name and a frame: a link, joint, frame or model. */
export interface SdfNode {
  readonly kind: SdfNodeKind;
  readonly name: string;
  readonly element: XmlElement;
  readonly scope: SdfScope;
  readonly pose: SdfPose;
  /** Name of the default frame of the node's pose; '' for the frame of the node's scope. */
  readonly base: string;
  /** Contents of a model; null for nodes that are no models. */
  readonly inner: SdfScope | null;
}

/** The contents of a model or world. Names are unique inside and hidden outside. */
export interface SdfScope {
  /** SDF version of the file as a number: 107 for version 1.7. */
  readonly version: number;
  /** The model with this scope; null for the world. */
  readonly node: SdfNode | null;
  readonly nodes: SdfNode[];
  /** Nodes of the scope, and of models merged into it, by name. */
  readonly nodesByName: Map<string, SdfNode>;
  /** Name of the link whose motion the frame of the model follows; '' for the first link. */
  readonly canonical: string;
  /**
   * Name of the model's frame to which the model's pose applies (`placement_frame`); '' for the
   * model frame.
   */
  readonly placement: string;
  readonly isStatic: boolean;
  /** True if the names in this scope are also visible in the scope above. */
  readonly merged: boolean;
}

const MAX_NAME_LENGTH = 500;

export function findSdfNode(scope: SdfScope, name: string): SdfNode | undefined {
  const direct = scope.nodesByName.get(name);
  if (direct || name.length > MAX_NAME_LENGTH) return direct;
  for (
    let separator = name.indexOf('::');
    separator >= 0;
    separator = name.indexOf('::', separator + 2)
  ) {
    const inner = scope.nodesByName.get(name.slice(0, separator))?.inner;
    const found = inner && findSdfNode(inner, name.slice(separator + 2));
    if (found) return found;
  }
  return undefined;
}

export const isSdfScopeName = (scope: SdfScope, name: string): boolean =>
  name === '' || name === '__model__' || (scope.node === null && name === 'world');

/** Returns the link (or `world`) to which a named frame is fixed, or why there is none. */
export function findSdfFrameLink(
  scope: SdfScope,
  name: string,
): SdfNode | 'world' | { reason: 'unknown' | 'cycle' } {
  const visited = new Set<SdfNode | SdfScope>();
  let [current, wanted] = [scope, name];
  for (;;) {
    if (wanted === 'world' && !current.nodesByName.has('world')) return 'world';
    const node = isSdfScopeName(current, wanted) ? null : findSdfNode(current, wanted);
    if (node === undefined) return { reason: 'unknown' };
    const visitedItem = node ?? current;
    if (visited.has(visitedItem)) return { reason: 'cycle' };
    visited.add(visitedItem);
    if (node?.kind === 'link') return node;
    if (node?.kind === 'joint' || node?.kind === 'frame') {
      [current, wanted] = [node.scope, node.kind === 'joint' ? node.base : attachedFrame(node)];
      continue;
    }
    const inside: SdfScope = node?.inner ?? current;
    if (inside.node === null) return 'world';
    if (inside.canonical !== '') [current, wanted] = [inside, inside.canonical];
    else {
      const first = findFirstBody(inside);
      if (!first) return { reason: 'unknown' };
      if (first.kind === 'link') return first;
      [current, wanted] = [first.inner as SdfScope, ''];
    }
  }
}

const attachedFrame = ({ element }: SdfNode): string => element.attributes.get('attached_to') ?? '';

function findFirstBody(scope: SdfScope): SdfNode | undefined {
  const all = [...scope.nodesByName.values()];
  return all.find(({ kind }) => kind === 'link') ?? all.find(({ kind }) => kind === 'model');
}
