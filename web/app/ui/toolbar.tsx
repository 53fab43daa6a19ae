import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ToolbarProps {
  readonly name: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/**
 * A toolbar with one tab stop: the button that last had the focus. Arrow keys move between buttons.
 */
export function Toolbar({ name, class: className, children }: ToolbarProps) {
  const host = useRef<HTMLDivElement>(null);
  const buttons = (): HTMLButtonElement[] => [
    ...(host.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ];
  const stopAt = (stop: HTMLElement | undefined): void => {
    for (const each of buttons()) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(() => stopAt(buttons().find(({ tabIndex }) => tabIndex === 0)));
  const walk = (event: KeyboardEvent): void => {
    const all = buttons();
    const index = all.indexOf(event.target as HTMLButtonElement);
    const [next, last] = [index + 1, all.length - 1];
    const to = {
      ...{ ArrowRight: next, ArrowDown: next, ArrowLeft: index + last, ArrowUp: index + last },
      ...{ Home: 0, End: last },
    }[event.key];
    if (to === undefined || index < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[to % all.length]?.focus();
  };
  return (
    <div
      class={className}
      role="toolbar"
      aria-label={name}
      ref={host}
      onKeyDown={walk}
      onFocusIn={({ target }) => stopAt(target as HTMLElement)}
    >
      {children}
    </div>
  );
}
