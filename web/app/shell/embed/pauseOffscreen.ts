import { signal } from '@preact/signals';
import { memoizePerLab, onLabEnd } from '../../browser/labScope.ts';
import type { ComparePage } from '../comparePage.ts';

export const getPausedOffscreenSignal = memoizePerLab(() => signal(false));

export function pauseOffscreen(page: ComparePage, root: HTMLElement): void {
  const { loop, playing, scope } = page;
  const rests = getPausedOffscreenSignal(page);
  const sight = new IntersectionObserver(([entry]) => {
    if (!entry) return;
    if (!entry.isIntersecting && playing.peek()) {
      rests.value = true;
      loop.pause();
    } else if (entry.isIntersecting && rests.peek()) {
      if (!playing.peek()) loop.play();
      rests.value = false;
    }
  });
  sight.observe(root);
  onLabEnd(scope, () => sight.disconnect());
}
