import { useComputed } from '@preact/signals';
import type { PanelState } from '../session/session.ts';
import { Icon } from './icon.tsx';
import { Mark } from './mark.tsx';
import { Subscripts } from './subscripts.tsx';

interface PaneProps {
  readonly panel: PanelState;
  readonly hidden: boolean;
  /** The title is pressed: this pane alone, or all again. */
  readonly focus: (slot: number) => void;
}

/** The title of a pane over its picture: what method, with what constants, and how it fares. */
export function Pane({ panel, hidden, focus }: PaneProps) {
  const { label, slot, note, figure, outcome, reason, best } = panel;
  const value = useComputed(() => figure.value.value);
  const unit = useComputed(() => figure.value.unit);
  return (
    <section class="pane" aria-label={label} hidden={hidden} data-slot={slot}>
      <header>
        <Mark slot={slot} />
        <h2>
          <button
            type="button"
            title="Show alone, or all again"
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => focus(slot)}
          >
            {label}
          </button>
        </h2>
        <span class="note">
          <Subscripts text={note.value} />
        </span>
        {best.value !== null && (
          <span class="lead">
            <span class="margin">{best.value}</span> <em class="best">Best</em>
          </span>
        )}
        <span class="figure">
          <b>{value}</b> <span>{unit}</span>
        </span>
        <span class={`state ${outcome.value.tone}`} title={reason.value || undefined}>
          <Icon name={outcome.value.sign} size={14} />
          {outcome.value.words}
        </span>
      </header>
      <div class="tags" aria-hidden="true" />
    </section>
  );
}
