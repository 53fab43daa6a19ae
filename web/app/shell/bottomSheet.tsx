import type { Session } from '@iklab/run/session';
import type { ComponentChildren, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../page.ts';
import { SlotMarkIcon } from '../ui/slotMarkIcon.tsx';

const PULL_DISTANCE = 48; // Pixels.

interface SheetProps {
  readonly page: Page;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/**
 * A half-height sheet below the visible pane on phones. Pulling up covers the pane; pulling down
 * closes the sheet. Other screens show only the content.
 */
export function BottomSheet({ close, children }: SheetProps) {
  const box = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const from = useRef<number | null>(null);
  const pulled = useRef(0);
  const [up, raise] = useState(false);
  useFocus(grip);
  const shift = (offset: number): void => {
    pulled.current = offset;
    box.current?.style.setProperty('translate', offset === 0 ? '' : `0 ${offset}px`);
  };
  const take = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const handle = (event.target as Element).closest('.grip, .sheet > * > header');
    const control = (event.target as Element).closest('button:not(.grip), label');
    if (!handle || control || !grip.current?.offsetParent) return;
    handle.setPointerCapture(event.pointerId);
    from.current = event.clientY;
    pulled.current = 0;
  };
  const pull = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (from.current === null) return;
    const offset = event.clientY - from.current;
    shift(up ? Math.max(0, offset) : Math.max(-PULL_DISTANCE, offset));
  };
  const leave = (): void => {
    if (from.current === null) return;
    const offset = pulled.current;
    from.current = null;
    shift(0);
    pulled.current = offset; // The click at the end of a pull does not count.
    if (offset >= PULL_DISTANCE && !up) close();
    else if (Math.abs(offset) >= PULL_DISTANCE) raise(offset < 0);
  };
  const press = (): void => {
    if (Math.abs(pulled.current) < PULL_DISTANCE) raise(!up);
    pulled.current = 0;
  };
  return (
    <div
      class="sheet"
      data-up={up}
      ref={box}
      onPointerDown={take}
      onPointerMove={pull}
      onPointerUp={leave}
      onPointerCancel={leave}
    >
      <button
        type="button"
        class="grip"
        aria-label="Full height"
        aria-pressed={up}
        ref={grip}
        onClick={press}
      />
      {children}
    </div>
  );
}

function useFocus(grip: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (!grip.current?.offsetParent) return;
    const before = document.activeElement as HTMLElement | null;
    const sheet = grip.current.parentElement;
    grip.current.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      if (sheet?.contains(focused) || focused === document.body)
        before?.focus({ preventScroll: true });
    };
  }, []);
}

interface MarksProps {
  readonly page: Page;
  readonly session: Session;
}

export function MethodMarkButtons({ page, session }: MarksProps) {
  const { inspected, writing } = page.viewState;
  const shownSlot = inspected.value ?? writing.value ?? 0;
  if (shownSlot < 1) return null; // No method is shown there.
  return (
    <fieldset class="marks" data-over>
      <legend class="unseen">Method</legend>
      {session.instances.map(({ slot, label }) => (
        <button
          key={slot}
          type="button"
          aria-label={label.value}
          aria-pressed={shownSlot === slot}
          onClick={() => {
            inspected.value = slot === writing.value ? null : slot;
          }}
        >
          <SlotMarkIcon slot={slot} />
        </button>
      ))}
    </fieldset>
  );
}
