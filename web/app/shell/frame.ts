import type { Stage } from '@iklab/scene/view';
import type { Signal } from '@preact/signals';
import { errorNotice, type Notice } from 'iklab/format';
import type { FrameTasks, Loop, Phase, Recording, Session } from 'iklab/run';
import type { Charting } from '../features/charts/charting.ts';
import type { Grip } from './grip.ts';
import type { Playback } from './playback.ts';
import type { Telling } from './telling.ts';

/** What a frame is made of. */
interface Within {
  /** The session that stands in the page. */
  readonly live: Session | null;
  readonly phase: Signal<Phase>;
  readonly loop: Loop;
  readonly stage: Stage;
  readonly playback: Playback;
  readonly grip: Grip;
  readonly telling: Telling;
  readonly charting: Charting;
  readonly recording: Signal<Recording | null>;
  readonly desk: { readonly notice: Signal<Notice | null> };
}

/** What the loop drives: an update of the run, a picture of it, its numbers. */
export class Frame implements FrameTasks {
  readonly #in: Within;

  constructor(within: Within) {
    this.#in = within;
  }

  partsPerFrame(speed: number): number {
    return this.#in.live?.partsPerFrame(speed) ?? 1;
  }

  advance(time?: number): boolean {
    const { live, grip, loop, phase, playback, recording } = this.#in;
    if (!live) return false;
    if (grip.held) return true;
    const now = phase.peek();
    if (now.kind === 'racing' && loop.playing.peek() && !now.greeting.next()) return true;
    const parts = this.partsPerFrame(loop.speed.peek());
    const more = live.advance(parts, time);
    if (live.lab.outOfTime) return true;
    recording.peek()?.sample(live.scene.scenario.run.timeStep / parts);
    playback.record(live.lab);
    if (!more) grip.rested = true;
    return more;
  }

  get outOfTime(): boolean {
    return this.#in.live?.lab.outOfTime ?? false;
  }

  draw(): void {
    const { live, grip, playback, stage, telling } = this.#in;
    if (!live) return;
    playback.draw(live.lab);
    // what a moved target has taken out of the picture comes back into it
    if (grip.rested) stage.keepInView(live.scene, live.lab);
    grip.rested = false;
    telling.move();
  }

  updateNumbers(): void {
    const told = this.#told;
    if (!told) return;
    const { playback, stage, telling, charting } = this.#in;
    telling.tell(told);
    stage.updateLabels();
    playback.timeline.peek()?.tell();
    charting.update(told.entry);
  }

  /** What tells the story is here. */
  charted(): void {
    const told = this.#told;
    if (!told) return;
    this.#in.telling.tellStory(told);
    this.#in.charting.update(told.entry);
  }

  /** What there is to tell; null: nothing stands yet. */
  get #told() {
    const { live, grip, loop, playback, charting } = this.#in;
    const { entry, history: past } = playback;
    if (!live || !past) return null;
    const [held, playing] = [grip.held, loop.playing.peek()];
    return { live, past, entry, held, playing, story: charting.story };
  }

  /** What was thrown stays with this scene: the next one opens. */
  failed(error: unknown): void {
    this.#in.desk.notice.value = errorNotice(error);
    reportError(error);
  }
}
