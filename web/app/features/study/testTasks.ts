/** For tests: tasks of studies wait until the test lets them be done, in its own thread. */
import {
  doTask,
  type PoolWorker,
  TaskPool,
  type TaskRequest,
  type WorkerAnswer,
} from '@iklab/study';
import { testEngine } from 'iklab/engine/testing';
import { vi } from 'vitest';
import { browserClock } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { act } from '../../testing.ts';
import { studyRunner } from './studyRunner.ts';

/** Results of a kind of task that a test makes up, such as times; undefined: it is done. */
export type MadeUp = (request: TaskRequest) => unknown;

type Task = Parameters<PoolWorker['post']>[0];

const PULSE = 1000; // ms: by then a runner has told of every change

/** To be called before anything is run. */
export async function holdTasks(page: Page, madeUp: MadeUp = () => undefined) {
  const engine = await testEngine();
  const waiting: { task: Task; answer: (message: WorkerAnswer) => void }[] = [];
  const worker = (): PoolWorker => {
    let hear: (message: WorkerAnswer) => void = () => {};
    return {
      post: (task) => void waiting.push({ task, answer: (message) => hear(message) }),
      listen: (answer) => {
        hear = answer;
      },
      end: () => waiting.splice(0),
    };
  };
  Object.assign(studyRunner(page), { pool: new TaskPool(1, worker, browserClock) });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    await vi.advanceTimersByTimeAsync(PULSE);
  };
  const answered = ({ id, request }: Task): WorkerAnswer => {
    try {
      const given = request as TaskRequest;
      return { id, result: madeUp(given) ?? doTask(given, engine) };
    } catch (error) {
      return { id, fault: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    /** Lets so many tasks be done, all by default, and what they lead to. */
    run: (count = Number.POSITIVE_INFINITY): Promise<void> =>
      act(async () => {
        await settle();
        for (let done = 0; done < count; done++) {
          const next = waiting.shift();
          if (!next) break;
          next.answer(answered(next.task));
          await settle();
        }
      }),
  };
}
