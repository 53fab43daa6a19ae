import type { TaskRun } from '@iklab/study';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { studyRunner } from '../study/studyRunner.ts';
import { publishedOf } from './publishedState.ts';

const LONGEST = 60; // Seconds; slower tables only start on request.
const LOW = 0.2; // As a share of the battery's capacity.

interface Machine {
  readonly connection?: { readonly saveData?: boolean };
  getBattery?(): Promise<{ readonly charging: boolean; readonly level: number }>;
}

/** Whether automatic computing is off: to save data or battery, or by `?compute=0`. */
async function isSpared(page: Page): Promise<boolean> {
  if (!page.scope.services.computesUnasked) return true;
  const { connection, getBattery } = navigator as Machine;
  if (connection?.saveData) return true;
  const battery = await getBattery?.call(navigator).catch(() => null);
  return !!battery && !battery.charging && battery.level < LOW;
}

/**
 * Computes the missing tables, the quickest first, while the page that lists all of them is `open`.
 * They wait while another study runs.
 */
export function useTablesByThemselves(page: Page, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    let here = true;
    let mine: TaskRun | null = null;
    let held = false; // Paused for another study.
    const runner = studyRunner(page);
    const at = publishedOf(page);
    const others = (): boolean =>
      runner.runs.some((run) => run !== mine && run.state === 'running');
    const turn = (): void => {
      if (!mine) return;
      if (mine.state === 'running' && others()) {
        held = true;
        mine.pause();
      } else if (held && !others()) {
        held = false;
        mine.start();
      }
    };
    const drop = runner.changes.subscribe(turn);
    const begin = async (): Promise<void> => {
      at.byItself.value = !(await isSpared(page));
      if (!at.byItself.value) return;
      await at.restore();
      for (const table of at.missingTables) {
        if (at.secondsOf(table) > LONGEST) continue;
        while (here && others()) await next(runner);
        if (!here) return;
        const run = await at.begin(table);
        mine = run;
        run.start(); // Resumes a run that was paused when the page was left.
        while (here && (run.state === 'running' || held)) await next(runner);
        if (!here) return run.pause();
        mine = null;
      }
      at.byItself.value = false;
    };
    void begin();
    return () => {
      here = false;
      drop();
      mine?.pause();
    };
  }, [open]);
}

/** Resolves with the next change of any run. */
const next = (runner: ReturnType<typeof studyRunner>): Promise<void> =>
  new Promise((resolve) => {
    let first = true;
    const drop = runner.changes.subscribe(() => {
      if (first) {
        first = false;
        return;
      }
      resolve();
      queueMicrotask(() => drop());
    });
  });
