import { freePartsText, plainText } from 'iklab/format';
import type { InstanceState, WhyAnchor } from 'iklab/run';
import type { Page } from '../page.ts';
import { Icon } from './icon.tsx';

interface OutcomeWordProps {
  readonly page: Page;
  readonly panel: InstanceState;
  readonly at: WhyAnchor['at'];
}

/** The outcome of a panel as icon and words. Pressing it explains the outcome. */
export function OutcomeWord({ page, panel: { slot, outcome, given }, at }: OutcomeWordProps) {
  const { sign, words, tone } = outcome.value;
  const { why } = page.viewState;
  const { targets } = page.doc.editor.scenario.value;
  const parts = freePartsText(targets, tone === 'good');
  const said = (
    <>
      <Icon name={sign} size={14} />
      <span>{words}</span>
    </>
  );
  // A panel that plays given poses has no method to explain.
  if (given) return <span class={`state ${tone}`}>{said}</span>;
  const open = why.value?.slot === slot && why.value.at === at;
  return (
    <button
      type="button"
      class={`state ${tone}`}
      data-at={at}
      title={parts ? plainText(parts) : undefined}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => {
        why.value = open ? null : { slot, at };
      }}
    >
      {said}
      {(tone === 'warn' || tone === 'bad') && <b> Why?</b>}
    </button>
  );
}
