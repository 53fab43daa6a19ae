import { unit } from '@iklab/scene/dom';
import { useRef } from 'preact/hooks';
import type { Bend } from './bend.ts';
import { movedKnot } from './knotMoves.ts';
import type { KnotPlaces } from './knotPlaces.ts';

const STICKY = 8; // Pixels of horizontal movement before a knot leaves its σ.

interface Grip {
  readonly index: number;
  /** `from`: where the pointer went down; `aside`: offset of the knot from there. */
  readonly from: readonly [number, number];
  readonly aside: readonly [number, number];
  free: boolean;
}

type LayerEvent = PointerEvent & { readonly currentTarget: HTMLElement };

/** Pointer events on knots. A press takes the nearest knot, because their areas may overlap. */
export function useKnotDrag(bend: Bend, places: KnotPlaces, focus: (index: number) => void) {
  const grip = useRef<Grip | null>(null);
  const at = ({ clientX, clientY, currentTarget }: LayerEvent): readonly [number, number] => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [(clientX - left) / unit(), (clientY - top) / unit()];
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
      const from = at(event);
      const index = places.nearest(bend.knots.peek(), from);
      const knot = bend.knots.peek()[index];
      if (!knot) return;
      const [x, y] = places.held(knot);
      grip.current = { index, from, aside: [x - from[0], y - from[1]], free: false };
      focus(index);
      bend.begin();
    },
    onPointerMove(event: LayerEvent): void {
      const held = grip.current;
      const knots = bend.knots.peek();
      const knot = held && knots[held.index];
      if (!knot) return;
      const [x, y] = at(event);
      held.free ||= Math.abs(x - held.from[0]) > STICKY;
      if (!held.free && y === held.from[1]) return;
      const to = places.knotAt(x + held.aside[0], y + held.aside[1]);
      bend.bend(movedKnot(knots, held.index, held.free ? to : { ...to, sigma: knot.sigma }));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
  };
}
