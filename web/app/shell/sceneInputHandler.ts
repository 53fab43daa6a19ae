import type { MakePaneMarks, SceneInputEvents, Stage } from '@iklab/scene/view';
import type { Signal } from '@preact/signals';
import { type Editing, setStart, setTargetPoses, type TargetPose } from 'iklab/document';
import type { Loop, Recording, Session, Timeline, ViewState } from 'iklab/run';
import { deepEqual } from 'iklab/scenario';

interface SceneInputHandlerContext {
  readonly doc: Editing;
  readonly viewState: Pick<ViewState, 'inspected' | 'jog' | 'editedPart'>;
  readonly paneMarks: Signal<MakePaneMarks | null>;
  readonly loop: Pick<Loop, 'playing' | 'play' | 'redraw'>;
  readonly recording: { peek(): Recording | null };
  readonly timeline: { peek(): Timeline | null };
  readonly liveSession: Session | null;
  readonly stage: Pick<Stage, 'applyScene'>;
}

/**
 * Applies dragging in the picture directly to the run. The document changes only when the pointer
 * is released, by one edit.
 */
export class SceneInputHandler implements SceneInputEvents {
  linkHeld = false;
  /** Whether a pointer was released, or the run ended, since the last picture. */
  released = false;
  readonly #in: SceneInputHandlerContext;
  /** The name of the edit that the gesture will become. */
  #what = '';

  constructor(context: SceneInputHandlerContext) {
    this.#in = context;
  }

  get jog() {
    return this.#in.viewState.jog;
  }

  get marks() {
    return this.#in.paneMarks;
  }

  get editedPart() {
    return this.#in.viewState.editedPart;
  }

  grab = (index: number): boolean => {
    const { doc, timeline, loop } = this.#in;
    const recording = this.#recording;
    if (!recording) doc.editor.closeStep();
    timeline.peek()?.goLive();
    const gives = recording?.grab(index) ?? false;
    loop.play();
    return gives;
  };

  holdLink = (held: boolean): void => {
    this.linkHeld = held;
    if (held) this.#in.doc.editor.closeStep();
    this.#in.loop.redraw();
  };

  start = (values: readonly number[]): void => {
    this.#in.doc.edit('Start pose', setStart(values));
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
    else if (dropped) recording.release(index);
    this.released = true;
    this.#in.loop.redraw();
  };

  select = (panel: number): void => {
    const { inspected } = this.#in.viewState;
    if ((inspected.peek() ?? 0) > 0)
      inspected.value = this.#in.liveSession?.instances[panel]?.slot ?? null;
  };

  clear(): void {
    this.linkHeld = false;
  }

  cancelAll(): void {
    const { doc, loop, liveSession: session, stage } = this.#in;
    if (!session) return;
    session.preview.end(doc.editor.scenario.peek());
    stage.applyScene(session.scene);
    loop.redraw();
  }

  get #recording(): Recording | null {
    return this.#in.recording.peek();
  }

  #preview(what: string, index: number, pose: TargetPose): void {
    const { doc, loop, liveSession: session } = this.#in;
    if (!session) return;
    const runs = loop.playing.peek() || session.finished;
    const isFirst = session.preview.held.peek().size === 0;
    if (!session.preview.target(index, pose)) return;
    if (isFirst) this.#what = `${what} target ${index + 1}`;
    const recording = this.#recording;
    if (recording) recording.moved();
    else doc.editor.beginGesture({ label: this.#what, cancel: () => this.cancelAll() });
    if (runs && !loop.playing.peek()) loop.play();
    loop.redraw();
  }

  /** Adds one undo step, or none if nothing has changed. */
  #commit(): void {
    const { doc, liveSession: session } = this.#in;
    doc.editor.closeStep();
    if (!session) return;
    const held = session.preview.held.peek();
    const { targets } = doc.editor.scenario.peek();
    const moved = ([index, pose]: readonly [number, TargetPose]): boolean =>
      !deepEqual({ ...targets[index], ...pose }, targets[index]);
    if ([...held].some(moved)) doc.edit(this.#what, setTargetPoses(held));
    session.preview.end(doc.editor.scenario.peek());
  }
}
