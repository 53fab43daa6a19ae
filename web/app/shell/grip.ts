import type { MakePaneMarks, SceneInputEvents, Stage } from '@iklab/scene/view';
import type { Signal } from '@preact/signals';
import { type Editing, setStart, setTargetPoses, type TargetPose } from 'iklab/document';
import type { Loop, Recording, Session, Timeline, ViewState } from 'iklab/run';
import { deepEqual } from 'iklab/scenario';

/** What hands act on. */
interface Within {
  readonly desk: Editing;
  readonly viewState: Pick<ViewState, 'inspected' | 'jog' | 'editedPart'>;
  readonly marks: Signal<MakePaneMarks | null>;
  readonly loop: Pick<Loop, 'playing' | 'play' | 'redraw'>;
  readonly recording: { peek(): Recording | null };
  readonly timeline: { peek(): Timeline | null };
  /** The session that stands in the page. */
  readonly live: Session | null;
  readonly stage: Pick<Stage, 'applyScene'>;
}

/**
 * What hands do in the picture goes straight to the run, with no word to the document until they
 * let go: then it is one edit.
 */
export class Grip implements SceneInputEvents {
  /** A link is in the hand. */
  held = false;
  /** A hand has let go, or the run has ended, since the last picture. */
  rested = false;
  readonly #in: Within;
  /** The edit that the gesture will be. */
  #what = '';

  constructor(within: Within) {
    this.#in = within;
  }

  get jog() {
    return this.#in.viewState.jog;
  }

  get marks() {
    return this.#in.marks;
  }

  get editedPart() {
    return this.#in.viewState.editedPart;
  }

  grab = (index: number): boolean => {
    const { desk, timeline, loop } = this.#in;
    const recording = this.#recording;
    if (!recording) desk.editor.closeStep();
    timeline.peek()?.live();
    const gives = recording?.grab(index) ?? false;
    loop.play();
    return gives;
  };

  holdLink = (held: boolean): void => {
    this.held = held;
    if (held) this.#in.desk.editor.closeStep();
    this.#in.loop.redraw();
  };

  start = (values: readonly number[]): void => {
    this.#in.desk.edit('Start pose', setStart(values));
  };

  target: SceneInputEvents['target'] = (index, position) =>
    this.#preview('Move', index, { position });

  orientation: SceneInputEvents['orientation'] = (index, orientation) => {
    this.#preview('Turn', index, { orientation });
    this.#in.loop.play();
  };

  release = (index: number, dropped: boolean): void => {
    const recording = this.#recording;
    if (!recording) this.#commit();
    else if (dropped) recording.drop(index);
    this.rested = true;
    this.#in.loop.redraw();
  };

  select = (panel: number): void => {
    const { inspected } = this.#in.viewState;
    if ((inspected.peek() ?? 0) > 0)
      inspected.value = this.#in.live?.instances[panel]?.slot ?? null;
  };

  /** Another session stands: nothing of it is in a hand. */
  empty(): void {
    this.held = false;
  }

  /** What hands have done has not been. */
  drop(): void {
    const { desk, loop, live: session, stage } = this.#in;
    if (!session) return;
    session.preview.end(desk.editor.scenario.peek());
    stage.applyScene(session.scene);
    loop.redraw();
  }

  get #recording(): Recording | null {
    return this.#in.recording.peek();
  }

  #preview(what: string, index: number, pose: TargetPose): void {
    const { desk, loop, live: session } = this.#in;
    if (!session) return;
    const runs = loop.playing.peek() || session.finished;
    const isFirst = session.preview.held.peek().size === 0;
    if (!session.preview.target(index, pose)) return;
    if (isFirst) this.#what = `${what} target ${index + 1}`;
    const recording = this.#recording;
    if (recording) recording.moved();
    else desk.editor.beginGesture({ label: this.#what, cancel: () => this.drop() });
    if (runs && !loop.playing.peek()) loop.play();
    loop.redraw();
  }

  /** One step to undo; none where all stands as it did. */
  #commit(): void {
    const { desk, live: session } = this.#in;
    desk.editor.closeStep();
    if (!session) return;
    const held = session.preview.held.peek();
    const { targets } = desk.editor.scenario.peek();
    const moved = ([index, pose]: readonly [number, TargetPose]): boolean =>
      !deepEqual({ ...targets[index], ...pose }, targets[index]);
    if ([...held].some(moved)) desk.edit(this.#what, setTargetPoses(held));
    session.preview.end(desk.editor.scenario.peek());
  }
}
