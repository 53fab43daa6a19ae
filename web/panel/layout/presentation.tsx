import { useEffect } from 'preact/hooks';
import { IconButton } from '../controls/icon.tsx';
import type { Page } from '../page.ts';

const REST = 2000; // ms without a move until pointer and buttons fade

/** The buttons of the presentation; while it lasts, the style sheet shows little else. */
export function Presentation({ page }: { page: Page }) {
  const leave = (): void => {
    page.viewState.presenting.value = false;
  };
  usePresenting(leave);
  return (
    <nav class="presentation" aria-label="Presentation">
      <IconButton name="Restart" icon="first" press={page.restart} />
      <IconButton
        name={page.playing.value ? 'Pause' : 'Play'}
        icon={page.playing.value ? 'pause' : 'play'}
        press={page.toggle}
      />
      <IconButton
        name="Leave the presentation"
        title="Leave the presentation (P)"
        icon="close"
        press={leave}
      />
    </nav>
  );
}

function usePresenting(leave: () => void): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const gone = new AbortController();
    const { signal } = gone;
    let due = 0;
    const wake = (): void => {
      clearTimeout(due);
      delete dataset.resting;
      due = window.setTimeout(() => {
        dataset.resting = '';
      }, REST);
    };
    for (const act of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(act, wake, { passive: true, signal });
    const leaveBy = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    window.addEventListener('keydown', leaveBy, { signal });
    dataset.presenting = '';
    wake();
    return () => {
      gone.abort();
      clearTimeout(due);
      delete dataset.resting;
      delete dataset.presenting;
    };
  }, []);
}
