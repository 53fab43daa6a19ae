import { useEffect, useRef } from 'preact/hooks';
import type { Asker } from '../session/looks.ts';
import type { PanelState } from '../session/session.ts';
import { IconButton } from './icon.tsx';
import { Mark } from './mark.tsx';
import type { Page } from './page.ts';
import { besidePane } from './whyPlace.ts';
import './why.css';

/** Why a panel fares as it does, beside its pane; goes when the scene becomes another. */
export function Why({ page, asker }: { page: Page; asker: Asker }) {
  const panel = page.desk.session.value?.panels.find(({ slot }) => slot === asker.slot);
  const close = (): void => {
    page.looks.why.value = null;
  };
  const scenario = page.desk.editor.scenario.value;
  const asked = useRef(scenario);
  useEffect(() => {
    if (scenario !== asked.current) close();
  }, [scenario]);
  return panel ? <Popover key={asker} panel={panel} asker={asker} close={close} /> : null;
}

interface PopoverProps {
  readonly panel: PanelState;
  readonly asker: Asker;
  readonly close: () => void;
}

function Popover({ panel, asker, close }: PopoverProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => besidePane(box.current as HTMLElement, asker), []);
  useEffect(() => {
    const word = document.activeElement as HTMLElement | null;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (!document.activeElement || document.activeElement === document.body) word?.focus();
    };
  }, []);
  useOutside(box, close);
  const { words } = panel.outcome.value;
  return (
    <section class="why" role="dialog" aria-labelledby="why-question" tabIndex={-1} ref={box}>
      <header>
        <Mark slot={panel.slot} />
        <h2 id="why-question">
          Why is {panel.label} {words}?
        </h2>
        <IconButton name="Close" icon="close" press={close} />
      </header>
      <p>{panel.reason.value}</p>
    </section>
  );
}

/** Escape closes, and a press that is neither in it nor in the panes, which may be turned meanwhile. */
function useOutside(box: { readonly current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    const pressed = ({ target }: Event): void => {
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      if (!target.closest('.panes, .state')) close();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    addEventListener('pointerdown', pressed);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointerdown', pressed);
      removeEventListener('keydown', key);
    };
  }, []);
}
