import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GlossaryEntry, GlossaryTermId } from './glossary.ts';
import { positionPopover } from './menu.tsx';
import './glossaryTerm.css';
import { useUniqueId } from './useUniqueId.ts';

interface TermProps {
  readonly term: GlossaryTermId | GlossaryEntry;
  readonly name?: string;
  /** Additional action of a press. With an action, the explanation is above the term. */
  readonly press?: () => void;
  readonly children: ComponentChildren;
}

const HIDE_DELAY = 200; // Milliseconds that the pointer may take from the term to the explanation.

export function GlossaryTerm({ term, name, press, children }: TermProps) {
  const id = useUniqueId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const cancelTimer = useRef<CancelCallback | undefined>(undefined);
  const [entry, setEntry] = useState<GlossaryEntry | null>(null);
  const show = async (): Promise<void> => {
    cancelTimer.current?.();
    if (!entry)
      setEntry(typeof term === 'string' ? (await import('./glossary.ts')).GLOSSARY[term] : term);
    if (box.current?.matches(':popover-open') !== false) return;
    box.current.showPopover();
    settle();
  };
  const settle = (): void => {
    if (!box.current?.matches(':popover-open')) return;
    positionPopover(
      box.current,
      (button.current as HTMLElement).getBoundingClientRect(),
      Boolean(press),
    );
  };
  // Position again after the text has arrived, because an empty box has no width.
  useLayoutEffect(settle, [entry]);
  const soon = (act: () => void): void => {
    cancelTimer.current?.();
    cancelTimer.current = threadTime.schedule(HIDE_DELAY, act);
  };
  const hide = (): void => box.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        class="term"
        aria-label={name}
        aria-describedby={id}
        ref={button}
        onClick={() => {
          press?.();
          show();
        }}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && soon(show)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && soon(hide)}
      >
        {children}
      </button>
      <span
        id={id}
        class="popover explained"
        role="tooltip"
        popover="auto"
        ref={box}
        onPointerEnter={() => cancelTimer.current?.()}
        onPointerLeave={() => soon(hide)}
      >
        {entry && (
          <>
            <b>{entry.title}</b> {entry.text}
          </>
        )}
      </span>
    </>
  );
}
