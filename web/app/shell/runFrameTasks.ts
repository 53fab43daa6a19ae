import { type Notice, sceneErrorNotice } from '@iklab/core/format/words';
import type { SessionPhase, TargetPathRecording } from '@iklab/run/history';
import type { FrameTasks, PlaybackLoop } from '@iklab/run/playback';
import type { Session } from '@iklab/run/session';
import type { Stage } from '@iklab/scene/picture';
import type { Signal } from '@preact/signals';
import type { ChartsLoader } from '../features/charts/chartsLoader.ts';
import type { DiagnosesLoader } from '../features/explain/diagnosesLoader.ts';
import type { SolutionsLoader } from '../features/solutions/solutionsLoader.ts';
import type { Playback } from './playback.ts';
import type { RunDisplayUpdater } from './runDisplayUpdater.ts';
import type { SceneInputHandler } from './sceneInputHandler.ts';

interface RunFrameContext {
  readonly liveSession: Session | null;
  readonly phase: Signal<SessionPhase>;
  readonly loop: PlaybackLoop;
  readonly stage: Stage;
  readonly playback: Playback;
  readonly input: SceneInputHandler;
  readonly runReport: RunDisplayUpdater;
  readonly chartsLoader: ChartsLoader;
  readonly diagnosesLoader: DiagnosesLoader;
  readonly solutionsLoader: SolutionsLoader;
  readonly recording: Signal<TargetPathRecording | null>;
  readonly doc: { readonly notice: Signal<Notice | null> };
}

export class RunFrameTasks implements FrameTasks {
  readonly #context: RunFrameContext;

  constructor(context: RunFrameContext) {
    this.#context = context;
  }

  partsPerFrame(speed: number): number {
    return this.#context.liveSession?.partsPerFrame(speed) ?? 1;
  }

  advance(time?: number): boolean {
    const { liveSession, input, loop, phase, playback, recording } = this.#context;
    if (!liveSession) return false;
    if (input.linkHeld) return true;
    const current = phase.peek();
    if (current.kind === 'racing' && loop.playing.peek() && !current.greeting.next()) return true;
    const parts = this.partsPerFrame(loop.speed.peek());
    const more = liveSession.advance(parts, time);
    if (liveSession.lab.timedOut) return true;
    recording.peek()?.sample(liveSession.scene.scenario.run.timeStep / parts);
    playback.record(liveSession.lab);
    if (!more) input.released = true;
    return more;
  }

  get timedOut(): boolean {
    return this.#context.liveSession?.lab.timedOut ?? false;
  }

  draw(): void {
    const { liveSession, input, playback, stage, runReport, solutionsLoader } = this.#context;
    if (!liveSession) return;
    const moment = this.#moment;
    if (moment) solutionsLoader.follow(moment);
    playback.draw(liveSession.lab);
    // A target that was dragged out of the picture moves back into view.
    if (input.released) stage.keepInView(liveSession.scene, liveSession.lab);
    input.released = false;
    runReport.moveTags();
  }

  updateNumbers(): void {
    const moment = this.#moment;
    if (!moment) return;
    const { playback, stage, runReport } = this.#context;
    const { chartsLoader, diagnosesLoader, solutionsLoader } = this.#context;
    runReport.update(moment);
    stage.updateLabels();
    playback.timeline.peek()?.update();
    chartsLoader.update(moment.entry);
    diagnosesLoader.update(moment);
    solutionsLoader.updateNumbers(moment);
  }

  storyLoaded(): void {
    const moment = this.#moment;
    if (!moment) return;
    this.#context.runReport.updateStory(moment);
    this.#context.chartsLoader.update(moment.entry);
  }

  get #moment() {
    const { liveSession, input, loop, playback, chartsLoader } = this.#context;
    const { entry, history } = playback;
    if (!liveSession || !history) return null;
    const [linkHeld, playing] = [input.linkHeld, loop.playing.peek()];
    const { story } = chartsLoader;
    return { session: liveSession, history, entry, linkHeld, playing, story };
  }

  onError(error: unknown): void {
    this.#context.doc.notice.value = sceneErrorNotice(error);
    reportError(error);
  }
}
