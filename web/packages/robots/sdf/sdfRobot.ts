/** Converts a model of an SDF file to a tree of links and joints. */
import {
  composed,
  didYouMean,
  type Frame,
  hypot,
  inverseFrame,
  ORIGIN,
  quote,
  rotated,
  type Vec3,
} from 'iklab/scenario';
import { FreshNames } from '../freshNames.ts';
import { placementOf } from '../placement.ts';
import type { Folder, Place, Robot, RobotJoint, RobotLink } from '../robot.ts';
import { elementTitle } from '../xml.ts';
import type { SdfFrames } from './sdfFrames.ts';
import { notFound } from './sdfIncludes.ts';
import { GEARBOX, type Piece, readPieces, rounded, typeOf } from './sdfJoint.ts';
import { bodyOf, findNode, type SdfNode, type SdfScope } from './sdfScope.ts';
import { type Connection, type Edge, type Part, spanningParts } from './sdfSpan.ts';
import type { SdfValues } from './sdfValues.ts';
import { readVisuals } from './sdfVisuals.ts';

const WORLD = 'world';
const MOST = 4000;
const LONGEST = 500;
const NEAR = 1e-12;

interface NamedJoint extends Connection {
  readonly node: SdfNode;
  readonly name: string;
  readonly at: Frame;
  readonly pieces: readonly Piece[];
}

export class SdfRobot {
  readonly #links: RobotLink[] = [];
  readonly #joints: RobotJoint[] = [];
  readonly #names = new Map<SdfNode, string>();
  readonly #byName = new Map<string, SdfNode>();
  readonly #fresh: FreshNames;
  /** Names of the pieces of joints with two axes, by joint and suffix. */
  readonly #pieces = new Map<SdfNode, Map<string, string>>();
  readonly #scope: SdfScope;
  readonly #frames: SdfFrames;
  readonly #values: SdfValues;
  readonly #folder: Folder;
  readonly #missing: readonly string[];

  /** `missing`: files that were included but not found. */
  constructor(
    scope: SdfScope,
    frames: SdfFrames,
    values: SdfValues,
    folder: Folder,
    missing: readonly string[],
  ) {
    this.#scope = scope;
    this.#frames = frames;
    this.#values = values;
    this.#folder = folder;
    this.#missing = missing;
    this.#nameAll(scope, '');
    this.#fresh = new FreshNames([...this.#names.values(), WORLD]);
  }

  read(name: string): Robot {
    const { notes } = this.#values;
    const robot = () => ({ name, links: this.#links, joints: this.#joints, up: 'z' as const });
    const all = [...this.#names.keys()];
    const links = all.filter(({ kind }) => kind === 'link');
    if (all.length > 3 * MOST || links.length > MOST) {
      const reason = `${links.length} links in ${all.length} named elements; the maximum is ${MOST} links`;
      notes.fault(
        this.#scope.node?.element ?? this.#scope.nodes[0]?.element ?? { file: '', line: 0 },
        '<model>',
        reason,
      );
      return robot();
    }
    const joints = all.flatMap((node) => (node.kind === 'joint' ? this.#joint(node) : []));
    const usesWorld = joints.some(({ parent }) => parent === WORLD);
    const names = links.map((link) => this.#names.get(link) as string);
    const canonical = bodyOf(this.#scope, '');
    const preferred = [
      WORLD,
      ...('kind' in Object(canonical) ? [this.#names.get(canonical as SdfNode) ?? ''] : []),
    ];
    const parts = spanningParts(usesWorld ? [WORLD, ...names] : names, joints, preferred);
    const moves = ({ edges }: Part<NamedJoint>) =>
      edges.some(({ joint }) => joint.pieces.some(({ type }) => type !== 'fixed'));
    const kept = parts.filter((part) => part.root === WORLD || moves(part));
    const { file, line } = this.#scope.node?.element ??
      (links[0]?.element as Place) ?? { file: '', line: 0 };
    this.#links.push({ name: WORLD, file, line, visuals: [], collisions: [] });
    this.#readLinks(links, new Set(kept.flatMap((part) => part.links)));
    for (const part of kept) this.#attach(part);
    if (this.#missing.length > 0 && !kept.some(moves))
      notes.fault(
        { file, line },
        titleOf(this.#scope.node),
        `must have a joint that moves${notFound(this.#missing)}`,
      );
    this.#tellLoose(parts.filter((part) => !kept.includes(part)));
    return robot();
  }

  /** Names links and joints; those of nested models have the prefix `model::`. */
  #nameAll(scope: SdfScope, prefix: string): void {
    for (const node of scope.nodes) {
      if (prefix.length + node.name.length > LONGEST) {
        const reason = `the name with those of the models around it has ${prefix.length + node.name.length} characters; the maximum is ${LONGEST}`;
        this.#values.notes.fault(node.element, `<${node.kind}>`, reason);
        return;
      }
      if (node.inner)
        this.#nameAll(node.inner, node.inner.merged ? prefix : `${prefix}${node.name}::`);
      else {
        const name = prefix + node.name;
        this.#names.set(node, name);
        if (node.kind === 'link' && !this.#byName.has(name)) this.#byName.set(name, node);
      }
    }
  }

  #readLinks(links: readonly SdfNode[], kept: ReadonlySet<string>): void {
    const { notes } = this.#values;
    for (const node of links) {
      const name = this.#names.get(node) as string;
      if (!kept.has(name)) continue;
      const { file, line } = node.element;
      const placed = (pose: SdfNode['pose']) => this.#frames.inLink(node, pose);
      const visuals = readVisuals(node, 'visual', placed, this.#folder, notes);
      const collisions = readVisuals(node, 'collision', placed, this.#folder, notes);
      this.#links.push({ name, file, line, visuals, collisions });
    }
  }

  #joint(node: SdfNode): NamedJoint[] {
    const { notes } = this.#values;
    const who = elementTitle(node.element);
    if (typeOf(node) === GEARBOX) {
      const reason =
        'a gearbox couples two joints, which is not supported; they move independently';
      notes.leftOut(node.element, who, reason, true);
      return [];
    }
    const parent = this.#end(node, 'parent');
    const child = this.#end(node, 'child');
    if (parent === null || child === null) return [];
    if (parent === child) {
      notes.fault(
        node.element,
        who,
        `parent and child are the same link, ${quote(parent)}; expected two links`,
      );
      return [];
    }
    const at = this.#frames.inWorld(node);
    const pieces = readPieces(node, at, this.#frames, this.#values);
    return pieces
      ? [{ node, name: this.#names.get(node) as string, parent, child, at, pieces }]
      : [];
  }

  /** The name of the link; null after reporting that there is none. */
  #end(joint: SdfNode, end: 'parent' | 'child'): string | null {
    const { notes } = this.#values;
    const element = joint.element.children.find(({ name }) => name === end);
    const wanted = (element?.text.trim() || element?.attributes.get('link')) ?? '';
    const who = `${elementTitle(joint.element)}, ${end}`;
    if (wanted === '') {
      notes.fault(
        element ?? joint.element,
        who,
        `must name a link${end === 'parent' ? ' or world' : ''}`,
      );
      return null;
    }
    const body = bodyOf(joint.scope, wanted);
    if (body === 'world') {
      if (end === 'parent') return WORLD;
      notes.fault(element ?? joint.element, who, 'must be a link, not the world');
      return null;
    }
    const name = 'kind' in body ? this.#names.get(body) : undefined;
    if (name !== undefined) return name;
    if (this.#missing.length > 0 && !findNode(joint.scope, wanted)) {
      const reason = `unknown link ${quote(wanted)}, probably of an included model that was not found; the joint is left out`;
      notes.leftOut(element ?? joint.element, who, reason, true);
      return null;
    }
    const why =
      'reason' in body && body.reason === 'cycle'
        ? 'frames that are attached to each other'
        : 'unknown link';
    const reason = () =>
      `${why} ${quote(wanted)}${didYouMean(wanted, [...joint.scope.byName.keys()])}`;
    notes.fault(element ?? joint.element, who, reason);
    return null;
  }

  /** Adds the joints of a part; a part that no joint attaches to the world floats. */
  #attach({ root, edges, closing }: Part<NamedJoint>): void {
    const { notes } = this.#values;
    if (root !== WORLD) {
      const node = this.#byName.get(root) as SdfNode;
      const type = this.#scope.isStatic ? 'fixed' : 'floating';
      const name = this.#fresh.take(`${type}_base`);
      this.#add(
        { type, axis: [0, 0, 1], limits: null, pitch: 0, baseOf: titleOf(node.scope.node) },
        name,
        node.element,
        [WORLD, root],
        this.#frames.inWorld(node),
      );
    }
    for (const edge of edges) this.#hang(edge);
    for (const { node, parent, child } of closing) {
      const reason = `closes a loop from ${quote(parent)} to ${quote(child)}, which is not supported; the loop stays open`;
      notes.leftOut(node.element, elementTitle(node.element), reason, true);
    }
  }

  #hang({ joint, reversed }: Edge<NamedJoint>): void {
    const { node, name, parent, child, at } = joint;
    const [from, to] = reversed ? [child, parent] : [parent, child];
    if (reversed && joint.pieces.some(({ type }) => type !== 'fixed')) {
      const reason = `leads from ${quote(parent)} to ${quote(child)}, which is nearer to the root; read the other way round`;
      this.#values.notes.changed(node.element, elementTitle(node.element), reason);
    }
    const pieces = reversed ? joint.pieces.toReversed().map(turnedRound) : joint.pieces;
    const before = composed(inverseFrame(this.#poseOf(from)), at);
    const after = composed(inverseFrame(at), this.#poseOf(to));
    const [only, ...more] = pieces as [Piece, ...Piece[]];
    const direct =
      more.length === 0 &&
      (only.type === 'fixed' ||
        only.type === 'prismatic' ||
        (only.type !== 'ball' && hypot(...after.at) < NEAR) ||
        isNone(after));
    if (direct) {
      const piece = { ...only, axis: axisIn(after, only.axis) };
      this.#add(
        piece,
        name,
        node.element,
        [from, to],
        composed(before, after),
        this.#leader(node, only),
      );
      return;
    }
    const last = isNone(after);
    let [link, frame] = [from, before];
    pieces.forEach((piece, i) => {
      const own = this.#pieceName(node, piece.suffix);
      // `_mount` is a suffix that is not guessed to be an effector.
      const next = last && i === pieces.length - 1 ? to : this.#fresh.take(`${own}_mount`);
      this.#add(piece, own, node.element, [link, next], frame, this.#leader(node, piece));
      const { file, line } = node.element;
      if (next !== to) this.#links.push({ name: next, file, line, visuals: [], collisions: [] });
      [link, frame] = [next, ORIGIN];
    });
    if (link !== to)
      this.#add(
        { ...only, type: 'fixed', limits: null, pitch: 0 },
        this.#fresh.take(`${name}_fixed`),
        node.element,
        [link, to],
        after,
      );
  }

  #add(
    joint: Pick<RobotJoint, 'type' | 'axis' | 'limits' | 'pitch' | 'baseOf'>,
    name: string,
    { file, line }: Place,
    [parent, child]: readonly [string, string],
    at: Frame,
    mimic: RobotJoint['mimic'] = null,
  ): void {
    const { type, axis, limits, pitch, baseOf } = joint;
    const place = { file, line, ...placementOf(at) };
    const base = baseOf === undefined ? {} : { baseOf };
    this.#joints.push({ name, type, parent, child, ...place, axis, limits, mimic, pitch, ...base });
  }

  #leader({ scope }: SdfNode, { mimic }: Piece): RobotJoint['mimic'] {
    if (!mimic) return null;
    const { joint, suffix, multiplier, offset } = mimic;
    const node = findNode(scope, joint);
    const leader = node && this.#names.has(node) ? this.#pieceName(node, suffix) : joint + suffix;
    return { joint: leader, multiplier, offset };
  }

  #pieceName(node: SdfNode, suffix: string): string {
    const joint = this.#names.get(node) as string;
    if (suffix === '') return joint;
    const names = this.#pieces.get(node) ?? new Map<string, string>();
    this.#pieces.set(node, names);
    const name = names.get(suffix) ?? this.#fresh.take(joint + suffix);
    names.set(suffix, name);
    return name;
  }

  #poseOf(link: string): Frame {
    const node = this.#byName.get(link);
    return node ? this.#frames.inWorld(node) : ORIGIN;
  }

  #tellLoose(parts: readonly Part<NamedJoint>[]): void {
    const links = parts.flatMap((part) => part.links);
    const [first] = links;
    if (first === undefined) return;
    const shown = links.slice(0, 6).map((link) => quote(link));
    const more = links.length > 6 ? ` and ${links.length - 6} more` : '';
    const reason = `no movable joint connects ${shown.join(', ')}${more} to the robot; left out`;
    const place = this.#byName.get(first)?.element ?? { file: '', line: 0 };
    this.#values.notes.leftOut(place, `link ${quote(first)}`, reason, true);
  }
}

const titleOf = (model: SdfNode | null): string => (model ? `model ${quote(model.name)}` : '<sdf>');

const turnedRound = (piece: Piece): Piece =>
  piece.type === 'ball'
    ? piece
    : { ...piece, axis: piece.axis.map((x) => 0 - x) as unknown as Vec3 };

const isNone = ({ at, turn }: Frame): boolean => hypot(...at) < NEAR && isUnturned({ at, turn });
const isUnturned = ({ turn }: Frame): boolean =>
  turn.every((row, i) => row.every((x, j) => Math.abs(x - (i === j ? 1 : 0)) < NEAR));

const axisIn = (frame: Frame, axis: Vec3): Vec3 =>
  isUnturned(frame)
    ? axis
    : (rotated(inverseFrame(frame).turn, axis).map(rounded) as unknown as Vec3);
