import { duplicateMethod, moveMethod, removeMethod } from '@iklab/core/document/edits';
import { type ErrorRulerScale, microsecondsText } from '@iklab/core/format';
import type { InstanceState } from '@iklab/run/session';
import type { Page } from '../../page.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { InstanceOutcomeLabel } from '../../ui/instanceOutcomeLabel.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { MethodConstantsText } from '../../ui/methodConstantsText.tsx';
import { PanelErrorValue } from '../../ui/panelErrorValue.tsx';
import { ErrorRuler } from '../../ui/ruler.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { FORMULA_METHOD_ID } from '../formula/formulaReading.ts';
import css from './methodPanelCard.module.css';

interface CardProps {
  readonly page: Page;
  readonly panel: InstanceState;
  readonly index: number;
  readonly count: number;
  readonly ruler: ErrorRulerScale;
  /** Error in metres below which the targets are reached; null without a single bound. */
  readonly tolerance: number | null;
}

export function MethodPanelCard({ page, panel, index, count, ruler, tolerance }: CardProps) {
  const { slot } = panel;
  const label = panel.label.value;
  const open = page.viewState.inspected.value === slot;
  const updates = panel.updates.value;
  return (
    <li class={open ? 'card open' : 'card'} data-slot={slot}>
      <div class={css.cardTitle}>
        <SlotMarkIcon slot={slot} />
        <div class="card-name">
          <h3>
            <button
              type="button"
              class={`${css.inspect} one-line`}
              aria-expanded={open}
              onClick={() => page.viewState.inspect(slot)}
            >
              {label}
            </button>
          </h3>
        </div>
        <span class="acts">
          <Eye page={page} slot={slot} label={label} />
          <Menu
            name={`Menu of ${label}`}
            class="iconb s"
            items={menuItems(page, index, count, panel)}
          >
            <Icon name="menu" />
          </Menu>
        </span>
      </div>
      <div class={css.cardFigures}>
        <PanelErrorValue panel={panel} className={css.error} />
        <InstanceOutcomeLabel page={page} panel={panel} anchor="card" />
      </div>
      <div class={css.cardFacts}>
        <MethodConstantsText text={panel.caption.value} />
        <span class={css.updates}>
          {!panel.externalPanel && (updates === 1 ? '1 update' : `${updates} updates`)}
          {panel.micros.value !== null && ` · ${microsecondsText(panel.micros.value)} each`}
        </span>
      </div>
      <ErrorRuler panel={panel} ruler={ruler} tolerance={tolerance} />
    </li>
  );
}

function Eye({ page, slot, label }: { page: Page; slot: number; label: string }) {
  const { viewState } = page;
  const isVisible = !viewState.hidden.value.includes(slot);
  const last = viewState.isLast(slot);
  return (
    <IconButton
      name={isVisible ? `Hide ${label}` : `Show ${label}`}
      icon={isVisible ? 'eye' : 'closed'}
      title={last ? 'At least one method stays visible' : undefined}
      small
      disabled={last}
      press={() => viewState.hide(slot, isVisible)}
    />
  );
}

function menuItems(
  page: Page,
  index: number,
  count: number,
  { label, slot, externalPanel }: InstanceState,
): MenuItem[] {
  const { solo } = page.viewState;
  const name = label.value;
  const alone = solo.value === slot;
  const { methods } = page.doc.editor.scenario.value;
  const written = methods[index]?.id === FORMULA_METHOD_ID;
  const write = (): void => {
    page.viewState.writing.value = slot;
  };
  const showAlone: MenuItem = {
    label: alone ? 'Show all methods' : 'Show alone',
    disabled: count < 2,
    act: () => page.viewState.showAlone(slot),
  };
  if (externalPanel) return [showAlone, { label: 'Remove', act: () => page.doc.play(null) }];
  return [
    ...(written ? [{ label: 'Edit formula', act: write }] : []),
    showAlone,
    { label: 'Replace method…', act: () => page.viewState.openMethodPicker(slot) },
    {
      label: 'Duplicate',
      disabled: count >= 8,
      act: () => page.doc.edit(`Duplicate ${name}`, duplicateMethod(index)),
    },
    {
      label: 'Move up',
      disabled: index === 0,
      act: () => page.doc.edit(`Move ${name}`, moveMethod(index, -1)),
    },
    {
      label: 'Move down',
      disabled: index === methods.length - 1,
      act: () => page.doc.edit(`Move ${name}`, moveMethod(index, 1)),
    },
    {
      label: 'Remove',
      disabled: methods.length < 2,
      act: () => page.doc.edit(`Remove ${name}`, removeMethod(index)),
    },
  ];
}
