import type { ComponentChildren, TargetedToggleEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { useUniqueId } from './useUniqueId.ts';

export interface MenuItem {
  readonly label: string;
  readonly note?: string;
  readonly disabled?: boolean;
  readonly keyboard?: boolean;
  act(): void;
}

interface MenuProps {
  readonly name?: string;
  readonly class: string | undefined;
  readonly items: readonly MenuItem[];
  readonly children: ComponentChildren;
}

const GAP = 4; // Pixels between the button and its menu.
const EDGE = 8;

export function Menu({ name, class: className, items, children }: MenuProps) {
  const id = useUniqueId();
  const button = useRef<HTMLButtonElement>(null);
  const handleToggle = (event: TargetedToggleEvent<HTMLElement>): void => {
    const menu = event.currentTarget as HTMLElement;
    button.current?.setAttribute('aria-expanded', String(event.newState === 'open'));
    if (event.newState !== 'open' || !button.current) return;
    positionPopover(menu, button.current.getBoundingClientRect());
    entries(menu)[0]?.focus();
  };
  return (
    <>
      <button
        type="button"
        class={className}
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        aria-expanded="false"
        popovertarget={id}
        ref={button}
      >
        {children}
      </button>
      <div
        id={id}
        class="popover menu"
        role="menu"
        popover="auto"
        onToggle={handleToggle}
        onKeyDown={moveFocus}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={item.disabled}
            class={item.keyboard ? 'list-row keyboard' : 'list-row'}
            onClick={(event) => {
              event.currentTarget.closest<HTMLElement>('.menu')?.hidePopover();
              item.act();
            }}
          >
            <span>{item.label}</span>
            {item.note && <small>{item.note}</small>}
          </button>
        ))}
      </div>
    </>
  );
}

const entries = (menu: HTMLElement): HTMLButtonElement[] => [
  ...menu.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)'),
];

export function positionPopover(menu: HTMLElement, anchor: DOMRect, over = false): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - height;
  const fitsBelow = below + height <= innerHeight - EDGE && !(over && above >= EDGE);
  const top = fitsBelow ? below : Math.max(EDGE, above);
  const left = anchor.left + anchor.width / 2 > innerWidth / 2 ? anchor.right - width : anchor.left;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - width))}px`;
}

function moveFocus(event: KeyboardEvent): void {
  const all = entries(event.currentTarget as HTMLElement);
  const index = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}
