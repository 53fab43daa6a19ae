const PACE = 2; // frames of an update: each can be seen
const UPDATES = 40;
const PAUSE = 20; // frames in which one reads how it went
const GLIDE = 24; // frames in which the picture goes over to the scene

/**
 * What a newcomer sees first: all methods from one pose to the same places, update by update, then
 * the scene. It counts frames, so that tests can take it step by step.
 */
export class Greeting {
  #frame = 0;
  #glided = GLIDE;

  /** A frame passes; true: it brings an update. */
  next(): boolean {
    const update = this.#frame < PACE * UPDATES && this.#frame % PACE === 0;
    this.#frame += 1;
    return update;
  }

  /** The updates are made. */
  get run(): boolean {
    return this.#frame >= PACE * UPDATES;
  }

  /** And one has had time to look at where they led. */
  get over(): boolean {
    return this.#frame >= PACE * UPDATES + PAUSE;
  }

  /** Frames that lead to the end at once. */
  static readonly frames = PACE * UPDATES;

  /** The scene begins: its picture comes out of that of the race. */
  glide(): void {
    this.#glided = 0;
  }

  /** A frame of the scene has passed. */
  pass(): void {
    this.#glided += 1;
  }

  /** Share of the scene in the picture, 0 to 1. */
  get share(): number {
    const part = Math.min(1, this.#glided / GLIDE);
    return part * part * (3 - 2 * part);
  }
}
