import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from '../readerNotes.ts';
import { formatXmlElement, type XmlElement } from '../readXml.ts';
import { parseSdfVersion, type SdfIncludeReader } from './sdfIncludeReader.ts';
import { readSdfPose, type SdfPose } from './sdfPose.ts';
import type { SdfNode, SdfNodeKind, SdfScope } from './sdfScope.ts';
import {
  findChildElement,
  getChildText,
  isSdfTrue,
  type SdfValueReader,
} from './sdfValueReader.ts';

const NEWEST_VERSION = 112;
const MAX_DEPTH = 50;
const IGNORED_ELEMENTS = new Set(
  'pose static self_collide allow_auto_disable enable_wind'
    .split(' ')
    .concat(
      'scene physics light gui gravity magnetic_field atmosphere audio wind spherical_coordinates'.split(
        ' ',
      ),
    ),
);

interface IncludeOverride {
  readonly element: XmlElement;
  readonly pose: SdfPose | null;
}

export class SdfModelReader {
  readonly #notes: ReaderNotes;
  readonly #values: SdfValueReader;
  readonly #includes: SdfIncludeReader;
  readonly #versions = new Map<XmlElement, number>();
  #depth = 0;

  constructor(values: SdfValueReader, includes: SdfIncludeReader) {
    this.#notes = values.notes;
    this.#values = values;
    this.#includes = includes;
  }

  readWorld(root: XmlElement): SdfScope {
    const version = this.#getVersion(root);
    const scope = makeScope(null, root, version, false);
    const worlds = root.children.filter(({ name }) => name === 'world');
    for (const world of worlds.slice(1)) {
      const reason = `only the first world of a file is read; it is ${quoteInOneLine(worlds[0]?.attributes.get('name') ?? '')}`;
      this.#notes.addLeftOut(world, formatXmlElement(world), reason, true);
    }
    for (const part of [root, ...worlds.slice(0, 1)]) this.#readContents(scope, part);
    return scope;
  }

  #getVersion(root: XmlElement): number {
    const version = this.#versions.get(root) ?? versionOf(root, this.#notes);
    this.#versions.set(root, version);
    return version;
  }

  #readContents(scope: SdfScope, element: XmlElement): void {
    const otherElements = new Map<string, XmlElement>();
    for (const child of element.children) {
      if (child.name === 'link' || child.name === 'joint' || child.name === 'frame')
        this.#addElement(scope, child, child.name);
      else if (child.name === 'model') this.#addModel(scope, child, scope.version, null, false);
      else if (child.name === 'include') this.#addIncluded(scope, child);
      else if (child.name !== 'world' && !IGNORED_ELEMENTS.has(child.name))
        otherElements.set(child.name, otherElements.get(child.name) ?? child);
    }
    for (const [name, first] of otherElements) this.#reportOther(first, name, element);
  }

  #reportOther(element: XmlElement, name: string, parent: XmlElement): void {
    const follows = parent.children.find(
      (child) => child.name === 'plugin' && /mimic/i.test([...child.attributes.values()].join(' ')),
    );
    if (name === 'plugin' && follows) {
      const reason =
        'a plugin that makes a joint follow another is not read; its joint moves independently';
      this.#notes.addLeftOut(follows, formatXmlElement(follows), reason, true);
    } else this.#notes.addLeftOut(element, `<${name}>`, 'not part of the kinematics');
  }

  #addElement(scope: SdfScope, element: XmlElement, kind: SdfNodeKind): void {
    const name = element.attributes.get('name');
    if (!name) {
      this.#notes.addFault(element, `<${kind}>`, 'must have a name');
      return;
    }
    const pose = readSdfPose(element, scope.version, formatXmlElement(element), this.#values);
    const base =
      kind === 'joint'
        ? getChildText(element, 'child')
        : kind === 'frame'
          ? (element.attributes.get('attached_to') ?? '')
          : '';
    this.#addNode({ kind, name, element, scope, pose, base, inner: null });
  }

  /** Adds a node to its scope, and the node's name to all scopes into which the scope is merged. */
  #addNode(node: SdfNode): void {
    const { scope, name } = node;
    scope.nodes.push(node);
    for (
      let target: SdfScope | undefined = scope;
      target;
      target = target.merged ? target.node?.scope : undefined
    ) {
      const existing = target.nodesByName.get(name);
      // Before 1.7, a link and a joint may share a name, which then refers to the link.
      if (!existing || (scope.version < 107 && node.kind === 'link' && existing.kind === 'joint'))
        target.nodesByName.set(name, node);
    }
  }

  #addModel(
    scope: SdfScope,
    element: XmlElement,
    version: number,
    override: IncludeOverride | null,
    merged: boolean,
  ): void {
    const name =
      (override && getChildText(override.element, 'name')) || element.attributes.get('name');
    if (!name) {
      this.#notes.addFault(element, '<model>', 'must have a name');
      return;
    }
    if (this.#depth >= MAX_DEPTH) {
      this.#notes.addFault(
        element,
        formatXmlElement(element),
        `more than ${MAX_DEPTH} levels of nested models`,
      );
      return;
    }
    const who = `model ${quoteInOneLine(name)}`;
    const pose = override?.pose ?? readSdfPose(element, version, who, this.#values);
    const node = { kind: 'model' as const, name, element, scope, pose, base: '' };
    const made: { inner: SdfScope | null } & Omit<SdfNode, 'inner'> = { ...node, inner: null };
    const inner = makeScope(made, element, version, merged, override?.element);
    made.inner = inner;
    if (merged) scope.nodes.push(made);
    else this.#addNode(made);
    this.#depth++;
    this.#readContents(inner, element);
    this.#depth--;
  }

  #addIncluded(scope: SdfScope, element: XmlElement): void {
    const who = `<include> ${quoteInOneLine(getChildText(element, 'uri'))}`;
    const params = findChildElement(element, 'experimental:params');
    if (params)
      this.#notes.addLeftOut(
        params,
        `${who}, <${params.name}>`,
        'changes to an included model are not read',
        true,
      );
    const pose = findChildElement(element, 'pose')
      ? readSdfPose(element, scope.version, who, this.#values)
      : null;
    this.#includes.withIncluded(element, (root) => {
      const model = findChildElement(root, 'model');
      if (!model) {
        const hasOtherContent = ['actor', 'light'].some((name) => findChildElement(root, name));
        if (!hasOtherContent)
          this.#notes.addLeftOut(element, who, 'the included file has no <model>', true);
        return;
      }
      const merged = isSdfTrue(element.attributes.get('merge'));
      this.#addModel(scope, model, this.#getVersion(root), { element, pose }, merged);
    });
  }
}

function makeScope(
  node: SdfNode | null,
  element: XmlElement,
  version: number,
  merged: boolean,
  include?: XmlElement,
): SdfScope {
  const isStatic = (include && getChildText(include, 'static')) || getChildText(element, 'static');
  const placement = include && getChildText(include, 'placement_frame');
  return {
    version,
    node,
    nodes: [],
    nodesByName: new Map(),
    canonical: element.attributes.get('canonical_link')?.trim() ?? '',
    placement: node ? placement || (element.attributes.get('placement_frame')?.trim() ?? '') : '',
    isStatic: isSdfTrue(isStatic),
    merged,
  };
}

function versionOf(root: XmlElement, notes: ReaderNotes): number {
  const text = root.attributes.get('version');
  const version = text === undefined ? null : parseSdfVersion(text);
  if (version !== null && version <= NEWEST_VERSION) return version;
  const found =
    text === undefined ? 'no version' : `version ${quoteInOneLine(text)} is not one of 1.0 to 1.12`;
  notes.addChanged(root, '<sdf>', `${found}; read as version 1.12`, true);
  return NEWEST_VERSION;
}
