import { nextFrame } from 'iklab/time';

const PATIENCE = 10; // Frames to wait if nothing is drawn, for example without graphics.

let drawn = false;
let shown: Promise<unknown> | null = null;

/** Called by the code that draws the views. */
export function pictureDrawn(): void {
  drawn = true;
}

/**
 * Resolves one frame after the first picture was drawn, so that scripts that the picture does not
 * need do not delay it. Resolves at once while the page is hidden.
 */
export function firstPictures(): Promise<unknown> {
  shown ??= document.hidden ? Promise.resolve() : Promise.race([moved(), leaving()]);
  return shown;
}

async function moved(): Promise<void> {
  for (let frame = 0; frame < PATIENCE && !drawn; frame++) await nextFrame();
  await nextFrame();
}

const leaving = () =>
  new Promise((leave) => document.addEventListener('visibilitychange', leave, { once: true }));
