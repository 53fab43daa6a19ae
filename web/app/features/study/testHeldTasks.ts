/**
 * Test helpers that open studies and hold their tasks until a test runs them, in the test's thread.
 */

import { testEngine } from '@iklab/core/engine/testing';
import {
  type PoolWorker,
  solveTask,
  TaskPool,
  type TaskRequest,
  type WorkerAnswer,
} from '@iklab/study/tasks';
import { h } from 'preact';
import { vi } from 'vitest';
import { browserClock } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { act, renderInto, type TestPage } from '../../testing.ts';
import type { StudyKind } from './studyKind.ts';
import { studyRunner } from './studyRunner.ts';

/** Returns a made-up result for a task, such as times, or undefined to compute the real one. */
type FakeResult = (request: TaskRequest) => unknown;

type Task = Parameters<PoolWorker['post']>[0];

const PULSE = 1000; // Milliseconds, within which a runner reports every change.

/** Opens a study on a test page, holds its tasks, and returns queries for its fields. */
export async function openStudyWithHeldTasks(
  kind: StudyKind,
  page: TestPage,
  fakeResult?: FakeResult,
) {
  const tasks = await holdStudyTasks(page, fakeResult);
  const { Form, Figures } = kind as Required<StudyKind>;
  const props = { page, studyFromUrl: null };
  const view = renderInto([h(Form, props), h(Figures, props)]);
  const field = (name: string) => view.get<HTMLInputElement>('textbox', name);
  const list = (name: string) => view.get<HTMLSelectElement>('combobox', name);
  const runButton = () => view.get<HTMLButtonElement>('button', 'Run');
  return { page, tasks, view, field, list, runButton };
}

/** Holds the tasks of studies until the test runs them; to be called before any study runs. */
export async function holdStudyTasks(page: Page, fakeResult: FakeResult = () => undefined) {
  const engine = await testEngine();
  const waiting: { task: Task; answer: (message: WorkerAnswer) => void }[] = [];
  const worker = (): PoolWorker => {
    let listener: (message: WorkerAnswer) => void = () => {};
    return {
      post: (task) => void waiting.push({ task, answer: (message) => listener(message) }),
      listen: (answer) => {
        listener = answer;
      },
      end: () => waiting.splice(0),
    };
  };
  Object.assign(studyRunner(page), { pool: new TaskPool(1, worker, browserClock) });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    await vi.advanceTimersByTimeAsync(PULSE);
  };
  const answerTo = ({ id, request }: Task): WorkerAnswer => {
    try {
      const given = request as TaskRequest;
      return { id, result: fakeResult(given) ?? solveTask(given, engine) };
    } catch (error) {
      return { id, fault: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    /** Runs held tasks, by default all of them, and the effects of their results. */
    run: (count = Number.POSITIVE_INFINITY): Promise<void> =>
      act(async () => {
        await settle();
        for (let done = 0; done < count; done++) {
          const next = waiting.shift();
          if (!next) break;
          next.answer(answerTo(next.task));
          await settle();
        }
      }),
  };
}
