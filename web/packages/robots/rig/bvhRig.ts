/**
 * Converts BVH to a robot. Each rotation channel becomes a revolute joint, each translation channel
 * a prismatic joint, in file order. Joint values are the values of the channels. BVH files state no
 * unit.
 */

import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  AXIS_DIRECTIONS,
  composeFrames,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { toPlacement } from '../placement.ts';
import { quoteFirstNames, ReaderNotes } from '../readerNotes.ts';
import type {
  BaseAttachment,
  ReadResult,
  Robot,
  RobotJoint,
  RobotLink,
  SourceLocation,
} from '../robot.ts';
import { UniqueNameGenerator } from '../uniqueNameGenerator.ts';
import {
  computeBvhChannelFrame,
  findConstantChannelValue,
  sortTranslationsFirst,
} from './computeBvhPose.ts';
import { findLimbEnds, type LimbBone } from './findLimbEnds.ts';
import { type BvhChannel, type BvhFile, type BvhJoint, readBvhText } from './readBvhText.ts';

export interface BvhRig {
  readonly robot: Robot;
  readonly bvh: BvhFile;
  readonly root: BaseAttachment;
  readonly links: readonly string[];
  /**
   * Name of the robot's joint for each channel of the file; null for a constant channel without a
   * joint.
   */
  readonly channelJoints: readonly (string | null)[];
}

export function readBvh(
  text: string,
  file: string,
  root: BaseAttachment = 'held',
): ReadResult<BvhRig> {
  const read = readBvhText(text, file);
  if (!read.ok) return read;
  const notes = new ReaderNotes();
  notes.remarks.push(...read.remarks);
  const builder = new BvhRobotBuilder(read.value, root);
  builder.build();
  reportConversion(read.value, root, builder, { file, line: 1 }, notes);
  const { links, joints, bones } = builder;
  const robot: Robot = {
    name: file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
    links,
    joints,
    up: 'y',
    unit: 'none',
    effectors: findLimbEnds(bones),
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

class BvhRobotBuilder {
  readonly links: RobotLink[] = [];
  readonly joints: RobotJoint[] = [];
  readonly bones: LimbBone[] = [];
  readonly channelJoints: (string | null)[];
  /** Names of BVH joints without length and motion, which were merged into their parents. */
  readonly folded: string[] = [];
  readonly #bvh: BvhFile;
  readonly #root: BaseAttachment;
  readonly #names = new UniqueNameGenerator();
  readonly #scene: string;

  constructor(bvh: BvhFile, root: BaseAttachment) {
    this.#bvh = bvh;
    this.#root = root;
    this.channelJoints = new Array<string | null>(bvh.channels).fill(null);
    this.#scene = this.#names.makeUnique('scene', SUFFIXES);
    this.#addLink(this.#scene, { file: bvh.joints[0]?.file ?? '', line: 1 });
  }

  build(): void {
    for (const joint of this.#bvh.joints) this.#addJoint(joint);
  }

  #addLink(name: string, { file, line }: SourceLocation): void {
    this.links.push({ name, file, line, visuals: [], collisions: [] });
  }

  #addJoint(joint: BvhJoint): void {
    const name = this.#names.makeUnique(joint.name, SUFFIXES);
    const moving = this.#findMovingChannels(joint, name);
    let parent = this.bones[joint.above]?.link ?? this.#scene;
    let frame: RigidFrame = { position: joint.offset, rotation: ORIGIN_FRAME.rotation };
    for (const channel of sortTranslationsFirst(joint.channels)) {
      if (!moving.includes(channel)) {
        frame = composeFrames(
          frame,
          computeBvhChannelFrame(channel, this.#constantValue(joint, channel)),
        );
        continue;
      }
      const id = this.#channelName(name, channel);
      const child = channel === moving.at(-1) ? name : id;
      this.#addRobotJoint(joint, id, channel, parent, child, frame);
      this.channelJoints[channel.column] = id;
      [parent, frame] = [child, ORIGIN_FRAME];
    }
    if (parent !== name) this.#addRobotJoint(joint, `${name}_fixed`, null, parent, name, frame);
    // A base that floats or not does not change which bones are ends of limbs.
    const moves = joint.above >= 0 && moving.length > 0;
    this.bones.push({ link: name, above: joint.above, moves });
  }

  /**
   * Returns the channels of a BVH joint that become robot joints. Excludes constant translations,
   * and all channels of a constant joint without length.
   */
  #findMovingChannels(joint: BvhJoint, name: string): readonly BvhChannel[] {
    const { above, offset, channels } = joint;
    if (above < 0) return this.#root === 'free' ? sortTranslationsFirst(channels) : [];
    const isConstant = (channel: BvhChannel) =>
      findConstantChannelValue(this.#bvh, channel) !== null;
    const rotations = channels.filter(({ kind }) => kind === 'turn');
    const noLength = offset.every((x) => x === 0);
    const folded = noLength && rotations.every(isConstant);
    if (folded && rotations.length > 0) this.folded.push(name);
    const shifts = channels.filter((each) => each.kind === 'shift' && !isConstant(each));
    return folded ? shifts : [...shifts, ...rotations];
  }

  #constantValue({ above }: BvhJoint, channel: BvhChannel): number {
    return above < 0 ? 0 : (findConstantChannelValue(this.#bvh, channel) ?? 0);
  }

  #channelName(name: string, { kind, axis }: BvhChannel): string {
    const wish = `${name}${kind === 'turn' ? '' : '_shift'}_${axis}`;
    return this.channelJoints.includes(wish) ? this.#names.makeUnique(wish) : wish;
  }

  #addRobotJoint(
    { file, line }: SourceLocation,
    name: string,
    channel: BvhChannel | null,
    parent: string,
    child: string,
    frame: RigidFrame,
  ): void {
    const type = channel === null ? 'fixed' : channel.kind === 'turn' ? 'revolute' : 'prismatic';
    const placement = { file, line, ...toPlacement(frame) };
    const axis = AXIS_DIRECTIONS[channel?.axis ?? 'x'];
    this.joints.push({
      ...{ ...placement, name, type, parent, child, axis },
      ...{ limits: null, mimic: null, pitch: 0 },
    });
    this.#addLink(child, { file, line });
  }
}

function reportConversion(
  bvh: BvhFile,
  root: BaseAttachment,
  { folded }: BvhRobotBuilder,
  location: SourceLocation,
  notes: ReaderNotes,
) {
  notes.addChanged(location, 'lengths', 'a BVH file has no unit; the values are used as they are');
  const [base] = bvh.joints;
  if (root === 'held' && base)
    notes.addChanged(base, `joint ${quoteInOneLine(base.name)}`, 'the root is fixed at its OFFSET');
  if (folded.length > 0) {
    const reason = `without length and motion, therefore fixed: ${quoteFirstNames(folded)}`;
    notes.addChanged(location, 'joints', reason);
  }
  const seconds = Number((bvh.frames * bvh.frameTime).toPrecision(3));
  if (bvh.frames > 0)
    notes.addLeftOut(
      location,
      'MOTION',
      `${bvh.frames} frames (${seconds} s) are not part of the tree`,
    );
}
