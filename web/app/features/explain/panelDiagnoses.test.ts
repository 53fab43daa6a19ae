/** When a panel is diagnosed, and when a diagnosis is discarded. */
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { answerDiagnosis, type DiagnosisRequest } from '@iklab/run/explain';
import { Session } from '@iklab/run/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WithLabScope } from '../../browser/labScope.ts';
import { PanelDiagnoses } from './panelDiagnoses.ts';

const engine = await testEngine();

/** The target is out of reach of both methods. */
const DOCUMENT = {
  iklab: 1,
  tree: { planar: { links: [1, 0.8] } },
  start: [0.3, 0.5],
  targets: [{ effector: 'tip', position: [2.5, 0, 0] }],
  methods: [
    { id: 'dls', params: { lambda: 0.5 } },
    { id: 'transpose', params: { alpha: 0.01 } },
  ],
  run: { mode: 'converge' },
};

/** Requests to the worker, which answers when a test calls `answerNext`. */
let asked: DiagnosisRequest[] = [];
let answerNext: () => Promise<void>;

class TestWorker {
  onmessage: (event: { data: unknown }) => void = () => {};
  postMessage(request: DiagnosisRequest): void {
    asked.push(request);
    answerNext = async () => {
      this.onmessage({ data: answerDiagnosis(request, engine) });
      await vi.advanceTimersByTimeAsync(0);
    };
  }
  terminate(): void {}
}

let session: Session;
let service: PanelDiagnoses;
const end = new AbortController();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', TestWorker);
  asked = [];
  session = new Session(engine, makeTestScene(DOCUMENT, engine));
  service = new PanelDiagnoses({ scope: { endSignal: end.signal } } as WithLabScope);
});
afterEach(() => {
  service.reset();
  session.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const tell = vi.fn();
const follow = (moves = false): void => {
  session.updateNumbers();
  service.follow(session, moves, tell);
};
const verdictOf = (panel: number) => session.instances[panel]?.verdict.peek() ?? null;
const runUntil = (panel: number): void => {
  while (session.lab.status(panel).stop === null) session.advance();
};

test('a panel is diagnosed 200 ms after it stops, even while others still run', async () => {
  session.advance();
  follow(true);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  runUntil(0);
  expect(session.lab.status(1).stop).toBeNull();
  follow(true);
  vi.advanceTimersByTime(100);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(asked).toHaveLength(1);
  expect(verdictOf(0)).toBeNull();
  await answerNext();
  expect(tell).toHaveBeenCalled();
  expect(verdictOf(0)?.diagnosis.cause).toBe('out-of-reach');
  expect(verdictOf(0)?.proof).toMatchObject({ method: 'shell', needsLimits: false, target: 0 });
  expect(verdictOf(1)).toBeNull();
});

test('moving a target cancels a pending diagnosis and clears a finished one', async () => {
  runUntil(0);
  follow(true);
  vi.advanceTimersByTime(100);
  session.lab.setTarget(0, 2.4, 0, 0);
  follow(true);
  vi.advanceTimersByTime(100);
  expect(asked).toEqual([]); // the delay has started again
  vi.advanceTimersByTime(100);
  expect(asked).toHaveLength(1);
  session.lab.setTarget(0, 2.3, 0, 0);
  await answerNext();
  expect(verdictOf(0)).toBeNull();
  follow(true);
  await vi.advanceTimersByTimeAsync(200);
  await answerNext();
  expect(verdictOf(0)?.outcome.words).toBe('out of reach by 500 mm');
  session.lab.setTarget(0, 2.2, 0, 0);
  session.updateNumbers();
  expect(verdictOf(0)).toBeNull();
});

test('the same pose is diagnosed only once', async () => {
  runUntil(0);
  follow(true);
  await vi.advanceTimersByTimeAsync(200);
  await answerNext();
  const [instance] = session.instances;
  if (instance) instance.verdict.value = null;
  service.reset();
  follow(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(1);
  expect(verdictOf(0)).not.toBeNull();
});
