import { useComputed } from '@preact/signals';
import type { PanelState } from '../session/session.ts';
import { Icon } from './icon.tsx';
import { Mark } from './mark.tsx';

/** The title of a pane over its picture: what method, with what constants, and how it fares. */
export function Pane({ panel }: { panel: PanelState }) {
  const { label, slot, note, figure, outcome, best } = panel;
  const value = useComputed(() => figure.value.value);
  const unit = useComputed(() => figure.value.unit);
  return (
    <section class="pane" aria-label={label}>
      <header>
        <Mark slot={slot} />
        <h2>{label}</h2>
        <span class="note">
          <Note text={note} />
        </span>
        {best.value && <em class="best">Best</em>}
        <span class="figure">
          <b>{value}</b> <span>{unit}</span>
        </span>
        <span class={`state ${outcome.value.tone}`}>
          <Icon name={outcome.value.sign} size={14} />
          {outcome.value.words}
        </span>
      </header>
      <div class="tags" aria-hidden="true" />
    </section>
  );
}

/** Text in which `_name` is a subscript. */
function Note({ text }: { text: string }) {
  return text.split(/_(\w+)/).map((part, i) => (i % 2 === 1 ? <sub key={part}>{part}</sub> : part));
}
