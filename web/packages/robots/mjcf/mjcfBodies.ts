/** Converts the bodies of an MJCF file to links with joints. */
import { composed, type Frame, ORIGIN, quote } from 'iklab/scenario';
import { FreshNames } from '../freshNames.ts';
import { placementOf } from '../placement.ts';
import type { RobotJoint, RobotJointType, RobotLink, Visual } from '../robot.ts';
import type { XmlElement } from '../xml.ts';
import type { MjcfDefaults } from './mjcfDefaults.ts';
import type { MjcfGeoms } from './mjcfGeoms.ts';
import { type JointReader, type MjcfJoint, readMjcfJoint } from './mjcfJoint.ts';

const JOINTS = ['joint', 'freejoint'];
const SILENT = ['inertial', 'camera', 'light'];
const UNMOVED = ORIGIN;

/** An element in a body, and the frame of its enclosing `<frame>`. */
interface Part {
  readonly element: XmlElement;
  readonly frame: Frame;
  readonly childclass: string | null;
}

export class MjcfBodies {
  readonly links: RobotLink[] = [];
  readonly joints: RobotJoint[] = [];
  readonly byName = new Map<string, MjcfJoint>();
  readonly #defaults: MjcfDefaults;
  readonly #geoms: MjcfGeoms;
  readonly #reader: JointReader;
  readonly #names: FreshNames;
  /** Names of present and future links. */
  readonly #links: Set<string>;

  constructor(root: XmlElement, defaults: MjcfDefaults, geoms: MjcfGeoms, reader: JointReader) {
    this.#defaults = defaults;
    this.#geoms = geoms;
    this.#reader = reader;
    this.#names = new FreshNames(namesIn(root));
    this.#links = new Set([...namesIn(root, 'body'), 'world']);
  }

  /** Reads a `<worldbody>` element; a file may have several. */
  world(element: XmlElement, name: string): void {
    this.#content(element, name, UNMOVED, null);
  }

  #body({ element, frame, childclass }: Part, parent: string): void {
    const name = element.attributes.get('name') || this.#names.take('body');
    const who = `body ${quote(name)}`;
    const place = composed(frame, this.#reader.poses.frameOf(element, who));
    const own = element.attributes.get('childclass') ?? childclass;
    const parts = this.#parts(element, ORIGIN, own, who);
    const joints = parts.filter(({ element: each }) => JOINTS.includes(each.name));
    this.#hang(joints, element, name, parent, place);
    this.#fill(parts, element, name);
  }

  #content(element: XmlElement, name: string, frame: Frame, childclass: string | null): void {
    this.#fill(this.#parts(element, frame, childclass, '<worldbody>'), element, name);
  }

  /** The children of an element; those inside a `<frame>` get its transform. */
  #parts(element: XmlElement, frame: Frame, childclass: string | null, who: string): Part[] {
    return element.children.flatMap((child) => {
      if (child.name !== 'frame') return [{ element: child, frame, childclass }];
      const own = child.attributes.get('childclass') ?? childclass;
      const inner = composed(frame, this.#reader.poses.frameOf(child, `${who}, frame`));
      return this.#parts(child, inner, own, who);
    });
  }

  /** Chains the joints of a body in file order; without joints, the body is fixed. */
  #hang(parts: readonly Part[], body: XmlElement, name: string, parent: string, place: Frame) {
    let [above, at] = [parent, place];
    const joints = parts.map((part) => this.#joint(part, name)).filter((joint) => joint !== null);
    this.#checkFree(joints, body, name);
    joints.forEach((joint, i) => {
      const last = i === joints.length - 1 && joint.bodyFrame.every((x) => x === 0);
      const child = last ? name : this.#names.take(`${name}/${joint.name}`);
      this.#add(joint, above, child, composed(at, joint.frame));
      if (!last) this.#link(joint.element, child, [], []);
      [above, at] = [child, { at: joint.bodyFrame, turn: ORIGIN.turn }];
    });
    if (above !== name)
      this.#add(
        { ...FIXED, element: body, name: this.#names.take(`${name}_fixed`) },
        above,
        name,
        at,
      );
  }

  #joint({ element, frame, childclass }: Part, body: string): MjcfJoint | null {
    const filled = element.name === 'joint' ? this.#defaults.filled(element, childclass) : element;
    const name = element.attributes.get('name') || this.#names.take(`${body}_joint`);
    const joint = readMjcfJoint(filled, name, frame, this.#reader);
    if (joint && !this.byName.has(name)) this.byName.set(name, joint);
    return joint;
  }

  #checkFree(joints: readonly MjcfJoint[], body: XmlElement, name: string): void {
    if (joints.length < 2 || joints.every(({ type }) => type !== 'floating')) return;
    const reason = `a free joint must be the only joint of its body; got ${joints.length} joints`;
    this.#reader.notes.fault(body, `body ${quote(name)}`, reason);
  }

  #add(
    { element, name, type, axis, limits }: Omit<MjcfJoint, 'frame' | 'bodyFrame' | 'ref'>,
    parent: string,
    child: string,
    at: Frame,
  ): void {
    const { file, line } = element;
    const place = { file, line, ...placementOf(at) };
    this.joints.push({
      ...{ name, type, parent, child, ...place, axis, limits },
      ...{ mimic: null, pitch: 0 },
    });
  }

  #link({ file, line }: XmlElement, name: string, visuals: Visual[], collisions: Visual[]): void {
    this.links.push({ name, file, line, visuals, collisions });
  }

  /** Reads the other contents of a body; its sites become links. */
  #fill(parts: readonly Part[], body: XmlElement, name: string): void {
    const [visuals, collisions]: [Visual[], Visual[]] = [[], []];
    this.#link(body, name, visuals, collisions);
    const who = name === 'world' ? '<worldbody>' : `body ${quote(name)}`;
    const bodies: Part[] = [];
    for (const part of parts) {
      const { element, frame, childclass } = part;
      if (element.name === 'body') bodies.push(part);
      else if (element.name === 'site') this.#site(part, name);
      else if (element.name === 'geom') {
        const geom = this.#geoms.read(this.#defaults.filled(element, childclass), frame, who);
        if (geom) (geom.forContact ? collisions : visuals).push(geom.visual);
      } else if (!SILENT.includes(element.name) && !JOINTS.includes(element.name)) {
        const reason = 'its generated contents are not supported';
        this.#reader.notes.leftOut(element, `${who}, <${element.name}>`, reason, true);
      }
    }
    for (const each of bodies) this.#body(each, name);
  }

  #site({ element, frame, childclass }: Part, body: string): void {
    const name = element.attributes.get('name');
    if (!name) return;
    const filled = this.#defaults.filled(element, childclass);
    const at = composed(frame, this.#reader.poses.frameOf(filled, `site ${quote(name)}`));
    const link = this.#links.has(name) ? this.#names.take(name) : name;
    this.#links.add(link);
    this.#add({ ...FIXED, element, name: this.#names.take(`${name}_site`) }, body, link, at);
    this.#link(element, link, [], []);
  }
}

const FIXED = {
  type: 'fixed' as RobotJointType,
  axis: [0, 0, 1] as const,
  limits: null,
};

/** All names in a file, or those of one kind of element, so that generated names are unique. */
function namesIn(element: XmlElement, kind?: string): string[] {
  const own = element.attributes.get('name');
  const below = element.children.flatMap((child) => namesIn(child, kind));
  return own && (!kind || element.name === kind) ? [own, ...below] : below;
}
