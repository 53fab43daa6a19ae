export interface JointConnection {
  readonly parent: string;
  readonly child: string;
}

export interface SpanningTreeEdge<T extends JointConnection> {
  readonly joint: T;
  /** True if the edge leads from the joint's child to its parent. */
  readonly reversed: boolean;
}

export interface SpanningTree<T extends JointConnection> {
  readonly root: string;
  /** Names of the links of the part, in file order. */
  readonly links: readonly string[];
  readonly edges: readonly SpanningTreeEdge<T>[];
  /** Joints that would close a loop, and so are not part of the tree. */
  readonly closing: readonly T[];
}

/**
 * Returns a spanning tree for each connected part of the graph, in file order. `preferred`: links
 * to use as roots, best first; the first is always a root.
 */
export function findSpanningTrees<T extends JointConnection>(
  links: readonly string[],
  joints: readonly T[],
  preferred: readonly string[],
): readonly SpanningTree<T>[] {
  const jointsByLink = new Map<string, T[]>(links.map((link) => [link, []]));
  for (const joint of joints)
    for (const end of [joint.parent, joint.child]) jointsByLink.get(end)?.push(joint);
  const assigned = new Set<string>();
  return links.flatMap((link) => {
    if (assigned.has(link)) return [];
    const members = findConnected(link, jointsByLink);
    for (const each of members) assigned.add(each);
    return [
      makePart(
        links.filter((each) => members.has(each)),
        jointsByLink,
        preferred,
      ),
    ];
  });
}

function findConnected<T extends JointConnection>(
  link: string,
  jointsByLink: ReadonlyMap<string, T[]>,
): Set<string> {
  const members = new Set([link]);
  for (const each of members)
    for (const { parent, child } of jointsByLink.get(each) ?? []) members.add(parent).add(child);
  return members;
}

function makePart<T extends JointConnection>(
  links: readonly string[],
  jointsByLink: ReadonlyMap<string, readonly T[]>,
  preferred: readonly string[],
): SpanningTree<T> {
  const children = new Set(
    links.flatMap((link) => (jointsByLink.get(link) ?? []).map(({ child }) => child)),
  );
  const roots = links.filter((link) => !children.has(link));
  const wanted = preferred.find((link) => links.includes(link));
  const only = roots.length === 1 ? roots[0] : undefined;
  const root =
    (preferred[0] === wanted ? wanted : undefined) ?? only ?? wanted ?? roots[0] ?? links[0] ?? '';
  const reached = new Set([root]);
  const used = new Set<T>();
  const edges: SpanningTreeEdge<T>[] = [];
  const order = [root];
  const take = (joint: T, reversed: boolean) => {
    const next = reversed ? joint.parent : joint.child;
    if (reached.has(next)) return;
    reached.add(next);
    used.add(joint);
    edges.push({ joint, reversed });
    order.push(next);
  };
  // Joints that lead away from the root first, then the first that leads towards it.
  for (let [down, up] = [0, 0]; down < order.length || up < order.length; ) {
    if (down < order.length) {
      const link = order[down++] as string;
      for (const joint of jointsByLink.get(link) ?? [])
        if (joint.parent === link) take(joint, false);
    } else {
      const link = order[up++] as string;
      for (const joint of jointsByLink.get(link) ?? []) if (joint.child === link) take(joint, true);
    }
  }
  const partJoints = new Set(links.flatMap((link) => jointsByLink.get(link) ?? []));
  return { root, links, edges, closing: [...partJoints].filter((joint) => !used.has(joint)) };
}
