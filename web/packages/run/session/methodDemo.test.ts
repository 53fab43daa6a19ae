import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { dot } from '@iklab/core/scenario/numbers';
import { targetMotionPlanes } from '@iklab/core/scenario/targets';
import { describe, expect, test } from 'vitest';
import { FlatView } from '../drawing/flatView.ts';
import { MethodDemo } from './methodDemo.ts';
import { Session } from './session.ts';

const engine = await testEngine();
const { methods } = withCardTexts(engine.catalogue);
const rowOf = (id: string) => methods.find((row) => row.id === id) as DescribedMethod;

function demoOf(id: string, look: (demo: MethodDemo) => void): void {
  const demo = new MethodDemo(engine, rowOf(id));
  try {
    look(demo);
  } finally {
    demo.close();
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, x) => all + x, 0);

describe.each(methods)('$id', ({ id, traits }) => {
  test('runs and reports finite shares of its kind for the first and last updates', () =>
    demoOf(id, (demo) => {
      expect(demo.poses.length).toBeGreaterThan(1);
      const kind = traits.includes('per-target')
        ? 'target'
        : traits.includes('per-joint')
          ? 'joint'
          : 'direction';
      for (const k of [0, demo.poses.length - 2, demo.poses.length - 1]) {
        const shares = demo.shares(k);
        expect(shares.kind).toBe(kind);
        expect(shares.items.length).toBeGreaterThan(0);
        for (const { requested: asked, achieved: taken } of shares.items) {
          expect(Number.isFinite(asked) && asked >= 0).toBe(true);
          expect(Number.isFinite(taken) && taken >= 0).toBe(true);
        }
      }
      expect(sum(demo.shares(0).items.map(({ achieved: taken }) => taken))).toBeGreaterThan(0);
      expect(
        sum(demo.shares(demo.poses.length - 1).items.map(({ achieved: taken }) => taken)),
      ).toBe(0);
    }));

  test('ends after the same updates and with the same stop as a session of its scene', () =>
    demoOf(id, (demo) => {
      if (demo.scene.scenario.run.mode !== 'converge') return;
      const session = new Session(engine, demo.scene);
      while (session.advance());
      const { updates, stop } = session.lab.status(0);
      session.close();
      expect([demo.poses.length - 1, demo.stop]).toEqual([updates, stop]);
    }));

  test('largestUpdate has the largest joint step and a share above 0', () =>
    demoOf(id, (demo) => {
      const before = demo.largestUpdate - 1;
      const [here, ...all] = [before, ...demo.poses.keys()].map((k) =>
        Math.max(...demo.step(k).map(Math.abs)),
      );
      expect(here).toBe(demo.largest);
      expect(here).toBeGreaterThanOrEqual(Math.max(...all));
      const shown = demo.shares(before).items.filter(({ achieved: taken }) => taken > 0);
      expect(shown.length).toBeGreaterThan(0);
    }));

  test('a target dragged beyond the drawing stops at its edge, in the target plane', () =>
    demoOf(id, (demo) => {
      const view = new FlatView(demo.scene, demo.poses);
      const first = demo.poses[0] as (typeof demo.poses)[number];
      const [x = 0, y = 0, z = 0] = first.goals;
      const to = view.movePoint([x, y, z], [view.left + 1e9, view.top + view.height / 2]);
      const [right, down] = view.project(to);
      expect(right).toBeCloseTo(view.left + view.width, 9);
      expect(down).toBeCloseTo(view.top + view.height / 2, 9);
      const [plane] = targetMotionPlanes(demo.scene);
      if (plane) expect(dot(to, plane.normal)).toBeCloseTo(plane.height, 12);
    }));
});

test('a target 1 km away is out of reach, one at the effector is not', () =>
  demoOf('dls', (demo) => {
    demo.moveTarget(0, [1000, 0, 0]);
    expect(demo.isOutOfReach).toBe(true);
    const points = demo.poses.at(-1)?.points ?? [];
    demo.moveTarget(0, [...points.slice(-3)] as unknown as [number, number, number]);
    expect(demo.isOutOfReach).toBe(false);
  }));

test('truncated takes equal shares of all directions; DLS takes less, far less at ten times λ', () => {
  demoOf('truncated', (demo) => {
    // the step limit shortens the step by one factor
    const parts = demo
      .shares(0)
      .items.map(({ requested: asked, achieved: taken }) => taken / asked);
    for (const part of parts) expect(part).toBeCloseTo(parts[0] as number, 6);
  });
  demoOf('dls', (demo) => {
    const lambda = demo.knobValue;
    for (const { requested: asked, achieved: taken } of demo.shares(0).items)
      expect(taken).toBeLessThan(asked);
    demo.setKnob(lambda * 10);
    expect(demo.knobValue).toBe(lambda * 10);
    const slow = demo.largest;
    demo.setKnob(lambda);
    expect(slow).toBeLessThan(demo.largest / 5);
  });
});

test('SDLS keeps every share within its bound, and every joint step within γ_max', () =>
  demoOf('sdls', (demo) => {
    expect(demo.knob.label).toBe('Largest change γ_max');
    for (let k = 0; k < demo.poses.length - 1; k++)
      for (const { achieved: taken, bound } of demo.shares(k).items) {
        expect(bound).toBeLessThanOrEqual(demo.knobValue);
        expect(taken).toBeLessThanOrEqual((bound as number) + 1e-9);
      }
    demo.setKnob(0.1);
    expect(demo.gammaMax).toBe(0.1);
    expect(demo.largest).toBeLessThanOrEqual(0.1 + 1e-12);
  }));

test('gammaMax belongs to the stage that bounds directions, whichever parameter the knob sets', () => {
  demoOf('two-stage', (demo) => {
    expect(demo.knob.label).toBe('Switch at d');
    expect(demo.gammaMax).toBe(Math.PI / 4);
    const caps = (k: number) =>
      demo.shares(k).items.flatMap(({ bound }) => (bound === null ? [] : [bound]));
    expect(caps(0), 'the first stage bounds none').toEqual([]);
    demo.setKnob(1.5); // m: at this distance the second stage runs
    expect(demo.gammaMax).toBe(Math.PI / 4);
    const bounds = demo.poses.flatMap((_, k) => caps(k));
    expect(bounds.length).toBeGreaterThan(0);
    expect(Math.max(...bounds)).toBeLessThanOrEqual(Math.PI / 4);
    expect(Math.max(...bounds)).toBeGreaterThan(0.1);
  });
  for (const id of ['dls', 'qp', 'fabrik']) demoOf(id, (demo) => expect(demo.gammaMax).toBeNull());
});

test('QP takes some joints to their bounds and none beyond', () =>
  demoOf('qp', (demo) => {
    const all = demo.poses.slice(1).flatMap((_, k) => demo.shares(k).items);
    expect(all.some(({ atBound }) => atBound)).toBe(true);
    for (const { achieved: taken, bound } of all)
      if (bound !== null) expect(taken).toBeLessThanOrEqual(bound + 1e-9);
  }));

test('Priority ends at the first target, with error left at the second', () =>
  demoOf('priority', (demo) => {
    const [first, second] = demo.shares(demo.poses.length - 1).items;
    expect(first?.requested).toBeLessThan(1e-3);
    expect(second?.requested).toBeGreaterThan(0.1);
  }));

test('moving a target starts a new run from the start pose, to the new position', () =>
  demoOf('fabrik', (demo) => {
    const before = demo.poses[0]?.angles;
    demo.moveTarget(0, [1, 1, 0]);
    expect(demo.poses[0]?.angles).toEqual(before);
    expect([...(demo.poses.at(-1)?.goals ?? [])].slice(0, 3)).toEqual([1, 1, 0]);
    expect(demo.stop).toBe('reached');
  }));
