/**
 * Converts BVH to a robot with a revolute joint per rotation channel and a prismatic joint per
 * translation channel, in file order, so that the angles of the file are the joint values. BVH files
 * do not state a unit.
 */
import { composed, DIRECTIONS, type Frame, ORIGIN, quote } from 'iklab/scenario';
import { FreshNames } from '../freshNames.ts';
import { firstNames, Notes } from '../notes.ts';
import { placementOf } from '../placement.ts';
import type { Place, Read, Robot, RobotJoint, RobotLink, RootChoice } from '../robot.ts';
import { channelFrame, constantOf, inOrder } from './bvhPose.ts';
import { type BvhChannel, type BvhFile, type BvhJoint, readBvhText } from './bvhText.ts';
import { type Bone, limbEnds } from './limbEnds.ts';

export interface BvhRig {
  readonly robot: Robot;
  readonly bvh: BvhFile;
  readonly root: RootChoice;
  /** Link of each joint of the file. */
  readonly links: readonly string[];
  /** Joint of each channel of the file; null for a constant channel without a joint. */
  readonly channelJoints: readonly (string | null)[];
}

export function readBvh(text: string, file: string, root: RootChoice = 'held'): Read<BvhRig> {
  const read = readBvhText(text, file);
  if (!read.ok) return read;
  const notes = new Notes();
  notes.remarks.push(...read.remarks);
  const builder = new Builder(read.value, root);
  builder.build();
  tell(read.value, root, builder, { file, line: 1 }, notes);
  const { links, joints, bones } = builder;
  const robot: Robot = {
    name: file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
    links,
    joints,
    up: 'y',
    unit: 'none',
    effectors: limbEnds(bones),
  };
  const { channelJoints } = builder;
  return notes.result({
    robot,
    bvh: read.value,
    root,
    links: bones.map(({ link }) => link),
    channelJoints,
  });
}

const SUFFIXES = ['_x', '_y', '_z', '_shift_x', '_shift_y', '_shift_z', '_fixed'];

class Builder {
  readonly links: RobotLink[] = [];
  readonly joints: RobotJoint[] = [];
  readonly bones: Bone[] = [];
  readonly channelJoints: (string | null)[];
  /** Joints without length or motion, merged into their parents. */
  readonly folded: string[] = [];
  readonly #bvh: BvhFile;
  readonly #root: RootChoice;
  readonly #names = new FreshNames();
  readonly #scene: string;

  constructor(bvh: BvhFile, root: RootChoice) {
    this.#bvh = bvh;
    this.#root = root;
    this.channelJoints = new Array<string | null>(bvh.channels).fill(null);
    this.#scene = this.#names.take('scene', SUFFIXES);
    this.#link(this.#scene, { file: bvh.joints[0]?.file ?? '', line: 1 });
  }

  build(): void {
    for (const joint of this.#bvh.joints) this.#joint(joint);
  }

  #link(name: string, { file, line }: Place): void {
    this.links.push({ name, file, line, visuals: [], collisions: [] });
  }

  #joint(joint: BvhJoint): void {
    const name = this.#names.take(joint.name, SUFFIXES);
    const moving = this.#movingOf(joint, name);
    let parent = this.bones[joint.above]?.link ?? this.#scene;
    let at: Frame = { at: joint.offset, turn: ORIGIN.turn };
    for (const channel of inOrder(joint.channels)) {
      if (!moving.includes(channel)) {
        at = composed(at, channelFrame(channel, this.#targetPosesAt(joint, channel)));
        continue;
      }
      const id = this.#channelName(name, channel);
      const child = channel === moving.at(-1) ? name : id;
      this.#add(joint, id, channel, parent, child, at);
      this.channelJoints[channel.column] = id;
      [parent, at] = [child, ORIGIN];
    }
    if (parent !== name) this.#add(joint, `${name}_fixed`, null, parent, name, at);
    // A base that floats or not does not change which bones are ends of limbs.
    const moves = joint.above >= 0 && moving.length > 0;
    this.bones.push({ link: name, above: joint.above, moves });
  }

  /**
   * The channels that become joints: constant translations do not, nor do the channels of a
   * constant joint without length.
   */
  #movingOf(joint: BvhJoint, name: string): readonly BvhChannel[] {
    const { above, offset, channels } = joint;
    if (above < 0) return this.#root === 'free' ? inOrder(channels) : [];
    const still = (channel: BvhChannel) => constantOf(this.#bvh, channel) !== null;
    const turns = channels.filter(({ kind }) => kind === 'turn');
    const noLength = offset.every((x) => x === 0);
    const folded = noLength && turns.every(still);
    if (folded && turns.length > 0) this.folded.push(name);
    const shifts = channels.filter((each) => each.kind === 'shift' && !still(each));
    return folded ? shifts : [...shifts, ...turns];
  }

  #targetPosesAt({ above }: BvhJoint, channel: BvhChannel): number {
    return above < 0 ? 0 : (constantOf(this.#bvh, channel) ?? 0);
  }

  #channelName(name: string, { kind, axis }: BvhChannel): string {
    const wish = `${name}${kind === 'turn' ? '' : '_shift'}_${axis}`;
    return this.channelJoints.includes(wish) ? this.#names.take(wish) : wish;
  }

  #add(
    { file, line }: Place,
    name: string,
    channel: BvhChannel | null,
    parent: string,
    child: string,
    at: Frame,
  ): void {
    const type = channel === null ? 'fixed' : channel.kind === 'turn' ? 'revolute' : 'prismatic';
    const place = { file, line, ...placementOf(at) };
    const axis = DIRECTIONS[channel?.axis ?? 'x'];
    this.joints.push({
      ...{ ...place, name, type, parent, child, axis },
      ...{ limits: null, mimic: null, pitch: 0 },
    });
    this.#link(child, { file, line });
  }
}

function tell(bvh: BvhFile, root: RootChoice, { folded }: Builder, place: Place, notes: Notes) {
  notes.changed(place, 'lengths', 'a BVH file has no unit; the values are used as they are');
  const [base] = bvh.joints;
  if (root === 'held' && base)
    notes.changed(base, `joint ${quote(base.name)}`, 'the root is fixed at its OFFSET');
  if (folded.length > 0) {
    const reason = `without length and motion, therefore fixed: ${firstNames(folded)}`;
    notes.changed(place, 'joints', reason);
  }
  const seconds = Number((bvh.frames * bvh.frameTime).toPrecision(3));
  if (bvh.frames > 0)
    notes.leftOut(place, 'MOTION', `${bvh.frames} frames (${seconds} s) are not part of the tree`);
}
