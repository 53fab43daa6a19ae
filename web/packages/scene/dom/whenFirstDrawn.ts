import { waitForNextFrame } from '@iklab/core/time';

const MAX_WAIT_FRAMES = 10; // Frames to wait if nothing is drawn, for example without graphics.

let isDrawn = false;
let firstDraw: Promise<unknown> | null = null;

export function reportFirstDraw(): void {
  isDrawn = true;
}

/** Resolves one frame after the first picture. Resolves earlier if the page is hidden. */
export function whenFirstDrawn(): Promise<unknown> {
  firstDraw ??= document.hidden ? Promise.resolve() : Promise.race([moved(), pageHidden()]);
  return firstDraw;
}

async function moved(): Promise<void> {
  for (let frame = 0; frame < MAX_WAIT_FRAMES && !isDrawn; frame++) await waitForNextFrame();
  await waitForNextFrame();
}

const pageHidden = () =>
  new Promise((leave) => document.addEventListener('visibilitychange', leave, { once: true }));
