import { isRecord } from '@iklab/core/scenario/checks';
import { MeshFault } from '../triangles.ts';
import { type GltfNodes, type GltfRigJson, isAnimatedProperty, type RigNode } from './gltfNodes.ts';

export interface GltfBones {
  readonly bones: ReadonlySet<number>;
  /** Indices of the root nodes of skeletons; null if every bone without a parent bone is a root. */
  readonly roots: ReadonlySet<number> | null;
  /**
   * Node indices by their names in a humanoid map, such as `leftHand`; empty if there is no map.
   */
  readonly humanoid: ReadonlyMap<string, number>;
}

const LIMB_ENDS = ['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

export function findGltfBones(gltf: GltfRigJson, nodes: GltfNodes): GltfBones {
  const humanoid = readHumanoidMap(gltf);
  const skinned = (gltf.skins ?? []).flatMap(({ joints = [] }) => joints);
  checkNodes(nodes, skinned, 'a skin');
  checkNodes(nodes, [...humanoid.values()], 'the humanoid map');
  const hips = humanoid.get('hips');
  if (skinned.length > 0) {
    const bones = new Set([...skinned, ...humanoid.values()]);
    return { bones, humanoid, roots: hips === undefined ? null : new Set([hips]) };
  }
  const moved = findMovedNodes(gltf);
  const parts = new Set([...moved.keys(), ...humanoid.values()]);
  checkNodes(nodes, [...parts], 'an animation');
  const bones = findSkeleton(nodes, parts);
  return { bones, humanoid, roots: new Set(findRoots(nodes, bones, moved, hips)) };
}

export const findHumanoidLimbEnds = ({ humanoid }: GltfBones): ReadonlySet<number> =>
  new Set(LIMB_ENDS.flatMap((name) => humanoid.get(name) ?? []));

function checkNodes({ nodes }: GltfNodes, wanted: readonly number[], source: string): void {
  for (const node of wanted)
    if (!nodes[node])
      throw new MeshFault(`${source} references the node ${node}, which does not exist`);
}

/**
 * Reads the humanoid map of VRM 0.x, VRM 1.0 or a VRM animation, in which -1 stands for a missing
 * node.
 */
function readHumanoidMap({ extensions }: GltfRigJson): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!isRecord(extensions)) return found;
  for (const name of ['VRMC_vrm', 'VRM', 'VRMC_vrm_animation']) {
    const extension = extensions[name];
    const humanoid = isRecord(extension) ? extension.humanoid : null;
    const map = isRecord(humanoid) ? humanoid.humanBones : null;
    const entries: [unknown, unknown][] = Array.isArray(map)
      ? map.map((each) => [isRecord(each) ? each.bone : null, each])
      : Object.entries(isRecord(map) ? map : {});
    for (const [bone, each] of entries) {
      const node = isRecord(each) ? each.node : null;
      if (typeof bone === 'string' && typeof node === 'number' && node !== -1 && !found.has(bone))
        found.set(bone, node);
    }
  }
  return found;
}

function findMovedNodes({ animations = [] }: GltfRigJson): ReadonlyMap<number, boolean> {
  const moved = new Map<number, boolean>();
  for (const { channels = [] } of animations)
    for (const { target } of channels) {
      const { node, path } = target ?? {};
      if (node === undefined || !isAnimatedProperty(path)) continue;
      moved.set(node, moved.get(node) || path === 'translation');
    }
  return moved;
}

/**
 * Returns `parts`, their ancestors, and all nodes below that draw nothing: limbs that no animation
 * moves.
 */
function findSkeleton(nodes: GltfNodes, parts: ReadonlySet<number>): ReadonlySet<number> {
  const { above } = nodes;
  const bones = new Set<number>();
  for (const part of parts)
    for (
      let ancestor = part;
      ancestor >= 0 && !bones.has(ancestor);
      ancestor = above[ancestor] ?? -1
    )
      bones.add(ancestor);
  const order = nodes.order();
  const draws = new Set<number>();
  for (const node of order.toReversed())
    if (isDrawn(nodes.nodes[node]) || draws.has(node)) {
      draws.add(node);
      draws.add(above[node] ?? -1);
    }
  for (const node of order) if (bones.has(above[node] ?? -1) && !draws.has(node)) bones.add(node);
  return bones;
}

const isDrawn = ({ mesh, camera, extensions }: RigNode = {}): boolean =>
  mesh !== undefined ||
  camera !== undefined ||
  (isRecord(extensions) && 'KHR_lights_punctual' in extensions);

/**
 * Returns the root node of each skeleton: the hips, otherwise the first node that is translated or
 * has several child bones. If a bone only rotates, its parent bone is the root.
 */
function findRoots(
  { above }: GltfNodes,
  bones: ReadonlySet<number>,
  moved: ReadonlyMap<number, boolean>,
  hips: number | undefined,
): number[] {
  const below = new Map<number, number[]>();
  for (const bone of bones) {
    const siblings = below.get(above[bone] ?? -1) ?? [];
    siblings.push(bone);
    below.set(above[bone] ?? -1, siblings);
  }
  let topOfHips = hips ?? -1;
  while ((above[topOfHips] ?? -1) >= 0) topOfHips = above[topOfHips] as number;
  return (below.get(-1) ?? []).map((top) => {
    if (hips !== undefined && topOfHips === top) return hips;
    for (let current = top; ; ) {
      const [next, ...otherChildren] = below.get(current) ?? [];
      if (moved.get(current) || otherChildren.length > 0) return current;
      if (moved.has(current))
        return bones.has(above[current] ?? -1) ? (above[current] as number) : current;
      if (next === undefined) return top;
      current = next;
    }
  });
}
