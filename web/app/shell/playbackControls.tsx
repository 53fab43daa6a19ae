import { READY_RUN_OUTCOME } from '@iklab/core/format/words';
import type { Timeline } from '@iklab/run/playback';
import type { Session } from '@iklab/run/session';
import type { Page } from '../page.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { makeLazyComponent } from '../ui/makeLazyComponent.tsx';
import { SlotMarkIcon } from '../ui/slotMarkIcon.tsx';
import { useMeasuredWidth } from '../ui/useMeasuredWidth.ts';
import { layoutTimelineLabels } from './layoutTimelineLabels.ts';

const RunPicks = makeLazyComponent(
  async () => (await import('../features/scene/motionParts.ts')).RunSettingChoices,
);
const RecordingBar = makeLazyComponent(
  async () => (await import('../features/scene/motionParts.ts')).RecordingBar,
);

export function PlaybackControls({ page, session }: { page: Page; session: Session }) {
  const { playing, timeline } = page;
  const canRunAgain = !playing.value && session.numbers.ended.value;
  const name = playing.value ? 'Pause' : canRunAgain ? 'Run again' : 'Play';
  // The views show the pose in the Joints panel, which belongs to no update.
  const showsRun = page.viewState.jog.value === null;
  return (
    <footer class="transport">
      <div class="keys">
        <IconButton
          name="Restart"
          title="Restart from the start pose"
          icon="first"
          press={page.restart}
        />
        <IconButton
          name="Back one update"
          title="Back one update (,)"
          icon="back"
          press={() => page.step(-1)}
        />
        <button
          type="button"
          class="iconb play"
          aria-label={name}
          title={`${name} (Space)`}
          onClick={page.togglePlaying}
        >
          <Icon name={playing.value ? 'pause' : canRunAgain ? 'again' : 'play'} />
        </button>
        <IconButton
          name="Forward one update"
          title="Forward one update (.)"
          icon="forward"
          press={() => page.step(1)}
        />
      </div>
      <p class="clock">
        {showsRun && session.numbers.clock.value && <b>{session.numbers.clock}</b>}{' '}
        {showsRun && <span class="count">{session.numbers.count}</span>}
        <SpeedNotice page={page} />
      </p>
      <RecordingBar page={page} />
      {timeline.value && !page.recording.value && (
        <TimelineScrubber page={page} session={session} timeline={timeline.value} />
      )}
      <RunPicks page={page} />
    </footer>
  );
}

function SpeedNotice({ page: { speedShare } }: { page: Page }) {
  const share = speedShare.value;
  if (share === null) return null;
  const percent = 100 * share;
  return (
    <small class="behind" role="status">
      running at {percent < 10 ? percent.toPrecision(1) : Math.round(percent)} % of real time
    </small>
  );
}

interface ScrubProps {
  readonly page: Page;
  readonly session: Session;
  readonly timeline: Timeline;
}

export function TimelineScrubber({ page, session, timeline }: ScrubProps) {
  const [first, last] = [timeline.first.value, timeline.last.value];
  const current = timeline.entry.value ?? last;
  const share = (entry: number): string =>
    `${(100 * (entry - first)) / Math.max(1, last - first)}%`;
  const [line, width] = useMeasuredWidth<HTMLDivElement>();
  const nameOf = (instance: number): string => session.instances[instance]?.label.value ?? '';
  // Instances that were at their targets from the start have no arrival.
  const marks = timeline.marks.value.filter(
    ({ instance }) => session.instances[instance]?.outcome.value.words !== READY_RUN_OUTCOME.words,
  );
  return (
    <div class="scrub" ref={line}>
      <i class="past" style={{ width: share(current) }} />
      {marks.map(({ instance, entry }) => {
        const slot = session.instances[instance]?.slot;
        return <i key={slot} class={`event slot-${slot}`} style={{ left: share(entry) }} />;
      })}
      {layoutTimelineLabels(marks, { first, last, width }, nameOf).map(
        ({ entry, instances, left, named }) => (
          <span
            key={entry}
            class="arrival wide"
            style={{ left: `${left / 16}rem` }}
            role="img"
            aria-label={`${instances.map(nameOf).join(', ')} reached the targets`}
          >
            {instances.map((instance) => (
              <span key={instance}>
                <SlotMarkIcon slot={session.instances[instance]?.slot ?? 1} />
                {named && nameOf(instance)}
              </span>
            ))}
          </span>
        ),
      )}
      <input
        type="range"
        aria-label="History"
        aria-valuetext={`${current} of ${last}`}
        min={first}
        max={last}
        value={current}
        disabled={last === first}
        onInput={(event) => page.goToEntry(Number(event.currentTarget.value))}
      />
    </div>
  );
}
