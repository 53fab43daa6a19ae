import { threadTime } from '@iklab/core/time';
import { TargetPathRecording } from '@iklab/run/history';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import css from './motion.module.css';

/** `target`: index of the target; null for the target that is dragged first. */
export function startTargetRecording(page: Page, target: number | null): void {
  const session = page.doc.session.peek();
  page.recording.value?.cancel();
  if (!session) return;
  page.recording.value = new TargetPathRecording(page.doc, session, target, (reason) => {
    page.recording.value = null;
    page.recordingFault.value = reason;
  });
  page.recordingFault.value = '';
}

export function RecordingBar({ page }: { page: Page }) {
  const recording = page.recording.value;
  useWindowEvents(
    ['keydown'],
    (event) => {
      if (!recording || event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      recording.cancel();
    },
    page.scope.services.eventTarget,
  );
  if (!recording) return <RecordingFault page={page} />;
  const [target, seconds] = [recording.target.value, recording.seconds.value];
  const which = target === null ? 'a target' : `target ${target + 1}`;
  return (
    <div class={css.recording}>
      <i class={seconds === null ? '' : 'on'} />
      <p role="status">
        {seconds === null ? `Drag ${which} to record its path` : `Recording ${which}`}
      </p>
      {seconds !== null && <span>{seconds.toFixed(1)} s</span>}
      <button type="button" class="button primary" onClick={() => recording.stop()}>
        Stop
      </button>
      <button
        type="button"
        class="button"
        title="Cancel (Escape)"
        onClick={() => recording.cancel()}
      >
        Cancel
      </button>
    </div>
  );
}

function RecordingFault({ page }: { page: Page }) {
  const reason = page.recordingFault.value;
  const [visible, show] = useState(false);
  useEffect(() => {
    if (!reason) return;
    show(true);
    return threadTime.schedule(8000, () => show(false), 'background');
  }, [reason]);
  return visible && reason ? (
    <p class={css.unrecorded} role="alert">
      {reason}
    </p>
  ) : null;
}
