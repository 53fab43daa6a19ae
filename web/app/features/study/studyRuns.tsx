import { groupedCountText } from '@iklab/core/format';
import type { TaskRun } from '@iklab/study/tasks';
import { areWorkersUnavailable } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { type StudyRunner, studyRunner } from './studyRunner.ts';
import css from './studyRuns.module.css';

interface RunsProps {
  readonly page: Page;
  readonly shownElsewhere: readonly TaskRun[];
}

export function UnfinishedStudyRuns({ page, shownElsewhere }: RunsProps) {
  const runner = studyRunner(page);
  const open = runner.runs.filter(
    (run) => run.state !== 'done' && !run.plan.hidden && !shownElsewhere.includes(run),
  );
  if (open.length === 0) return null;
  return (
    <aside class={css.results} aria-label="Running">
      {open.map((run) => (
        <section key={run.plan.key} class={css.running}>
          <h2>{run.plan.title}</h2>
          <StudyRunProgress {...{ page, run }} />
        </section>
      ))}
    </aside>
  );
}

interface RunProps {
  readonly page: Page;
  readonly run: TaskRun;
}

export function StudyRunProgress({ page, run }: RunProps) {
  const runner = studyRunner(page);
  runner.changes.value; // Subscribes to the run.
  const { done, all } = run.progress();
  return (
    <div class={css.progress}>
      <p class={css.big}>
        <b>
          {Math.floor((100 * done) / Math.max(1, all))}
          {'\u202f'}%
        </b>
        <span class="small">{progressText(runner, run)}</span>
        <Acts {...{ page, run }} />
      </p>
      <progress value={done} max={Math.max(1, all)} aria-label={`${run.plan.title}: done`} />
      <Groups run={run} />
      <StudyRunNotes run={run} />
    </div>
  );
}

export function StudyRunNotes({ run }: { readonly run: TaskRun }) {
  return (
    <>
      {areWorkersUnavailable() && (
        <p class="small" role="status">
          Web workers are unavailable, so studies run on the page and take longer.
        </p>
      )}
      {run.notStored !== '' && (
        <p class="small warn" role="status">
          Results cannot be stored for a reload: {run.notStored}
        </p>
      )}
    </>
  );
}

function Acts({ page, run }: RunProps) {
  const runner = studyRunner(page);
  const canRestart = run.state === 'cancelled' || run.state === 'failed';
  const toggle = (): void => {
    if (run.state === 'running') run.pause();
    else if (canRestart) runner.open(run.plan);
    else run.start();
  };
  const name = run.state === 'running' ? 'Pause' : canRestart ? 'Again' : 'Go on';
  return (
    <span class="acts">
      <button type="button" class="iconb s" aria-label={name} title={name} onClick={toggle}>
        <Icon name={run.state === 'running' ? 'pause' : 'play'} size={14} />
      </button>
      {!canRestart && (
        <button
          type="button"
          class="iconb s"
          aria-label="Cancel"
          title="Cancel"
          onClick={() => runner.remove(run)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  );
}

const MOST_GROUPS = 40;

function Groups({ run }: { readonly run: TaskRun }) {
  const { groups } = run;
  if (groups.length < 2) return null;
  const visible = groups.slice(0, MOST_GROUPS);
  const more = groups.length - visible.length;
  return (
    <ul>
      {visible.map((group) => {
        const { done, all } = run.progress(group);
        return (
          <li key={group}>
            <span>{group}</span>
            <progress value={done} max={Math.max(1, all)} aria-label={group} />
            <span class={css.num}>{groupedCountText(done)}</span>
          </li>
        );
      })}
      {more > 0 && <li>and {groupedCountText(more)} more</li>}
    </ul>
  );
}

function progressText(runner: StudyRunner, run: TaskRun): string {
  const { done, all } = run.progress();
  const fraction = all > 1 ? `${groupedCountText(done)} of ${groupedCountText(all)}` : '';
  if (run.state === 'failed') return `stopped: ${run.fault}`;
  if (run.state !== 'running') return [fraction, run.state].filter(Boolean).join(', ');
  const { rate, remainingSeconds: secondsLeft } = run;
  if (!Number.isFinite(rate))
    return [fraction, isWaiting(runner, run) ? 'waits' : ''].filter(Boolean).join(', ');
  const each = rate >= 10 ? groupedCountText(Math.round(rate)) : rate.toPrecision(2);
  return [fraction, `${each} a second`, `${durationText(secondsLeft)} left`]
    .filter(Boolean)
    .join(', ');
}

function isWaiting({ runs }: StudyRunner, run: TaskRun): boolean {
  return runs.slice(0, runs.indexOf(run)).some(({ state }) => state === 'running');
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
