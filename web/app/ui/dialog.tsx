import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './icon.tsx';
import { useUniqueId } from './useUniqueId.ts';

interface DialogProps {
  readonly title: string;
  readonly class: string | undefined;
  readonly close: () => void;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Modal dialog. Escape, the close button or a click outside closes the dialog. */
export function Dialog({ title, class: className, close, head, children }: DialogProps) {
  const id = useUniqueId();
  const box = useRef<HTMLDialogElement>(null);
  // Open before the next key press, which is meant for the dialog.
  useLayoutEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog
      class={`dialog ${className}`}
      aria-labelledby={id}
      ref={box}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === box.current) box.current?.close();
      }}
    >
      <section class="inside">
        <header>
          <h2 id={id}>{title}</h2>
          {head}
          <IconButton name="Close" icon="close" press={() => box.current?.close()} />
        </header>
        {children}
      </section>
    </dialog>
  );
}
