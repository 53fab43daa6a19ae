import type { EditableDocument } from '@iklab/core/document';
import { setStartPose, setTargetPoses, type TargetPoseChange } from '@iklab/core/document/edits';
import { deepEqual } from '@iklab/core/scenario';
import type { TargetPathRecording } from '@iklab/run/history';
import type { PlaybackLoop, Timeline } from '@iklab/run/playback';
import type { Session, ViewState } from '@iklab/run/session';
import type { EditedRobotPart, MakePaneMarks, SceneInputEvents } from '@iklab/scene/gestures';
import type { Stage } from '@iklab/scene/picture';
import type { Signal } from '@preact/signals';

interface SceneInputHandlerContext {
  readonly doc: EditableDocument;
  readonly viewState: Pick<ViewState, 'inspected' | 'jog'>;
  readonly paneMarks: Signal<MakePaneMarks | null>;
  readonly editedPart: Signal<EditedRobotPart | null>;
  readonly loop: Pick<PlaybackLoop, 'playing' | 'play' | 'redraw'>;
  readonly recording: { peek(): TargetPathRecording | null };
  readonly timeline: { peek(): Timeline | null };
  readonly liveSession: Session | null;
  readonly stage: Pick<Stage, 'applyScene'>;
}

/**
 * Applies dragging in the picture directly to the run. Releasing the pointer changes the document
 * by one edit.
 */
export class SceneInputHandler implements SceneInputEvents {
  linkHeld = false;
  released = false;
  readonly #context: SceneInputHandlerContext;
  #editLabel = '';

  constructor(context: SceneInputHandlerContext) {
    this.#context = context;
  }

  get jog() {
    return this.#context.viewState.jog;
  }

  get marks() {
    return this.#context.paneMarks;
  }

  get editedPart() {
    return this.#context.editedPart;
  }

  grab = (index: number): boolean => {
    const { doc, timeline, loop } = this.#context;
    const recording = this.#recording;
    if (!recording) doc.editor.closeStep();
    timeline.peek()?.goLive();
    const accepted = recording?.beginDrag(index) ?? false;
    loop.play();
    return accepted;
  };

  holdLink = (isHeld: boolean): void => {
    this.linkHeld = isHeld;
    if (isHeld) this.#context.doc.editor.closeStep();
    this.#context.loop.redraw();
  };

  start = (values: readonly number[]): void => {
    this.#context.doc.edit('Start pose', setStartPose(values));
  };

  move: SceneInputEvents['move'] = (index, pose) => {
    const { doc, loop, liveSession: session } = this.#context;
    if (!session) return;
    const { preview } = session;
    const runs = loop.playing.peek() || session.finished;
    const isFirst = preview.draggedPoses.peek().size === 0;
    if (!preview.moveTarget(index, pose)) return;
    if (isFirst) this.#editLabel = `${pose.orientation ? 'Turn' : 'Move'} target ${index + 1}`;
    const recording = this.#recording;
    if (recording) recording.beginGesture();
    else doc.editor.beginGesture({ label: this.#editLabel, cancel: () => this.cancelAll() });
    if (pose.orientation || (runs && !loop.playing.peek())) loop.play();
    loop.redraw();
  };

  release = (index: number, isDropped: boolean): void => {
    const recording = this.#recording;
    if (!recording) this.#commit();
    else if (isDropped) recording.endDrag(index);
    this.released = true;
    this.#context.loop.redraw();
  };

  select = (panel: number): void => {
    const { inspected } = this.#context.viewState;
    if ((inspected.peek() ?? 0) > 0)
      inspected.value = this.#context.liveSession?.instances[panel]?.slot ?? null;
  };

  clear(): void {
    this.linkHeld = false;
  }

  cancelAll(): void {
    const { doc, loop, liveSession: session, stage } = this.#context;
    if (!session) return;
    session.preview.end(doc.editor.scenario.peek());
    stage.applyScene(session.scene);
    loop.redraw();
  }

  get #recording(): TargetPathRecording | null {
    return this.#context.recording.peek();
  }

  #commit(): void {
    const { doc, liveSession: session } = this.#context;
    doc.editor.closeStep();
    if (!session) return;
    const draggedPoses = session.preview.draggedPoses.peek();
    const { targets } = doc.editor.scenario.peek();
    const moved = ([index, pose]: readonly [number, TargetPoseChange]): boolean =>
      !deepEqual({ ...targets[index], ...pose }, targets[index]);
    if ([...draggedPoses].some(moved)) doc.edit(this.#editLabel, setTargetPoses(draggedPoses));
    session.preview.end(doc.editor.scenario.peek());
  }
}
