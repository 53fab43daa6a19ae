import { applyDocumentEdit, setTargetPosition } from '@iklab/core/document/edits';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scenario } from '@iklab/core/scenario';
import {
  LIVE_SESSION_PHASE,
  type SceneOpeningRequest,
  type SessionPhase,
} from '@iklab/run/history';
import { PlaybackLoop } from '@iklab/run/playback';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CurrentSessions } from './currentSessions.ts';

const engine = await testEngine();
const FRESH: SceneOpeningRequest = { settings: null, firstVisit: true };

let calm = false;
beforeEach(() => {
  calm = false;
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function opened(preset: string, how: SceneOpeningRequest = FRESH) {
  const phase = signal<SessionPhase>(LIVE_SESSION_PHASE);
  const work = { advance: () => true, draw: () => {}, updateNumbers: () => {} };
  const loop = new PlaybackLoop(work, () => {});
  const sessions = new CurrentSessions(engine, loop, phase);
  const session = sessions.open(makeTestScene({ iklab: 1, preset }, engine), how);
  /** Marks the session as shown, as the page does when it is ready. */
  const showSession = () => {
    sessions.markMounted(sessions.session.peek() ?? session);
    phase.value = LIVE_SESSION_PHASE;
  };
  return { phase, loop, sessions, session, showSession };
}

function edited(scenario: Scenario, change: Parameters<typeof applyDocumentEdit>[1]): Scenario {
  const next = applyDocumentEdit(scenario, change, engine.catalogue);
  if (!next.ok) throw new Error(next.faults[0]?.reason);
  return next.value;
}

test('a scene is opening until the page has shown it', () => {
  const { phase, sessions, session, showSession } = opened('y');
  expect(phase.value).toEqual({ kind: 'opening', request: FRESH, frame: 0, play: true });
  expect(sessions.session.value).toBe(session);
  expect(sessions.mountedSession.value).toBeNull();
  showSession();
  expect(sessions.mountedSession.value).toBe(session);
});

test('with reduced motion a scene runs ahead and stays paused; settings of a link override this', () => {
  calm = true;
  expect(opened('y').phase.value).toMatchObject({ frame: 240, play: false });
  const settings = { play: true, frame: 7, layout: null, hidden: [] };
  const asked = opened('y', { settings, firstVisit: false }).phase.value;
  expect(asked).toMatchObject({ frame: 7, play: true });
});

test('changing a label applies to the current session without a restart', () => {
  const { phase, sessions, session, showSession } = opened('y');
  showSession();
  const { startCount } = session;
  const before = startCount.value;
  sessions.applyEdit(
    edited(session.scene.scenario, ({ methods: [first] }) => {
      if (first) first.label = 'renamed';
    }),
  );
  expect(sessions.session.value).toBe(session);
  expect(phase.value).toBe(LIVE_SESSION_PHASE);
  expect(session.appliedScene.value.scenario.methods[0]?.label).toBe('renamed');
  expect(startCount.value).toBe(before);
});

test('changing a parameter restarts methods of a converging run', () => {
  const { loop, sessions, session, showSession } = opened('tabaczynski-2-link');
  showSession();
  loop.play();
  const before = session.startCount.value;
  sessions.applyEdit(
    edited(session.scene.scenario, ({ methods: [first] }) => {
      if (first) first.maxStep = 0.01;
    }),
  );
  expect(session.startCount.value).toBe(before + 1);
});

test.each(['live', 'past'] as const)('moving a target resumes a paused run, shown %s', (shown) => {
  const { phase, loop, sessions, session, showSession } = opened('four-ways');
  showSession();
  for (let i = 0; i < 20; i++) session.advance();
  if (shown === 'past') phase.value = { kind: 'past', entry: 7 };
  sessions.applyEdit(edited(session.scene.scenario, setTargetPosition(0, [1, 2, 0])));
  expect(loop.playing.value).toBe(true);
  expect(phase.value).toBe(LIVE_SESSION_PHASE);
});

test('an edit that moves no target leaves a paused run paused', () => {
  const { phase, loop, sessions, session, showSession } = opened('four-ways');
  showSession();
  for (let i = 0; i < 20; i++) session.advance();
  phase.value = { kind: 'past', entry: 7 };
  sessions.applyEdit(
    edited(session.scene.scenario, ({ methods: [first] }) => {
      if (first) first.maxStep = 0.01;
    }),
  );
  expect(loop.playing.value).toBe(false);
  expect(phase.value).toEqual({ kind: 'past', entry: 7 });
});

test.each([
  [false, false, { frame: 5, play: false }],
  [true, false, { frame: 0, play: true }],
  [true, true, { frame: 5, play: true }],
])(
  'removing a method opens a new session (playing %s, page hidden %s)',
  (playing, left, begins) => {
    const { phase, loop, sessions, session, showSession } = opened('y');
    showSession();
    for (let i = 0; i < 5; i++) session.advance();
    if (playing) loop.play();
    if (left) loop.suspended = true;
    sessions.applyEdit(edited(session.scene.scenario, ({ methods }) => void methods.pop()));
    expect(phase.value).toEqual({ kind: 'opening', request: null, ...begins });
    expect(sessions.session.value).not.toBe(session);
    expect(sessions.mountedSession.value).toBe(session);
  },
);
