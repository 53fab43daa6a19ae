import { phrasePlainText, targetConstraintText } from '@iklab/core/format/words';
import type { InstanceState, WhyExplanationAnchor } from '@iklab/run/session';
import type { ComponentChildren } from 'preact';
import type { Page } from '../page.ts';
import { Icon } from './icon.tsx';

interface OutcomeWordProps {
  readonly page: Page;
  readonly panel: InstanceState;
  readonly anchor: WhyExplanationAnchor['location'];
  /** Content after the outcome. */
  readonly children?: ComponentChildren;
}

export function InstanceOutcomeLabel({
  page,
  panel: { slot, outcome, externalPanel },
  anchor,
  children,
}: OutcomeWordProps) {
  const { sign, words, tone } = outcome.value;
  const { why } = page.viewState;
  const { targets } = page.doc.editor.scenario.value;
  const parts = targetConstraintText(targets, tone === 'good');
  const content = (
    <>
      <Icon name={sign} size={14} />
      <span>{words}</span>
    </>
  );
  // A panel that plays given poses has no method to explain.
  if (externalPanel) return <span class={`state ${tone}`}>{content}</span>;
  const open = why.value?.slot === slot && why.value.location === anchor;
  return (
    <button
      type="button"
      class={`state ${tone}`}
      data-at={anchor}
      title={parts ? phrasePlainText(parts) : undefined}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => {
        why.value = open ? null : { slot, location: anchor };
      }}
    >
      {content}
      {(tone === 'warn' || tone === 'bad') && <b> Why?</b>}
      {children}
    </button>
  );
}
