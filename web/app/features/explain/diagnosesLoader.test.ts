/** When the script that diagnoses panels is loaded. */
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { Session } from '@iklab/run/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LabScope } from '../../browser/labScope.ts';
import { DiagnosesLoader } from './diagnosesLoader.ts';

const engine = await testEngine();

const scene = (x: number) => ({
  iklab: 1,
  tree: { planar: { links: [1, 0.8] } },
  start: [0.3, 0.5],
  targets: [{ effector: 'tip', position: [x, 0.3, 0] }],
  methods: [{ id: 'dls' }],
  run: { mode: 'converge' },
});

let session: Session;
const loadPart = vi.fn(async () => null);
let loader: DiagnosesLoader;
const opened = (x: number): void => {
  session = new Session(engine, makeTestScene(scene(x), engine));
};
const update = (playing: boolean): void => loader.update({ session, playing, linkHeld: false });
beforeEach(() => {
  loadPart.mockClear();
  const scope = { endSignal: new AbortController().signal } as LabScope;
  loader = new DiagnosesLoader({ scope, doc: { loadPart }, loop: { redraw: vi.fn() } });
});
afterEach(() => session.close());

test('loads the script once, when a panel stops short of its target', () => {
  opened(2.5);
  update(true);
  session.advance();
  update(true);
  expect(loadPart).not.toHaveBeenCalled();
  while (session.advance());
  update(true);
  update(false);
  expect(loadPart).toHaveBeenCalledTimes(1);
});

test('loads the script when the run is paused, but not at its start', () => {
  opened(2.5);
  update(false);
  expect(loadPart).not.toHaveBeenCalled();
  session.advance();
  update(false);
  expect(loadPart).toHaveBeenCalledTimes(1);
});

test('loads nothing when the target is reached', () => {
  opened(1.2);
  while (session.advance());
  update(false);
  expect(session.lab.status(0).stop).toBe('reached');
  expect(loadPart).not.toHaveBeenCalled();
});
