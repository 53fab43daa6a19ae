import { type Signal, signal } from '@preact/signals';
import type { Editing } from '../document/editor.ts';
import { setMotion, setTarget } from '../document/edits.ts';
import { handPath, shortcoming } from '../document/handPath.ts';
import type { Lab } from '../engine/engine.ts';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import type { Vec3 } from '../scenario/types.ts';

const LONGEST = 3600; // steps: a minute at speed 1

/** A target's way under the hand, on its way to become its motion: one step to undo. */
export class Recording {
  /** What its edits are merged under. */
  readonly merge = 'recording';
  /** The target; null: the one that is dragged first. */
  readonly target: Signal<number | null>;
  /** Recorded so far, to a tenth; null: no hand has come yet. */
  readonly seconds: Signal<number | null> = signal(null);
  readonly #document: Editing;
  readonly #over: (reason: string) => void;
  readonly #places: Vec3[] = [];
  #step = 0;
  #clock = 0;
  #edited = false;

  /** `over`: it has ended; the reason if there is no path. */
  constructor(document: Editing, target: number | null, over: (reason: string) => void) {
    this.#document = document;
    this.#over = over;
    this.target = signal(target);
    document.editor.seal();
  }

  get what(): string {
    return `Record target ${(this.target.peek() ?? 0) + 1}`;
  }

  /** A hand takes a target: its own motion gives way. */
  grab(index: number, lab: Lab): void {
    this.target.value ??= index;
    if (this.target.peek() !== index || this.seconds.peek() !== null) return;
    this.seconds.value = 0;
    const scenario = this.#document.editor.scenario.peek();
    if (!scenario.targets[index]?.motion) return;
    const here = placeOf(lab, index);
    this.#document.edit(
      this.what,
      (draft) => {
        setTarget(index, here)(draft);
        setMotion(index, null)(draft);
      },
      this.merge,
    );
  }

  /** After every step of the scene's clock, so many seconds on. */
  sample(lab: Lab, step: number): void {
    const { editor } = this.#document;
    const mine = editor.merges(this.merge);
    // undone, or another edit has come between
    if (this.#edited && !mine) this.#over('The recording has ended: the scene was changed.');
    this.#edited ||= mine;
    const index = this.target.peek();
    if (index === null || this.seconds.peek() === null) return;
    this.#places.push(placeOf(lab, index));
    this.#step = step;
    this.#clock = lab.frame * this.#document.editor.scenario.peek().run.timeStep;
    const seconds = (this.#places.length - 1) * step;
    if (seconds - (this.seconds.peek() ?? 0) >= 0.1 - 1e-9)
      this.seconds.value = Math.round(10 * seconds) / 10;
    if (this.#places.length > LONGEST) this.stop();
  }

  /** The hand lets go of a target: the end of its path. */
  drop(index: number): void {
    if (this.target.peek() === index && this.seconds.peek() !== null) this.stop();
  }

  stop(): void {
    const track = { places: this.#places, step: this.#step };
    const reason = shortcoming(track, this.#document.editor.scenario.peek().unit);
    const index = this.target.peek();
    if (reason === '' && index !== null) {
      const { position, motion } = handPath(track, this.#clock);
      this.#document.edit(
        this.what,
        (draft) => {
          setTarget(index, position)(draft);
          setMotion(index, motion)(draft);
        },
        this.merge,
      );
    }
    this.#document.editor.seal();
    this.#over(reason);
  }

  /** As if it had not been. */
  cancel(): void {
    const { editor } = this.#document;
    if (editor.merges(this.merge)) editor.revert();
    this.#over('');
  }
}

function placeOf(lab: Lab, index: number): Vec3 {
  const [x = 0, y = 0, z = 0] = lab.goals().subarray(TARGET_STRIDE * index);
  return [x, y, z];
}
