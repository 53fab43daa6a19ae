import { stylePixel } from '@iklab/scene/dom';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { PANE_SPLIT_RANGES, type PaneSplitName } from '../browser/paneSplits.ts';
import type { Page } from '../page.ts';

interface Border {
  readonly name: string;
  readonly upright: boolean;
  /** Returns the position of the border at the pointer, in the units of `SPLITS`. */
  positionOf(box: DOMRect, event: Pick<PointerEvent, 'clientX' | 'clientY'>): number;
}

const BORDERS: Record<PaneSplitName, Border> = {
  left: {
    name: 'Width of the column',
    upright: true,
    positionOf: (box, { clientX }) => (clientX - box.left) / stylePixel(),
  },
  charts: {
    name: 'Height of the charts',
    upright: false,
    positionOf: (box, { clientY }) => (box.bottom - clientY) / stylePixel(),
  },
  inspector: {
    name: 'Width of the inspector',
    upright: true,
    positionOf: (box, { clientX }) => (box.right - clientX) / stylePixel(),
  },
};

const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as const;

export function PaneSplitBar({
  page,
  split,
}: {
  readonly page: Page;
  readonly split: PaneSplitName;
}) {
  const { splits } = page;
  const { name, upright, positionOf } = BORDERS[split];
  const { least, most, usual, step } = PANE_SPLIT_RANGES[split];
  const position = splits.positions.value[split] ?? usual;
  const take = (event: TargetedPointerEvent<HTMLElement>): void => {
    event.stopPropagation(); // Otherwise the camera behind it would rotate.
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: TargetedPointerEvent<HTMLElement>): void => {
    const bar = event.currentTarget;
    if (!bar.hasPointerCapture(event.pointerId)) return;
    splits.move(split, positionOf((bar.parentElement as Element).getBoundingClientRect(), event));
  };
  const currentPosition = (bar: HTMLElement): number => {
    const { x, y, width, height } = bar.getBoundingClientRect();
    const middle = { clientX: x + width / 2, clientY: y + height / 2 };
    return positionOf((bar.parentElement as Element).getBoundingClientRect(), middle);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const direction = KEYS[event.key as keyof typeof KEYS];
    if (direction === undefined && event.key !== 'Home') return;
    event.preventDefault();
    event.stopPropagation();
    if (direction === undefined) splits.reset(split);
    else
      splits.move(
        split,
        currentPosition(event.currentTarget) + (split === 'left' ? direction : -direction) * step,
      );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element can be neither focused nor moved
    <div
      class="split"
      data-split={split}
      role="separator"
      aria-label={name}
      title={`${name}: drag or use arrow keys; double-click or press Home to reset`}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={position}
      tabIndex={0}
      onPointerDown={take}
      onPointerMove={move}
      onDblClick={() => splits.reset(split)}
      onKeyDown={press}
    />
  );
}
