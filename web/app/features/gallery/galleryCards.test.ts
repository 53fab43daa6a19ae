/** Checks the claims of gallery cards against their scenes and a run of each. */

import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { loadedScenarioPresetIds } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { describe, expect, test } from 'vitest';
import {
  computeGalleryCardPicture,
  GALLERY_SHELVES,
  type GalleryCard,
  galleryCards,
  sceneSizeText,
} from './galleryCards.ts';

const engine = await testEngine();
const all = galleryCards(withCardTexts(engine.catalogue), { all: [] });
const card = (id: string): GalleryCard => {
  const found = all.find((each) => each.id === id);
  if (!found) throw new Error(`no card ${id}`);
  return found;
};
const treeOf = (id: string) => resolveScenario(card(id).scenario).tree;

/** Runs a scene; returns how every panel ends, and its largest joint step in any one update. */
function ran(id: string, most = 1200) {
  const { scenario } = card(id);
  const lab = engine.open(resolveScenario(scenario));
  const panels = scenario.methods.map((_, i) => i);
  const turns = panels.map(() => 0);
  const poses: number[][][] = panels.map((i) => [[...lab.angles(i)]]);
  while (!lab.finished && lab.frame < 1 && (poses[0]?.length ?? 0) < most) {
    lab.advance(1);
    for (const i of panels) {
      const [before = [], now] = [poses[i]?.at(-1), [...lab.angles(i)]];
      turns[i] = Math.max(turns[i] ?? 0, ...now.map((x, j) => Math.abs(x - (before[j] ?? x))));
      poses[i]?.push(now);
    }
  }
  const ends = panels.map((i) => ({
    stop: lab.status(i).stop,
    updates: lab.status(i).updates,
    turn: turns[i] ?? 0,
    poses: poses[i] ?? [],
    angles: [...lab.angles(i)],
  }));
  lab.close();
  return ends;
}

test('every preset scene and every failure has a card with a known shelf, name and line', () => {
  expect(all.filter(({ preset }) => preset).map(({ id }) => id)).toEqual(loadedScenarioPresetIds());
  const failures = withCardTexts(engine.catalogue).methods.flatMap((row) => row.failures);
  expect(all.filter(({ shelf }) => shelf === 'failures')).toHaveLength(failures.length);
  const shelves = GALLERY_SHELVES.map(({ id }) => id);
  for (const { shelf, name, line } of all) {
    expect(shelves).toContain(shelf);
    expect(Math.min(name.length, line.length)).toBeGreaterThan(0);
  }
});

test('the card of each failure names the remedies that run beside it', () => {
  for (const { shelf, scenario, line } of all) {
    if (shelf !== 'failures') continue;
    expect(scenario.methods.length, line).toBeGreaterThan(1);
    for (const { label } of scenario.methods.slice(1)) expect(line).toContain(label);
  }
});

test('a card shows the number of joints and targets', () => {
  expect(sceneSizeText(card('double-y'))).toBe('25 joints · 4 targets');
  expect(sceneSizeText(card('spare-joints'))).toBe('18 joints · 1 target');
  expect(sceneSizeText(card('arm-6'))).toBe('6 joints · 1 pose');
});

describe('the description is true of', () => {
  test('four ways: several but not all methods reach the target, in different update counts', () => {
    const ends = ran('four-ways');
    const there = ends.filter(({ stop }) => stop === 'reached').map(({ updates }) => updates);
    expect(there.length).toBeGreaterThan(1);
    expect(there.length).toBeLessThan(ends.length);
    expect(new Set(there).size).toBe(there.length);
  });

  test('two joints: all methods reach the target, with the elbow bent to either side', () => {
    const ends = ran('two-joints');
    expect(ends.map(({ stop }) => stop)).toEqual(ends.map(() => 'reached'));
    const sides = ends.map(({ angles: [, elbow = 0] }) => Math.sign(Math.sin(elbow)));
    expect(new Set(sides)).toEqual(new Set([1, -1]));
  });

  test('what λ buys: more λ, more updates and smaller joint steps', () => {
    const ends = ran('what-lambda-buys');
    const lambdas = card('what-lambda-buys').scenario.methods.map(({ params }) => params.lambda);
    expect(lambdas).toEqual([...lambdas].sort((a, b) => Number(a) - Number(b)));
    for (const [i, end] of ends.entries()) {
      expect(end.stop).toBe('reached');
      const before = ends[i - 1];
      if (!before) continue;
      expect(end.updates).toBeGreaterThan(before.updates);
      expect(end.turn).toBeLessThan(before.turn);
    }
  });

  test('redundant joints: all methods reach the target, each in a different pose', () => {
    const ends = ran('spare-joints');
    expect(ends.map(({ stop }) => stop)).toEqual(ends.map(() => 'reached'));
    for (const [i, a] of ends.entries())
      for (const b of ends.slice(i + 1))
        expect(
          Math.max(...a.angles.map((x, j) => Math.abs(x - (b.angles[j] ?? 0)))),
        ).toBeGreaterThan(0.1);
  });

  test('three links: the target is out of reach during a part of its path', () => {
    const { scenario } = card('planar-3-link');
    const lab = engine.open(resolveScenario(scenario));
    const within = new Set<boolean>();
    for (let frame = 0; frame < 1440; frame++) {
      lab.advance();
      const [x = 0, y = 0] = lab.goals();
      within.add(Math.hypot(x, y) <= 1 + 0.8 + 0.5);
    }
    lab.close();
    expect(within.size).toBe(2);
  });

  test('limits: four methods, and none exceeds a joint limit', () => {
    const { joints } = treeOf('human-arm-limits');
    const limits = joints.filter(isIndependentJoint).map((joint) => joint.limits);
    const ends = ran('human-arm-limits');
    expect(ends).toHaveLength(4);
    const within = (angle: number, j: number): boolean => {
      const [low, high] = limits[j] ?? [-Infinity, Infinity];
      return angle > low - 1e-9 && angle < high + 1e-9;
    };
    for (const { poses } of ends) expect(poses.filter((pose) => !pose.every(within))).toEqual([]);
  });

  test.each(['tabaczynski-5-link', 'tabaczynski-2-link'])('%s: its three update counts', (id) => {
    const counts = ran(id).map(({ updates }) => updates + 1);
    const [first, second, third] = counts;
    expect(card(id).line).toContain(`iteration counts ${first}, ${second} and ${third}`);
  });

  test('the mechanisms: numbers of joints, effectors and joint types', () => {
    expect(treeOf('y').effectors).toHaveLength(2);
    expect(treeOf('double-y-16').joints.filter(isIndependentJoint)).toHaveLength(16);
    expect(treeOf('chain-40').joints.filter(isIndependentJoint)).toHaveLength(40);
    expect(treeOf('star').effectors).toHaveLength(5);
    expect(treeOf('torso').effectors).toHaveLength(2);
    const kinds = new Set(treeOf('spatial-8').joints.map(({ type }) => type));
    expect(kinds).toEqual(new Set(['revolute', 'prismatic', 'screw']));
    expect(card('arm-6').scenario.targets.every(({ orientation }) => orientation)).toBe(true);
    for (const id of ['double-y', 'y', 'double-y-16'])
      expect(card(id).scenario.targets.every(({ motion }) => motion)).toBe(true);
  });
});

test('a thumbnail ends with the drawn effector on its target in scenes that reach it', () => {
  const near = (id: string): number => {
    const { poses, tips, goals } = computeGalleryCardPicture(engine, card(id)).sketch;
    const last = poses.at(-1) ?? [];
    return Math.max(
      ...tips.map((tip, i) => {
        const [a, b] = [last[tip] ?? [0, 0], goals[i] ?? [0, 0]];
        return Math.hypot(a[0] - b[0], a[1] - b[1]);
      }),
    );
  };
  for (const id of [
    'four-ways',
    'two-joints',
    'spare-joints',
    'arm-6',
    'star',
    'torso',
    'chain-40',
  ])
    expect(near(id), id).toBeLessThan(2e-3);
  const failure = all.find(({ shelf }) => shelf === 'failures') as GalleryCard;
  expect(computeGalleryCardPicture(engine, failure).sketch.slot).toBe(
    failure.scenario.methods[0]?.slot,
  );
});
