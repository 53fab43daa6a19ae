import type { TaskRun } from '@iklab/study/tasks';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { studyRunner } from '../study/studyRunner.ts';
import { publishedResultsState } from './publishedResultsState.ts';

const MAX_SECONDS = 60; // Seconds; slower tables only start on request.
const LOW_BATTERY = 0.2; // As a share of the battery's capacity.

interface Machine {
  readonly connection?: { readonly saveData?: boolean };
  getBattery?(): Promise<{ readonly charging: boolean; readonly level: number }>;
}

/** Returns whether automatic computation is off: by `?compute=0`, or to save data or battery. */
async function isAutoStartOff(page: Page): Promise<boolean> {
  if (!page.scope.services.computesUnasked) return true;
  const { connection, getBattery } = navigator as Machine;
  if (connection?.saveData) return true;
  const battery = await getBattery?.call(navigator).catch(() => null);
  return !!battery && !battery.charging && battery.level < LOW_BATTERY;
}

/**
 * Computes tables without results, the quickest first, while the page of all tables is `open`.
 * Pauses while another study runs.
 */
export function useAutomaticTableRuns(page: Page, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    let mounted = true;
    let mine: TaskRun | null = null;
    let yielding = false; // Paused for another study.
    const runner = studyRunner(page);
    const state = publishedResultsState(page);
    const othersRunning = (): boolean =>
      runner.runs.some((run) => run !== mine && run.state === 'running');
    const yieldOrResume = (): void => {
      if (!mine) return;
      if (mine.state === 'running' && othersRunning()) {
        yielding = true;
        mine.pause();
      } else if (yielding && !othersRunning()) {
        yielding = false;
        mine.start();
      }
    };
    const drop = runner.changes.subscribe(yieldOrResume);
    const begin = async (): Promise<void> => {
      state.isAutomatic.value = !(await isAutoStartOff(page));
      if (!state.isAutomatic.value) return;
      await state.restore();
      for (const table of state.missingTables) {
        if (state.estimateSeconds(table) > MAX_SECONDS) continue;
        while (mounted && othersRunning()) await nextChange(runner);
        if (!mounted) return;
        const run = await state.begin(table);
        mine = run;
        run.start(); // Resumes a run that was paused when the page was left.
        while (mounted && (run.state === 'running' || yielding)) await nextChange(runner);
        if (!mounted) return run.pause();
        mine = null;
      }
      state.isAutomatic.value = false;
    };
    void begin();
    return () => {
      mounted = false;
      drop();
      mine?.pause();
    };
  }, [open]);
}

const nextChange = (runner: ReturnType<typeof studyRunner>): Promise<void> =>
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
