import type { Vec3 } from '@iklab/core/scenario';
import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  composeFrames,
  hypot,
  inverseFrame,
  ORIGIN_FRAME,
  type RigidFrame,
  rotateVector,
} from '@iklab/core/scenario/numbers';
import { toPlacement } from '../placement.ts';
import { formatXmlElement } from '../readXml.ts';
import type { Folder, Robot, RobotJoint, RobotLink, SourceLocation } from '../robot.ts';
import { UniqueNameGenerator } from '../uniqueNameGenerator.ts';
import {
  findSpanningTrees,
  type JointConnection,
  type SpanningTree,
  type SpanningTreeEdge,
} from './findSpanningTrees.ts';
import {
  GEARBOX_TYPE,
  readSdfAxisJoints,
  readSdfJointType,
  roundTo13Decimals,
  type SdfAxisJoint,
} from './readSdfAxisJoints.ts';
import { readSdfVisuals } from './readSdfVisuals.ts';
import type { SdfFrameResolver } from './sdfFrameResolver.ts';
import { formatMissingFiles } from './sdfIncludeReader.ts';
import { findSdfFrameLink, findSdfNode, type SdfNode, type SdfScope } from './sdfScope.ts';
import type { SdfValueReader } from './sdfValueReader.ts';

const WORLD = 'world';
const MAX_LINKS = 4000;
const MAX_NAME_LENGTH = 500;
const TINY = 1e-12;

interface NamedJoint extends JointConnection {
  readonly node: SdfNode;
  readonly name: string;
  readonly frame: RigidFrame;
  readonly pieces: readonly SdfAxisJoint[];
}

export class SdfRobotBuilder {
  readonly #links: RobotLink[] = [];
  readonly #joints: RobotJoint[] = [];
  readonly #names = new Map<SdfNode, string>();
  readonly #linksByName = new Map<string, SdfNode>();
  readonly #fresh: UniqueNameGenerator;
  readonly #pieces = new Map<SdfNode, Map<string, string>>();
  readonly #scope: SdfScope;
  readonly #frames: SdfFrameResolver;
  readonly #values: SdfValueReader;
  readonly #folder: Folder;
  readonly #missingFiles: readonly string[];

  /**
   * Creates a robot of the models in a scope. `missingFiles`: files that were included but not
   * found.
   */
  constructor(
    scope: SdfScope,
    frames: SdfFrameResolver,
    values: SdfValueReader,
    folder: Folder,
    missingFiles: readonly string[],
  ) {
    this.#scope = scope;
    this.#frames = frames;
    this.#values = values;
    this.#folder = folder;
    this.#missingFiles = missingFiles;
    this.#assignNames(scope, '');
    this.#fresh = new UniqueNameGenerator([...this.#names.values(), WORLD]);
  }

  read(name: string): Robot {
    const { notes } = this.#values;
    const robot = () => ({ name, links: this.#links, joints: this.#joints, up: 'z' as const });
    const all = [...this.#names.keys()];
    const links = all.filter(({ kind }) => kind === 'link');
    if (all.length > 3 * MAX_LINKS || links.length > MAX_LINKS) {
      const reason = `${links.length} links in ${all.length} named elements; the maximum is ${MAX_LINKS} links`;
      notes.addFault(
        this.#scope.node?.element ?? this.#scope.nodes[0]?.element ?? { file: '', line: 0 },
        '<model>',
        reason,
      );
      return robot();
    }
    const joints = all.flatMap((node) => (node.kind === 'joint' ? this.#readJoint(node) : []));
    const usesWorld = joints.some(({ parent }) => parent === WORLD);
    const names = links.map((link) => this.#names.get(link) as string);
    const canonical = findSdfFrameLink(this.#scope, '');
    const preferred = [
      WORLD,
      ...('kind' in Object(canonical) ? [this.#names.get(canonical as SdfNode) ?? ''] : []),
    ];
    const parts = findSpanningTrees(usesWorld ? [WORLD, ...names] : names, joints, preferred);
    const moves = ({ edges }: SpanningTree<NamedJoint>) =>
      edges.some(({ joint }) => joint.pieces.some(({ type }) => type !== 'fixed'));
    const keptParts = parts.filter((part) => part.root === WORLD || moves(part));
    const { file, line } = this.#scope.node?.element ??
      (links[0]?.element as SourceLocation) ?? { file: '', line: 0 };
    this.#links.push({ name: WORLD, file, line, visuals: [], collisions: [] });
    this.#readLinks(links, new Set(keptParts.flatMap((part) => part.links)));
    for (const part of keptParts) this.#addPart(part);
    if (this.#missingFiles.length > 0 && !keptParts.some(moves))
      notes.addFault(
        { file, line },
        modelTitle(this.#scope.node),
        `must have a joint that moves${formatMissingFiles(this.#missingFiles)}`,
      );
    this.#reportUnconnected(parts.filter((part) => !keptParts.includes(part)));
    return robot();
  }

  /**
   * Assigns names to the links and joints of the robot; those of nested models get the prefix
   * `model::`.
   */
  #assignNames(scope: SdfScope, prefix: string): void {
    for (const node of scope.nodes) {
      if (prefix.length + node.name.length > MAX_NAME_LENGTH) {
        const reason = `the name with those of the models around it has ${prefix.length + node.name.length} characters; the maximum is ${MAX_NAME_LENGTH}`;
        this.#values.notes.addFault(node.element, `<${node.kind}>`, reason);
        return;
      }
      if (node.inner)
        this.#assignNames(node.inner, node.inner.merged ? prefix : `${prefix}${node.name}::`);
      else {
        const name = prefix + node.name;
        this.#names.set(node, name);
        if (node.kind === 'link' && !this.#linksByName.has(name)) this.#linksByName.set(name, node);
      }
    }
  }

  #readLinks(links: readonly SdfNode[], keptLinks: ReadonlySet<string>): void {
    const { notes } = this.#values;
    for (const node of links) {
      const name = this.#names.get(node) as string;
      if (!keptLinks.has(name)) continue;
      const { file, line } = node.element;
      const toLinkFrame = (pose: SdfNode['pose']) => this.#frames.toLinkFrame(node, pose);
      const visuals = readSdfVisuals(node, 'visual', toLinkFrame, this.#folder, notes);
      const collisions = readSdfVisuals(node, 'collision', toLinkFrame, this.#folder, notes);
      this.#links.push({ name, file, line, visuals, collisions });
    }
  }

  #readJoint(node: SdfNode): NamedJoint[] {
    const { notes } = this.#values;
    const who = formatXmlElement(node.element);
    if (readSdfJointType(node) === GEARBOX_TYPE) {
      const reason =
        'a gearbox couples two joints, which is not supported; they move independently';
      notes.addLeftOut(node.element, who, reason, true);
      return [];
    }
    const parent = this.#readEnd(node, 'parent');
    const child = this.#readEnd(node, 'child');
    if (parent === null || child === null) return [];
    if (parent === child) {
      notes.addFault(
        node.element,
        who,
        `parent and child are the same link, ${quoteInOneLine(parent)}; expected two links`,
      );
      return [];
    }
    const frame = this.#frames.getWorldFrame(node);
    const pieces = readSdfAxisJoints(node, frame, this.#frames, this.#values);
    return pieces
      ? [{ node, name: this.#names.get(node) as string, parent, child, frame, pieces }]
      : [];
  }

  #readEnd(joint: SdfNode, end: 'parent' | 'child'): string | null {
    const { notes } = this.#values;
    const element = joint.element.children.find(({ name }) => name === end);
    const wanted = (element?.text.trim() || element?.attributes.get('link')) ?? '';
    const who = `${formatXmlElement(joint.element)}, ${end}`;
    if (wanted === '') {
      notes.addFault(
        element ?? joint.element,
        who,
        `must name a link${end === 'parent' ? ' or world' : ''}`,
      );
      return null;
    }
    const body = findSdfFrameLink(joint.scope, wanted);
    if (body === 'world') {
      if (end === 'parent') return WORLD;
      notes.addFault(element ?? joint.element, who, 'must be a link, not the world');
      return null;
    }
    const name = 'kind' in body ? this.#names.get(body) : undefined;
    if (name !== undefined) return name;
    if (this.#missingFiles.length > 0 && !findSdfNode(joint.scope, wanted)) {
      const reason = `unknown link ${quoteInOneLine(wanted)}, probably of an included model that was not found; the joint is left out`;
      notes.addLeftOut(element ?? joint.element, who, reason, true);
      return null;
    }
    const why =
      'reason' in body && body.reason === 'cycle'
        ? 'frames that are attached to each other'
        : 'unknown link';
    const reason = () =>
      `${why} ${quoteInOneLine(wanted)}${nearestWordSuggestion(wanted, [...joint.scope.nodesByName.keys()])}`;
    notes.addFault(element ?? joint.element, who, reason);
    return null;
  }

  /**
   * Adds the joints of a connected part of the model. A part that no joint attaches to the world
   * gets a floating base; in a static model, a fixed base.
   */
  #addPart({ root, edges, closing }: SpanningTree<NamedJoint>): void {
    const { notes } = this.#values;
    if (root !== WORLD) {
      const node = this.#linksByName.get(root) as SdfNode;
      const type = this.#scope.isStatic ? 'fixed' : 'floating';
      const name = this.#fresh.makeUnique(`${type}_base`);
      this.#addJoint(
        { type, axis: [0, 0, 1], limits: null, pitch: 0, baseOf: modelTitle(node.scope.node) },
        name,
        node.element,
        [WORLD, root],
        this.#frames.getWorldFrame(node),
      );
    }
    for (const edge of edges) this.#addEdge(edge);
    for (const { node, parent, child } of closing) {
      const reason = `closes a loop from ${quoteInOneLine(parent)} to ${quoteInOneLine(child)}, which is not supported; the loop stays open`;
      notes.addLeftOut(node.element, formatXmlElement(node.element), reason, true);
    }
  }

  #addEdge({ joint, reversed }: SpanningTreeEdge<NamedJoint>): void {
    const { node, name, parent, child, frame: jointFrame } = joint;
    const [from, to] = reversed ? [child, parent] : [parent, child];
    if (reversed && joint.pieces.some(({ type }) => type !== 'fixed')) {
      const reason = `leads from ${quoteInOneLine(parent)} to ${quoteInOneLine(child)}, which is nearer to the root; read the other way round`;
      this.#values.notes.addChanged(node.element, formatXmlElement(node.element), reason);
    }
    const pieces = reversed ? joint.pieces.toReversed().map(reverseAxis) : joint.pieces;
    const before = composeFrames(inverseFrame(this.#getWorldFrame(from)), jointFrame);
    const after = composeFrames(inverseFrame(jointFrame), this.#getWorldFrame(to));
    const [only, ...more] = pieces as [SdfAxisJoint, ...SdfAxisJoint[]];
    const direct =
      more.length === 0 &&
      (only.type === 'fixed' ||
        only.type === 'prismatic' ||
        (only.type !== 'ball' && hypot(...after.position) < TINY) ||
        isIdentity(after));
    if (direct) {
      const piece = { ...only, axis: transformAxis(after, only.axis) };
      this.#addJoint(
        piece,
        name,
        node.element,
        [from, to],
        composeFrames(before, after),
        this.#makeMimic(node, only),
      );
      return;
    }
    const last = isIdentity(after);
    let [link, frame] = [from, before];
    pieces.forEach((piece, i) => {
      const axisName = this.#pieceName(node, piece.suffix);
      // `_mount` is a suffix that is not guessed to be an effector.
      const next =
        last && i === pieces.length - 1 ? to : this.#fresh.makeUnique(`${axisName}_mount`);
      this.#addJoint(
        piece,
        axisName,
        node.element,
        [link, next],
        frame,
        this.#makeMimic(node, piece),
      );
      const { file, line } = node.element;
      if (next !== to) this.#links.push({ name: next, file, line, visuals: [], collisions: [] });
      [link, frame] = [next, ORIGIN_FRAME];
    });
    if (link !== to)
      this.#addJoint(
        { ...only, type: 'fixed', limits: null, pitch: 0 },
        this.#fresh.makeUnique(`${name}_fixed`),
        node.element,
        [link, to],
        after,
      );
  }

  #addJoint(
    joint: Pick<RobotJoint, 'type' | 'axis' | 'limits' | 'pitch' | 'baseOf'>,
    name: string,
    { file, line }: SourceLocation,
    [parent, child]: readonly [string, string],
    frame: RigidFrame,
    mimic: RobotJoint['mimic'] = null,
  ): void {
    const { type, axis, limits, pitch, baseOf } = joint;
    const placement = { file, line, ...toPlacement(frame) };
    const base = baseOf === undefined ? {} : { baseOf };
    this.#joints.push({
      name,
      type,
      parent,
      child,
      ...placement,
      axis,
      limits,
      mimic,
      pitch,
      ...base,
    });
  }

  #makeMimic({ scope }: SdfNode, { mimic }: SdfAxisJoint): RobotJoint['mimic'] {
    if (!mimic) return null;
    const { joint, suffix, multiplier, offset } = mimic;
    const node = findSdfNode(scope, joint);
    const leader = node && this.#names.has(node) ? this.#pieceName(node, suffix) : joint + suffix;
    return { joint: leader, multiplier, offset };
  }

  #pieceName(node: SdfNode, suffix: string): string {
    const joint = this.#names.get(node) as string;
    if (suffix === '') return joint;
    const names = this.#pieces.get(node) ?? new Map<string, string>();
    this.#pieces.set(node, names);
    const name = names.get(suffix) ?? this.#fresh.makeUnique(joint + suffix);
    names.set(suffix, name);
    return name;
  }

  #getWorldFrame(link: string): RigidFrame {
    const node = this.#linksByName.get(link);
    return node ? this.#frames.getWorldFrame(node) : ORIGIN_FRAME;
  }

  #reportUnconnected(parts: readonly SpanningTree<NamedJoint>[]): void {
    const links = parts.flatMap((part) => part.links);
    const [first] = links;
    if (first === undefined) return;
    const firstNames = links.slice(0, 6).map((link) => quoteInOneLine(link));
    const more = links.length > 6 ? ` and ${links.length - 6} more` : '';
    const reason = `no movable joint connects ${firstNames.join(', ')}${more} to the robot; left out`;
    const location = this.#linksByName.get(first)?.element ?? { file: '', line: 0 };
    this.#values.notes.addLeftOut(location, `link ${quoteInOneLine(first)}`, reason, true);
  }
}

const modelTitle = (model: SdfNode | null): string =>
  model ? `model ${quoteInOneLine(model.name)}` : '<sdf>';

const reverseAxis = (piece: SdfAxisJoint): SdfAxisJoint =>
  piece.type === 'ball'
    ? piece
    : { ...piece, axis: piece.axis.map((x) => 0 - x) as unknown as Vec3 };

const isIdentity = ({ position, rotation }: RigidFrame): boolean =>
  hypot(...position) < TINY && hasNoRotation({ position, rotation });
const hasNoRotation = ({ rotation }: RigidFrame): boolean =>
  rotation.every((row, i) => row.every((x, j) => Math.abs(x - (i === j ? 1 : 0)) < TINY));

const transformAxis = (frame: RigidFrame, axis: Vec3): Vec3 =>
  hasNoRotation(frame)
    ? axis
    : (rotateVector(inverseFrame(frame).rotation, axis).map(roundTo13Decimals) as unknown as Vec3);
