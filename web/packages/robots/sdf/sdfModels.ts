/** Reads the models of an SDF file, with those that it includes. */
import { quote } from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import { elementTitle, type XmlElement } from '../xml.ts';
import { type SdfIncludes, versionNumber } from './sdfIncludes.ts';
import { readPose, type SdfPose } from './sdfPose.ts';
import type { SdfKind, SdfNode, SdfScope } from './sdfScope.ts';
import { childOf, childText, isTrue, type SdfValues } from './sdfValues.ts';

const NEWEST = 112;
const DEEPEST = 50;
const SILENT = new Set(
  'pose static self_collide allow_auto_disable enable_wind'
    .split(' ')
    .concat(
      'scene physics light gui gravity magnetic_field atmosphere audio wind spherical_coordinates'.split(
        ' ',
      ),
    ),
);

/** What an `<include>` states about the model that it includes. */
interface Override {
  readonly element: XmlElement;
  readonly pose: SdfPose | null;
}

export class SdfModels {
  readonly #notes: Notes;
  readonly #values: SdfValues;
  readonly #includes: SdfIncludes;
  /** Of the files that were read, by their root elements. */
  readonly #versions = new Map<XmlElement, number>();
  #depth = 0;

  constructor(values: SdfValues, includes: SdfIncludes) {
    this.#notes = values.notes;
    this.#values = values;
    this.#includes = includes;
  }

  /** The models of the file and of its worlds. */
  world(root: XmlElement): SdfScope {
    const version = this.#versionOf(root);
    const scope = emptyScope(null, root, version, false);
    const worlds = root.children.filter(({ name }) => name === 'world');
    for (const world of worlds.slice(1)) {
      const reason = `only the first world of a file is read; it is ${quote(worlds[0]?.attributes.get('name') ?? '')}`;
      this.#notes.leftOut(world, elementTitle(world), reason, true);
    }
    for (const part of [root, ...worlds.slice(0, 1)]) this.#fill(scope, part);
    return scope;
  }

  /** A file that is included several times is reported once. */
  #versionOf(root: XmlElement): number {
    const version = this.#versions.get(root) ?? versionOf(root, this.#notes);
    this.#versions.set(root, version);
    return version;
  }

  #fill(scope: SdfScope, element: XmlElement): void {
    const others = new Map<string, XmlElement>();
    for (const child of element.children) {
      if (child.name === 'link' || child.name === 'joint' || child.name === 'frame')
        this.#node(scope, child, child.name);
      else if (child.name === 'model') this.#model(scope, child, scope.version, null, false);
      else if (child.name === 'include') this.#include(scope, child);
      else if (child.name !== 'world' && !SILENT.has(child.name))
        others.set(child.name, others.get(child.name) ?? child);
    }
    for (const [name, first] of others) this.#tellOther(first, name, element);
  }

  #tellOther(element: XmlElement, name: string, parent: XmlElement): void {
    const follows = parent.children.find(
      (child) => child.name === 'plugin' && /mimic/i.test([...child.attributes.values()].join(' ')),
    );
    if (name === 'plugin' && follows) {
      const reason =
        'a plugin that makes a joint follow another is not read; its joint moves independently';
      this.#notes.leftOut(follows, elementTitle(follows), reason, true);
    } else this.#notes.leftOut(element, `<${name}>`, 'not part of the kinematics');
  }

  #node(scope: SdfScope, element: XmlElement, kind: SdfKind): void {
    const name = element.attributes.get('name');
    if (!name) {
      this.#notes.fault(element, `<${kind}>`, 'must have a name');
      return;
    }
    const pose = readPose(element, scope.version, elementTitle(element), this.#values);
    const base =
      kind === 'joint'
        ? childText(element, 'child')
        : kind === 'frame'
          ? (element.attributes.get('attached_to') ?? '')
          : '';
    this.#add({ kind, name, element, scope, pose, base, inner: null });
  }

  /** Also adds the node to the scopes above into which its scope is merged. */
  #add(node: SdfNode): void {
    const { scope, name } = node;
    scope.nodes.push(node);
    for (let at: SdfScope | undefined = scope; at; at = at.merged ? at.node?.scope : undefined) {
      const taken = at.byName.get(name);
      // Before 1.7, a link and a joint may share a name, which then refers to the link.
      if (!taken || (scope.version < 107 && node.kind === 'link' && taken.kind === 'joint'))
        at.byName.set(name, node);
    }
  }

  #model(
    scope: SdfScope,
    element: XmlElement,
    version: number,
    override: Override | null,
    merged: boolean,
  ): void {
    const name =
      (override && childText(override.element, 'name')) || element.attributes.get('name');
    if (!name) {
      this.#notes.fault(element, '<model>', 'must have a name');
      return;
    }
    if (this.#depth >= DEEPEST) {
      this.#notes.fault(
        element,
        elementTitle(element),
        `more than ${DEEPEST} levels of nested models`,
      );
      return;
    }
    const who = `model ${quote(name)}`;
    const pose = override?.pose ?? readPose(element, version, who, this.#values);
    const node = { kind: 'model' as const, name, element, scope, pose, base: '' };
    const made: { inner: SdfScope | null } & Omit<SdfNode, 'inner'> = { ...node, inner: null };
    const inner = emptyScope(made, element, version, merged, override?.element);
    made.inner = inner;
    if (merged) scope.nodes.push(made);
    else this.#add(made);
    this.#depth++;
    this.#fill(inner, element);
    this.#depth--;
  }

  #include(scope: SdfScope, element: XmlElement): void {
    const who = `<include> ${quote(childText(element, 'uri'))}`;
    const params = childOf(element, 'experimental:params');
    if (params)
      this.#notes.leftOut(
        params,
        `${who}, <${params.name}>`,
        'changes to an included model are not read',
        true,
      );
    const pose = childOf(element, 'pose')
      ? readPose(element, scope.version, who, this.#values)
      : null;
    this.#includes.with(element, (root) => {
      const model = childOf(root, 'model');
      if (!model) {
        const other = ['actor', 'light'].some((name) => childOf(root, name));
        if (!other) this.#notes.leftOut(element, who, 'the included file has no <model>', true);
        return;
      }
      const merged = isTrue(element.attributes.get('merge'));
      this.#model(scope, model, this.#versionOf(root), { element, pose }, merged);
    });
  }
}

function emptyScope(
  node: SdfNode | null,
  element: XmlElement,
  version: number,
  merged: boolean,
  include?: XmlElement,
): SdfScope {
  const isStatic = (include && childText(include, 'static')) || childText(element, 'static');
  const placement = include && childText(include, 'placement_frame');
  return {
    version,
    node,
    nodes: [],
    byName: new Map(),
    canonical: element.attributes.get('canonical_link')?.trim() ?? '',
    placement: node ? placement || (element.attributes.get('placement_frame')?.trim() ?? '') : '',
    isStatic: isTrue(isStatic),
    merged,
  };
}

function versionOf(root: XmlElement, notes: Notes): number {
  const text = root.attributes.get('version');
  const version = text === undefined ? null : versionNumber(text);
  if (version !== null && version <= NEWEST) return version;
  const found =
    text === undefined ? 'no version' : `version ${quote(text)} is not one of 1.0 to 1.12`;
  notes.changed(root, '<sdf>', `${found}; read as version 1.12`, true);
  return NEWEST;
}
