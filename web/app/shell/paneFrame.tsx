import { type InstanceState, JOINT_JOG_PANEL } from '@iklab/run/session';
import { ReachedSolution } from '../features/solutions/reachedSolution.tsx';
import type { Page } from '../page.ts';
import { InstanceOutcomeLabel } from '../ui/instanceOutcomeLabel.tsx';
import { MethodConstantsText } from '../ui/methodConstantsText.tsx';
import { PanelErrorValue } from '../ui/panelErrorValue.tsx';
import { SlotMarkIcon } from '../ui/slotMarkIcon.tsx';

interface TitleProps {
  readonly page: Page;
  readonly panel: InstanceState;
}

interface PaneProps extends TitleProps {
  readonly hidden: boolean;
}

export function PaneFrame({ page, panel, hidden }: PaneProps) {
  const { label, slot } = panel;
  const { narrow, inspected } = page.viewState;
  const made = narrow.value && inspected.value === JOINT_JOG_PANEL; // One pane stands for all methods.
  return (
    <section class="pane" aria-label={label} hidden={hidden} data-slot={slot}>
      <header>{made ? <h2>Start pose</h2> : <Title page={page} panel={panel} />}</header>
      <div class="tags" aria-hidden="true" />
    </section>
  );
}

function Title({ page, panel }: TitleProps) {
  const { label, slot, caption, lead } = panel;
  const { targets } = page.doc.editor.scenario.value;
  const older = page.viewState.olderText.value;
  return (
    <>
      <SlotMarkIcon slot={slot} />
      <h2>
        <button
          type="button"
          title="Show only this method, or all"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => page.viewState.focus(slot)}
        >
          {label}
        </button>
      </h2>
      {older?.slot === slot ? (
        <span class="note older">
          <span>{older.note}</span>
        </span>
      ) : (
        <MethodConstantsText text={caption.value} />
      )}
      {lead.value !== null && (
        <span class="ahead">
          <span class="margin">{lead.value.margin}</span> <em class="best">{lead.value.title}</em>
        </span>
      )}
      {targets.length > 1 && <span class="total">total</span>}
      <PanelErrorValue panel={panel} className="figure" />
      <InstanceOutcomeLabel page={page} panel={panel} anchor="pane">
        <ReachedSolution page={page} panel={panel} />
      </InstanceOutcomeLabel>
    </>
  );
}
