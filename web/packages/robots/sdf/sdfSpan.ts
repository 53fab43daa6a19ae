/** Finds a tree in the graph of links and joints, which may have loops and separate parts. */

export interface Connection {
  readonly parent: string;
  readonly child: string;
}

export interface Edge<T extends Connection> {
  readonly joint: T;
  /** Whether the tree goes from the child of the joint to its parent. */
  readonly reversed: boolean;
}

export interface Part<T extends Connection> {
  readonly root: string;
  /** In file order. */
  readonly links: readonly string[];
  readonly edges: readonly Edge<T>[];
  /** Joints that close a loop. */
  readonly closing: readonly T[];
}

/**
 * The connected parts, in file order. `preferred`: possible roots, best first; the first is always a
 * root of its part.
 */
export function spanningParts<T extends Connection>(
  links: readonly string[],
  joints: readonly T[],
  preferred: readonly string[],
): readonly Part<T>[] {
  const at = new Map<string, T[]>(links.map((link) => [link, []]));
  for (const joint of joints)
    for (const end of [joint.parent, joint.child]) at.get(end)?.push(joint);
  const done = new Set<string>();
  return links.flatMap((link) => {
    if (done.has(link)) return [];
    const members = memberLinks(link, at);
    for (const each of members) done.add(each);
    return [
      partOf(
        links.filter((each) => members.has(each)),
        at,
        preferred,
      ),
    ];
  });
}

function memberLinks<T extends Connection>(
  link: string,
  at: ReadonlyMap<string, T[]>,
): Set<string> {
  const members = new Set([link]);
  for (const each of members)
    for (const { parent, child } of at.get(each) ?? []) members.add(parent).add(child);
  return members;
}

function partOf<T extends Connection>(
  links: readonly string[],
  at: ReadonlyMap<string, readonly T[]>,
  preferred: readonly string[],
): Part<T> {
  const children = new Set(links.flatMap((link) => (at.get(link) ?? []).map(({ child }) => child)));
  const roots = links.filter((link) => !children.has(link));
  const wanted = preferred.find((link) => links.includes(link));
  const only = roots.length === 1 ? roots[0] : undefined;
  const root =
    (preferred[0] === wanted ? wanted : undefined) ?? only ?? wanted ?? roots[0] ?? links[0] ?? '';
  const reached = new Set([root]);
  const used = new Set<T>();
  const edges: Edge<T>[] = [];
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
      for (const joint of at.get(link) ?? []) if (joint.parent === link) take(joint, false);
    } else {
      const link = order[up++] as string;
      for (const joint of at.get(link) ?? []) if (joint.child === link) take(joint, true);
    }
  }
  const own = new Set(links.flatMap((link) => at.get(link) ?? []));
  return { root, links, edges, closing: [...own].filter((joint) => !used.has(joint)) };
}
