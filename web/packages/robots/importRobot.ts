/**
 * Converts a robot description to a scenario, with a report of what was imported and what was
 * omitted.
 */

import {
  type Catalogue,
  clampTo,
  isMovingJoint,
  jointDefaults,
  listed,
  MAX_EFFECTORS,
  MAX_NAME,
  ORIGIN,
  quaternionOf,
  quote,
  tipFrames,
} from 'iklab/scenario';
import { type FoldedTree, fold, type TreeEffector } from './fold.ts';
import { drags, guessEffectors, leavesOf, movedLinks, movingJoints } from './guess.ts';
import { linkTree } from './linkTree.ts';
import { longSlides } from './longSlides.ts';
import { drivesOf } from './mimics.ts';
import { firstNames, Notes } from './notes.ts';
import type { Look, Place, Read, Remark, Robot } from './robot.ts';
import { type SoundLimits, soundLimits } from './soundLimits.ts';

export interface ImportChoice {
  /** Names of links; guessed if there are none. */
  readonly effectors?: readonly string[] | undefined;
  /** Every link without a child joint is an effector. */
  readonly leaves?: boolean | undefined;
  readonly root?: string | undefined;
  readonly allJoints?: boolean | undefined;
  /**
   * Effectors whose target constrains the orientation too; by default chosen by the number of
   * joints.
   */
  readonly poses?: readonly string[] | undefined;
  /** Whether a mesh file named by the description is available. */
  readonly hasMesh?: ((file: string) => boolean) | undefined;
  /** Start values by joint id; those of other joints are chosen automatically. */
  readonly start?: ReadonlyMap<string, number> | undefined;
  /** The world axis that points up; by default that of the format. */
  readonly up?: 'x' | 'y' | 'z' | undefined;
}

/** As `iklab import --format report` prints it. */
export interface Report {
  /**
   * Number of joints that move in the created tree, and of those, the number that mimic another.
   */
  readonly joints: number;
  readonly mimic: number;
  /** Fixed joints of the file, and of those, the ones merged into their parents. */
  readonly fixed: number;
  readonly folded: number;
  /** The first joints of omitted branches without effectors, which keep their values. */
  readonly dropped: readonly string[];
  readonly left_out: readonly Pick<Remark, 'file' | 'line' | 'element' | 'reason'>[];
  readonly effectors: readonly string[];
  readonly leaves: readonly string[];
  readonly warnings: readonly string[];
}

export interface Imported {
  /** A scenario document without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: Report;
  readonly looks: readonly Look[];
  /**
   * Links that could be effectors, including those chosen: the ends of chains, and links with a
   * telling name.
   */
  readonly offered: readonly string[];
}

export function importRobot(
  robot: Robot,
  choice: ImportChoice,
  readerRemarks: readonly Remark[],
  catalogue: Catalogue,
): Read<Imported> {
  const notes = new Notes();
  notes.remarks.push(...readerRemarks);
  const links = linkTree(robot, notes);
  const drives = drivesOf(robot.joints, notes);
  if (!links || notes.faults.length > 0) return notes.result(null as never);
  const leaves = leavesOf(links);
  const named = choice.root === undefined ? (robot.effectors ?? []) : [];
  const guessed = named.length > 0 ? named : guessEffectors(links, drives, choice.root);
  const moved = movedLinks(links, drives, choice.root);
  const effectors = chosenEffectors(choice, leaves, guessed, moved, notes);
  const folded = fold(
    links,
    drives,
    { ...choice, effectors, allJoints: !!choice.allJoints },
    notes,
  );
  tellHeld(robot, notes);
  if (!folded || notes.faults.length > 0) return notes.result(null as never);
  const place = (id: string): Place =>
    robot.joints.find(({ name }) => name === id) ?? { file: '', line: 0 };
  const sound = soundLimits(folded.joints, ({ id, limits = [0, 0] }, leader) => {
    const reason = `its limits ${limits[0]} and ${limits[1]} leave ${quote(leader.id)}, which it mimics, no range of motion; these limits are ignored`;
    notes.changed(place(id), `joint ${quote(id)}, limit`, reason, true);
  });
  for (const [{ id, limits = [0, 0] }, rest] of longSlides(sound.joints, folded.effectors)) {
    const reason = `moves from ${limits[0]} to ${limits[1]} m, but the rest of its chain is ${Number(rest.toPrecision(3))} m long; tolerance and method constants are scaled to the rest`;
    notes.changed(place(id), `joint ${quote(id)}, limit`, reason);
  }
  tellUnmoved(robot, movingJoints(links, drives, effectors, choice.root), effectors, notes);
  const report = reportOf(robot, folded, notes, effectors, leaves);
  const ends = leaves.filter((link) => moved.has(link));
  const worth = new Set([...effectors, ...guessed, ...ends]);
  const offered = [...links.links.keys()]
    .filter((link) => worth.has(link))
    .sort((a, b) => Number(drags(b)) - Number(drags(a)));
  return notes.result({
    document: documentOf(robot, folded.effectors, sound, choice, catalogue),
    report,
    looks: folded.looks,
    offered,
  });
}

/** Proposes at most as many as a scenario can have, first the links that a joint moves. */
function chosenEffectors(
  { effectors = [], leaves }: ImportChoice,
  ends: readonly string[],
  guessed: readonly string[],
  moved: ReadonlySet<string>,
  notes: Notes,
): readonly string[] {
  const asked = new Set(effectors);
  const others = leaves || guessed.length === 0 ? ends : guessed;
  const proposed = leaves || asked.size === 0 ? others.filter((link) => !asked.has(link)) : [];
  const room = Math.max(0, MAX_EFFECTORS - asked.size);
  if (proposed.length <= room) return [...asked, ...proposed];
  const sorted = proposed.toSorted((a, b) => Number(moved.has(b)) - Number(moved.has(a)));
  const taken = new Set(sorted.slice(0, room));
  const rest = proposed.filter((link) => !taken.has(link));
  const reason = `links beyond the maximum of ${MAX_EFFECTORS} are left out: ${firstNames(rest, MOST_NAMED)}`;
  notes.leftOut({ file: '', line: 0 }, 'effectors', reason, true);
  return [...asked, ...proposed.filter((link) => taken.has(link))];
}

const MOST_NAMED = 12;

function tellHeld({ joints }: Robot, notes: Notes): void {
  for (const joint of joints.filter(({ type }) => type === 'floating'))
    if (joint.baseOf)
      notes.changed(joint, joint.baseOf, 'no joint attaches it to the world; its base is fixed');
    else notes.changed(joint, `joint "${joint.name}"`, 'a floating joint is fixed in place', true);
}

/** Reports effectors whose targets leave more than half of the joints where they are. */
function tellUnmoved(
  { links }: Robot,
  { all, moving }: ReturnType<typeof movingJoints>,
  effectors: readonly string[],
  notes: Notes,
): void {
  if (2 * moving >= all) return;
  const who = effectors.length === 1 ? 'its target moves' : 'their targets move';
  const reason = `${listed(effectors, 4)}: ${who} only ${moving} of ${all} joints; the others keep their values`;
  notes.changed({ file: links[0]?.file ?? '', line: 0 }, 'effectors', reason, true);
}

function reportOf(
  { joints }: Robot,
  folded: FoldedTree,
  { remarks }: Notes,
  effectors: readonly string[],
  leaves: readonly string[],
): Report {
  const moving = folded.joints.filter(({ type }) => type !== 'fixed');
  const leftOut = remarks.filter(({ kind }) => kind === 'left-out');
  const changed = remarks.filter(({ kind }) => kind === 'changed');
  return {
    joints: moving.length,
    mimic: moving.filter(({ mimic }) => mimic).length,
    fixed: joints.filter(({ type }) => type === 'fixed').length,
    folded: folded.folded,
    dropped: folded.dropped.map(({ name }) => name),
    left_out: leftOut.map(({ file, line, element, reason }) => ({ file, line, element, reason })),
    effectors,
    leaves,
    warnings: changed.map(remarkText),
  };
}

/** `arm.urdf:12: joint "elbow", limit: ...` */
export const remarkText = ({ file, line, element, reason }: Omit<Remark, 'kind' | 'grave'>) =>
  `${line > 0 ? `${file}:${line}` : file || 'robot'}: ${element}: ${reason}`;

function documentOf(
  { name, up, unit }: Robot,
  effectors: readonly TreeEffector[],
  { joints, bounds }: SoundLimits,
  choice: ImportChoice,
  catalogue: Catalogue,
): Readonly<Record<string, unknown>> {
  const turned = choice.up ?? up;
  const tree = {
    joints: joints.map((joint) => ({ ...jointDefaults, rest: 0, ...joint })),
    effectors,
  };
  const { poses } = choice;
  const goals = poses
    ? effectors.map(({ id }) => (poses.includes(id) ? 'pose' : 'position'))
    : catalogue.defaultGoals(tree, turned);
  const free = bounds.filter(isMovingJoint);
  const given = free.map(({ id }) => choice.start?.get(id));
  const ready = given.includes(undefined) ? catalogue.readyPose(tree, turned, goals) : [];
  const start = given.map((value, i) => clampTo(value ?? ready[i] ?? 0, free[i]?.limits ?? null));
  const tips = tipFrames(joints, effectors, start);
  return {
    iklab: 1,
    name: name.slice(0, MAX_NAME),
    ...(unit && { unit }),
    tree: { joints, effectors },
    start,
    limitPolicy: joints.some(({ limits }) => limits) ? 'clamp' : 'ignore',
    targets: effectors.map(({ id }, i) => {
      const { at, turn } = tips[i] ?? ORIGIN;
      return {
        effector: id,
        position: at.map(written),
        ...(goals[i] !== 'position' && { orientation: quaternionOf(turn) }),
        ...(goals[i] === 'pose-without-heading' && { free: { orientation: [turned] } }),
      };
    }),
    view: { up: turned },
  };
}

const written = (x: number): number => Number(x.toFixed(9)) + 0;
