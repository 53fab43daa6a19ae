import { type Change, setOrientation, setStart, setTarget } from '../document/edits.ts';
import type { Loop } from '../run/loop.ts';
import type { Recording } from '../run/recording.ts';
import type { Session } from '../run/session.ts';
import type { Timeline } from '../run/timeline.ts';
import type { Looks } from '../run/viewState.ts';
import type { HandEvents } from '../view/mover.ts';
import type { Desk } from './desk.ts';

/** What hands act on. */
interface Within {
  readonly desk: Desk;
  readonly looks: Looks;
  readonly loop: Loop;
  readonly recording: { peek(): Recording | null };
  readonly timeline: { peek(): Timeline | null };
  /** The session that stands in the page. */
  live(): Session | null;
}

/** What hands do in the picture is an edit like any other. */
export class Grip implements HandEvents {
  /** A link is in the hand. */
  held = false;
  /** A hand has let go, or the run has ended, since the last picture. */
  rested = false;
  readonly #in: Within;

  constructor(within: Within) {
    this.#in = within;
  }

  grab = (index: number): void => {
    const { desk, timeline, loop, live } = this.#in;
    const recording = this.#recording;
    if (!recording) desk.editor.seal();
    timeline.peek()?.live();
    const lab = live()?.lab;
    if (lab) recording?.grab(index, lab);
    loop.play();
  };

  hold = (held: boolean): void => {
    this.held = held;
    if (held) this.#in.desk.editor.seal();
    this.#in.loop.redraw();
  };

  start = (values: readonly number[]): void => {
    this.#in.desk.edit('Start pose', setStart(values));
  };

  target: HandEvents['target'] = (index, position) =>
    this.#edit('Move', index, setTarget(index, position));

  orientation: HandEvents['orientation'] = (index, quaternion) => {
    this.#edit('Turn', index, setOrientation(index, quaternion));
    this.#in.loop.play();
  };

  release = (index: number, dropped: boolean): void => {
    const recording = this.#recording;
    if (!recording) this.#in.desk.editor.seal();
    else if (dropped) recording.drop(index);
    this.rested = true;
    this.#in.loop.redraw();
  };

  select = (panel: number): void => {
    const { inspected } = this.#in.looks;
    if (inspected.peek() !== null) inspected.value = this.#in.live()?.panels[panel]?.slot ?? null;
  };

  get #recording(): Recording | null {
    return this.#in.recording.peek();
  }

  /** One step to undo until the hand lets go, or the recording ends. */
  #edit(what: string, index: number, change: Change): void {
    const merge = this.#recording?.merge ?? `target ${index}`;
    const name = this.#recording?.what ?? `${what} target ${index + 1}`;
    this.#in.desk.edit(name, change, merge);
  }
}
