import { nextFrame } from 'iklab/time';

const PATIENCE = 10; // frames: beside the scene, and without graphics, none is drawn

let drawn = false;
let shown: Promise<unknown> | null = null;

/** Told by what draws. */
export function pictureDrawn(): void {
  drawn = true;
}

/**
 * Once the first picture has moved: scripts that it does not need would keep it waiting. Asked for from
 * when the page stands. Where nobody looks there are no pictures to wait for.
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
