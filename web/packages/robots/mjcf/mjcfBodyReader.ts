import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { composeFrames, ORIGIN_FRAME, type RigidFrame } from '@iklab/core/scenario/numbers';
import { toPlacement } from '../placement.ts';
import type { XmlElement } from '../readXml.ts';
import type { LinkVisual, RobotJoint, RobotJointType, RobotLink } from '../robot.ts';
import { UniqueNameGenerator } from '../uniqueNameGenerator.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import type { MjcfGeomReader } from './mjcfGeomReader.ts';
import { type MjcfJoint, type MjcfJointContext, readMjcfJoint } from './mjcfJoint.ts';

const JOINT_ELEMENTS = ['joint', 'freejoint'];
const IGNORED_ELEMENTS = ['inertial', 'camera', 'light'];
const IDENTITY = ORIGIN_FRAME;

/** A child element of a body; `frame`: frame of its enclosing `<frame>` in the body's frame. */
interface BodyPart {
  readonly element: XmlElement;
  readonly frame: RigidFrame;
  readonly childclass: string | null;
}

export class MjcfBodyReader {
  readonly links: RobotLink[] = [];
  readonly joints: RobotJoint[] = [];
  readonly jointsByName = new Map<string, MjcfJoint>();
  readonly #defaults: MjcfDefaults;
  readonly #geoms: MjcfGeomReader;
  readonly #reader: MjcfJointContext;
  readonly #names: UniqueNameGenerator;
  /** Names of all links, including bodies that are not read yet. */
  readonly #links: Set<string>;

  constructor(
    root: XmlElement,
    defaults: MjcfDefaults,
    geoms: MjcfGeomReader,
    reader: MjcfJointContext,
  ) {
    this.#defaults = defaults;
    this.#geoms = geoms;
    this.#reader = reader;
    this.#names = new UniqueNameGenerator(collectNames(root));
    this.#links = new Set([...collectNames(root, 'body'), 'world']);
  }

  readWorld(element: XmlElement, name: string): void {
    this.#readContent(element, name, IDENTITY, null);
  }

  #readBody({ element, frame, childclass }: BodyPart, parent: string): void {
    const name = element.attributes.get('name') || this.#names.makeUnique('body');
    const who = `body ${quoteInOneLine(name)}`;
    const bodyFrame = composeFrames(frame, this.#reader.poses.readFrame(element, who));
    const ownClass = element.attributes.get('childclass') ?? childclass;
    const parts = this.#collectParts(element, ORIGIN_FRAME, ownClass, who);
    const joints = parts.filter(({ element: each }) => JOINT_ELEMENTS.includes(each.name));
    this.#chainJoints(joints, element, name, parent, bodyFrame);
    this.#addContents(parts, element, name);
  }

  #readContent(
    element: XmlElement,
    name: string,
    frame: RigidFrame,
    childclass: string | null,
  ): void {
    this.#addContents(this.#collectParts(element, frame, childclass, '<worldbody>'), element, name);
  }

  #collectParts(
    element: XmlElement,
    frame: RigidFrame,
    childclass: string | null,
    who: string,
  ): BodyPart[] {
    return element.children.flatMap((child) => {
      if (child.name !== 'frame') return [{ element: child, frame, childclass }];
      const ownClass = child.attributes.get('childclass') ?? childclass;
      const inner = composeFrames(frame, this.#reader.poses.readFrame(child, `${who}, frame`));
      return this.#collectParts(child, inner, ownClass, who);
    });
  }

  /**
   * Connects a body to its parent by its joints in series, in file order; without joints, by a
   * fixed joint.
   */
  #chainJoints(
    parts: readonly BodyPart[],
    body: XmlElement,
    name: string,
    parent: string,
    bodyFrame: RigidFrame,
  ) {
    let [above, frame] = [parent, bodyFrame];
    const joints = parts
      .map((part) => this.#readJoint(part, name))
      .filter((joint) => joint !== null);
    this.#checkFreeJoint(joints, body, name);
    joints.forEach((joint, i) => {
      const last = i === joints.length - 1 && joint.bodyFrame.every((x) => x === 0);
      const child = last ? name : this.#names.makeUnique(`${name}/${joint.name}`);
      this.#addJoint(joint, above, child, composeFrames(frame, joint.frame));
      if (!last) this.#addLink(joint.element, child, [], []);
      [above, frame] = [child, { position: joint.bodyFrame, rotation: ORIGIN_FRAME.rotation }];
    });
    if (above !== name)
      this.#addJoint(
        { ...FIXED_JOINT, element: body, name: this.#names.makeUnique(`${name}_fixed`) },
        above,
        name,
        frame,
      );
  }

  #readJoint({ element, frame, childclass }: BodyPart, body: string): MjcfJoint | null {
    const filled =
      element.name === 'joint' ? this.#defaults.withDefaults(element, childclass) : element;
    const name = element.attributes.get('name') || this.#names.makeUnique(`${body}_joint`);
    const joint = readMjcfJoint(filled, name, frame, this.#reader);
    if (joint && !this.jointsByName.has(name)) this.jointsByName.set(name, joint);
    return joint;
  }

  #checkFreeJoint(joints: readonly MjcfJoint[], body: XmlElement, name: string): void {
    if (joints.length < 2 || joints.every(({ type }) => type !== 'floating')) return;
    const reason = `a free joint must be the only joint of its body; got ${joints.length} joints`;
    this.#reader.notes.addFault(body, `body ${quoteInOneLine(name)}`, reason);
  }

  #addJoint(
    { element, name, type, axis, limits }: Omit<MjcfJoint, 'frame' | 'bodyFrame' | 'ref'>,
    parent: string,
    child: string,
    frame: RigidFrame,
  ): void {
    const { file, line } = element;
    const placement = { file, line, ...toPlacement(frame) };
    this.joints.push({
      ...{ name, type, parent, child, ...placement, axis, limits },
      ...{ mimic: null, pitch: 0 },
    });
  }

  #addLink(
    { file, line }: XmlElement,
    name: string,
    visuals: LinkVisual[],
    collisions: LinkVisual[],
  ): void {
    this.links.push({ name, file, line, visuals, collisions });
  }

  #addContents(parts: readonly BodyPart[], body: XmlElement, name: string): void {
    const [visuals, collisions]: [LinkVisual[], LinkVisual[]] = [[], []];
    this.#addLink(body, name, visuals, collisions);
    const who = name === 'world' ? '<worldbody>' : `body ${quoteInOneLine(name)}`;
    const bodies: BodyPart[] = [];
    for (const part of parts) {
      const { element, frame, childclass } = part;
      if (element.name === 'body') bodies.push(part);
      else if (element.name === 'site') this.#addSite(part, name);
      else if (element.name === 'geom') {
        const geom = this.#geoms.read(this.#defaults.withDefaults(element, childclass), frame, who);
        if (geom) (geom.forContact ? collisions : visuals).push(geom.visual);
      } else if (
        !IGNORED_ELEMENTS.includes(element.name) &&
        !JOINT_ELEMENTS.includes(element.name)
      ) {
        const reason = 'its generated contents are not supported';
        this.#reader.notes.addLeftOut(element, `${who}, <${element.name}>`, reason, true);
      }
    }
    for (const each of bodies) this.#readBody(each, name);
  }

  #addSite({ element, frame, childclass }: BodyPart, body: string): void {
    const name = element.attributes.get('name');
    if (!name) return;
    const filled = this.#defaults.withDefaults(element, childclass);
    const siteFrame = composeFrames(
      frame,
      this.#reader.poses.readFrame(filled, `site ${quoteInOneLine(name)}`),
    );
    const link = this.#links.has(name) ? this.#names.makeUnique(name) : name;
    this.#links.add(link);
    this.#addJoint(
      { ...FIXED_JOINT, element, name: this.#names.makeUnique(`${name}_site`) },
      body,
      link,
      siteFrame,
    );
    this.#addLink(element, link, [], []);
  }
}

const FIXED_JOINT = {
  type: 'fixed' as RobotJointType,
  axis: [0, 0, 1] as const,
  limits: null,
};

function collectNames(element: XmlElement, kind?: string): string[] {
  const ownName = element.attributes.get('name');
  const below = element.children.flatMap((child) => collectNames(child, kind));
  return ownName && (!kind || element.name === kind) ? [ownName, ...below] : below;
}
