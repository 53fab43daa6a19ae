import { stylePixel } from '@iklab/scene/dom';
import { useRef } from 'preact/hooks';
import type { FilterEditing } from './filterEditing.ts';
import { moveKnot } from './knotEdits.ts';
import type { KnotProjection } from './knotProjection.ts';

const STICKY = 8; // Pixels of horizontal movement before a knot leaves its σ.

interface Grip {
  readonly index: number;
  readonly from: readonly [number, number];
  /** Offset of the dragged knot from the pointer at the start of the drag, in pixels. */
  readonly offset: readonly [number, number];
  free: boolean;
}

type LayerEvent = PointerEvent & { readonly currentTarget: HTMLElement };

/**
 * Returns pointer handlers. A press drags the nearest knot, because the areas of knots may overlap.
 */
export function useKnotDrag(
  bend: FilterEditing,
  projection: KnotProjection,
  focus: (index: number) => void,
) {
  const grip = useRef<Grip | null>(null);
  const positionOf = ({
    clientX,
    clientY,
    currentTarget,
  }: LayerEvent): readonly [number, number] => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [(clientX - left) / stylePixel(), (clientY - top) / stylePixel()];
  };
  const release = (): void => {
    if (grip.current) bend.end();
    grip.current = null;
  };
  return {
    // Otherwise the knot below the pointer would get the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown(event: LayerEvent): void {
      if (event.button !== 0 || grip.current) return;
      (event.target as Element).setPointerCapture(event.pointerId);
      const from = positionOf(event);
      const index = projection.nearest(bend.knots.peek(), from);
      const knot = bend.knots.peek()[index];
      if (!knot) return;
      const [x, y] = projection.clampedPosition(knot);
      grip.current = { index, from, offset: [x - from[0], y - from[1]], free: false };
      focus(index);
      bend.begin();
    },
    onPointerMove(event: LayerEvent): void {
      const active = grip.current;
      const knots = bend.knots.peek();
      const knot = active && knots[active.index];
      if (!knot) return;
      const [x, y] = positionOf(event);
      active.free ||= Math.abs(x - active.from[0]) > STICKY;
      if (!active.free && y === active.from[1]) return;
      const to = projection.knotAt(x + active.offset[0], y + active.offset[1]);
      bend.bend(moveKnot(knots, active.index, active.free ? to : { ...to, sigma: knot.sigma }));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
  };
}
