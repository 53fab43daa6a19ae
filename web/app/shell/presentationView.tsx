import type { CancelCallback } from '@iklab/core/time';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../page.ts';
import { IconButton } from '../ui/icon.tsx';
import { useWindowEvents } from '../ui/useWindowEvents.ts';

const IDLE_DELAY = 2000; // Milliseconds without pointer movement until pointer and buttons fade.

export function PresentationView({ page }: { page: Page }) {
  const leave = (): void => {
    page.viewState.presenting.value = false;
  };
  usePresenting(page, leave);
  return (
    <nav class="presentation" aria-label="Presentation">
      <IconButton name="Restart" icon="first" press={page.restart} />
      <IconButton
        name={page.playing.value ? 'Pause' : 'Play'}
        icon={page.playing.value ? 'pause' : 'play'}
        press={page.togglePlaying}
      />
      <IconButton
        name="Exit presentation"
        title="Exit presentation (P)"
        icon="close"
        press={leave}
      />
    </nav>
  );
}

function usePresenting({ scope }: Page, leave: () => void): void {
  const { root, eventTarget, time } = scope.services;
  const { dataset } = root;
  const cancelRest = useRef<CancelCallback | undefined>(undefined);
  const wake = (): void => {
    cancelRest.current?.();
    delete dataset.resting;
    cancelRest.current = time.schedule(
      IDLE_DELAY,
      () => {
        dataset.resting = '';
      },
      'background',
    );
  };
  useWindowEvents(['pointermove', 'pointerdown', 'keydown'], wake, eventTarget);
  useWindowEvents(
    ['keydown'],
    (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    },
    eventTarget,
  );
  useEffect(() => {
    dataset.presenting = '';
    wake();
    return () => {
      cancelRest.current?.();
      delete dataset.resting;
      delete dataset.presenting;
    };
  }, []);
}
