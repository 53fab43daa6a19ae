import type { EditableDocument } from '@iklab/core/document';
import { makeRecordedPath, recordingFault } from '@iklab/core/document';
import { setTargetMotion, setTargetPoses, setTargetPosition } from '@iklab/core/document/edits';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Scenario, Vec3 } from '@iklab/core/scenario';
import { type Signal, signal } from '@preact/signals';
import type { Session } from '../session/session.ts';

const MAX_STEPS = 3600; // Steps: one minute at speed 1.
const CHANGED_REASON = 'The recording has ended: the scene was changed.';

/**
 * Records the path of a dragged target, which becomes the target's motion, as one step for undo.
 */
export class TargetPathRecording {
  /** Index of the target whose path is recorded; null: the first target that is dragged. */
  readonly target: Signal<number | null>;
  /** Length of the recording in seconds, with one decimal; null before the drag. */
  readonly seconds: Signal<number | null> = signal(null);
  readonly #document: EditableDocument;
  readonly #session: Session;
  readonly #over: (reason: string) => void;
  readonly #positions: Vec3[] = [];
  #step = 0;
  #clock = 0;
  #startScenario: Scenario | null = null;

  /**
   * Creates a recording. `over`: called at the end, with the reason if there is no path, otherwise
   * ''.
   */
  constructor(
    document: EditableDocument,
    session: Session,
    target: number | null,
    over: (reason: string) => void,
  ) {
    this.#document = document;
    this.#session = session;
    this.#over = over;
    this.target = signal(target);
    document.editor.closeStep();
  }

  get label(): string {
    return `Record target ${(this.target.peek() ?? 0) + 1}`;
  }

  /** Begins the drag of a target; returns true if the target's previous motion is suspended. */
  beginDrag(index: number): boolean {
    this.target.value ??= index;
    if (this.target.peek() !== index || this.seconds.peek() !== null) return false;
    this.seconds.value = 0;
    if (!this.#scenario.targets[index]?.motion) return false;
    this.#session.preview.moveTarget(index, { position: this.#positionOf(index), motion: null });
    this.beginGesture();
    return true;
  }

  beginGesture(): void {
    this.#startScenario ??= this.#scenario;
    this.#document.editor.beginGesture({
      label: this.label,
      cancel: () => this.#finish(CHANGED_REASON),
    });
  }

  /**
   * Records the target's position. Call after every step of the scene's clock. `step`: in seconds.
   */
  sample(step: number): void {
    if (this.#startScenario && this.#startScenario !== this.#scenario) this.#finish(CHANGED_REASON);
    const index = this.target.peek();
    if (index === null || this.seconds.peek() === null) return;
    this.#positions.push(this.#positionOf(index));
    this.#step = step;
    this.#clock = this.#session.lab.frame * this.#scenario.run.timeStep;
    const seconds = (this.#positions.length - 1) * step;
    if (seconds - (this.seconds.peek() ?? 0) >= 0.1 - 1e-9)
      this.seconds.value = Math.round(10 * seconds) / 10;
    if (this.#positions.length > MAX_STEPS) this.stop();
  }

  endDrag(index: number): void {
    if (this.target.peek() === index && this.seconds.peek() !== null) this.stop();
  }

  stop(): void {
    const track = { positions: this.#positions, step: this.#step };
    const reason = recordingFault(track, this.#scenario.unit);
    const index = this.target.peek();
    const path =
      reason === '' && index !== null ? { index, ...makeRecordedPath(track, this.#clock) } : null;
    const dragged = this.#session.preview.draggedPoses.peek();
    if (dragged.size > 0 || path)
      this.#document.edit(this.label, (draft) => {
        setTargetPoses(dragged)(draft);
        if (!path) return;
        setTargetPosition(path.index, path.position)(draft);
        setTargetMotion(path.index, path.motion)(draft);
      });
    this.#finish(reason);
  }

  cancel(): void {
    this.#finish('');
  }

  #finish(reason: string): void {
    this.#document.editor.closeStep();
    this.#session.preview.end(this.#scenario);
    this.#over(reason);
  }

  get #scenario(): Scenario {
    return this.#document.editor.scenario.peek();
  }

  #positionOf(index: number): Vec3 {
    const [x = 0, y = 0, z = 0] = this.#session.lab.goals().subarray(TARGET_STRIDE * index);
    return [x, y, z];
  }
}
