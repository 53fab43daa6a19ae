import { MOST_INSTANCES } from '@iklab/core/engine/protocol';
import { fixedDecimalsText, groupedCountText } from '@iklab/core/format';
import css from './crowd.module.css';
import { CROWD_FRAME_TIME, CROWD_SOLVE_TIME, type CrowdRun } from './crowdRun.ts';

const STEPS = 400; // Steps of the slider.
const DECADES = Math.log10(MOST_INSTANCES);

export function CrowdSizeControl({ run }: { readonly run: CrowdRun }) {
  const { count } = run.spec.value;
  return (
    <div class={css.meter}>
      <p class={css.count}>
        <b>{groupedCountText(count)}</b> {count === 1 ? 'instance' : 'instances'}
        <input
          type="range"
          aria-label="Number of instances"
          aria-valuetext={String(count)}
          min="0"
          max={STEPS}
          value={Math.round((STEPS * Math.log10(count)) / DECADES)}
          onInput={(event) => run.apply({ count: countAt(Number(event.currentTarget.value)) })}
        />
        <small>{groupedCountText(MOST_INSTANCES)}</small>
      </p>
      <Cost run={run} count={count} />
    </div>
  );
}

function countAt(step: number): number {
  const value = 10 ** ((DECADES * step) / STEPS);
  return Math.min(MOST_INSTANCES, Math.max(1, Number(value.toPrecision(2))));
}

function Cost({ run, count }: { readonly run: CrowdRun; readonly count: number }) {
  const { solve, draw } = run.numbers.value;
  const share = run.loop.speedShare.value;
  if (solve === null) return <p class={css.cost}>Measured while the run is playing.</p>;
  const drawTime = draw ?? 0;
  const total = Math.max(CROWD_FRAME_TIME, solve + drawTime);
  const percent = (time: number): string => `${(100 * time) / total}%`;
  const each = (1000 * solve) / count;
  const maxCount = Math.min(MOST_INSTANCES, Math.floor((1000 * CROWD_SOLVE_TIME) / each));
  return (
    <div class={css.cost}>
      <p>
        <span>
          solve <b>{milliseconds(solve)}</b>
        </span>
        <span title="CPU time to submit the frame; GPU time is not measured">
          draw <b>{milliseconds(drawTime)}</b>
        </span>
        <span>of {fixedDecimalsText(CROWD_FRAME_TIME, 1)} ms per frame</span>
      </p>
      <div class={css.track} aria-hidden="true">
        <i class={`slot-${run.panel.slot}`} style={{ width: percent(solve) }} />
        <i style={{ width: percent(drawTime) }} />
        <em style={{ left: percent(CROWD_SOLVE_TIME) }} />
      </div>
      <p>
        {fixedDecimalsText(each, each < 9.95 ? 2 : 1)} µs per instance; mark: {CROWD_SOLVE_TIME} ms,
        enough for{' '}
        {maxCount >= MOST_INSTANCES
          ? `all ${groupedCountText(MOST_INSTANCES)} instances`
          : `${groupedCountText(roundCount(maxCount))} instances`}
        {share !== null && <strong> · running at {Math.round(100 * share)} % of real time</strong>}
      </p>
    </div>
  );
}

const milliseconds = (time: number): string => `${fixedDecimalsText(time, time < 9.95 ? 1 : 0)} ms`;
const roundCount = (count: number): number => Number(count.toPrecision(2));
