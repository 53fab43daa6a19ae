import type { RobotAtWork, RobotQuestion } from '@iklab/robots';
import { firstPictures } from '@iklab/scene/dom';
import {
  beforeDrawing,
  type DrawnParts,
  loadMachineDrawing,
  type MakePaneMarks,
  type PictureWish,
  Stage,
} from '@iklab/scene/view';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PageAt, Viewpoint } from 'iklab/document';
import {
  caption,
  FirstRunPace,
  type History,
  LIVE,
  Loop,
  type Phase,
  type Recording,
  type Session,
  type Timing,
  ViewState,
} from 'iklab/run';
import type { Scene } from 'iklab/scenario';
import type { Weight } from 'iklab/time';
import { idle } from '../browser/idle.ts';
import { type LabScope, labEffect, onLabEnd } from '../browser/labScope.ts';
import { Splits } from '../browser/splits.ts';
import { ChartsLoader } from '../features/charts/chartsLoader.ts';
import { DiagnosesLoader } from '../features/explain/diagnosesLoader.ts';
import { knowsAllTools, usesTools } from '../features/introduction/allTools.ts';
import type { Page } from '../page.ts';
import { contextLost } from './contextLost.ts';
import { Playback } from './playback.ts';
import { RunFrame } from './runFrame.ts';
import { RunReport } from './runReport.ts';
import { SceneInputHandler } from './sceneInputHandler.ts';
import { Sessions } from './sessions.ts';
import { onVisitorActivity } from './visitorActivity.ts';
import { WorkingDocument } from './workingDocument.ts';

export class Compare implements Page {
  readonly scope: LabScope;
  readonly phase = signal<Phase>(LIVE);
  readonly loop: Loop;
  readonly doc: WorkingDocument;
  readonly viewState: ViewState;
  readonly splits: Splits;
  readonly contextLost: ReadonlySignal<boolean>;
  readonly recording: Signal<Recording | null> = signal(null);
  readonly recordingFault = signal('');
  readonly robot = signal<RobotAtWork | null>(null);
  readonly robotQuestion = signal<RobotQuestion | null>(null);
  readonly paneMarks = signal<MakePaneMarks | null>(null);
  readonly stage: Stage;
  readonly byHand: boolean;
  readonly #greets: boolean;
  readonly #sessions: Sessions;
  readonly playback: Playback;
  readonly input: SceneInputHandler;
  readonly runReport: RunReport;
  readonly chartsLoader = new ChartsLoader(this);
  readonly diagnosesLoader = new DiagnosesLoader(this);
  /** Resolves once the charts, and with them the story of a finished run, are loaded. */
  chartsReady: Promise<void> | null = null;
  readonly #timing: () => Promise<Timing>;
  readonly #frame = new RunFrame(this);
  /** The session whose panes exist while its drawing code is still loading. */
  #awaited: Session | null = null;

  constructor(scope: LabScope, canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    const { engine, byHand, greetsVisitors } = scope.services;
    this.scope = scope;
    this.splits = new Splits(scope.services);
    this.byHand = byHand;
    this.#greets = greetsVisitors;
    // Not needed for the first picture.
    this.#timing = once(async () => {
      const timing = new (await import('iklab/run/timing')).Timing(engine, idle);
      onLabEnd(scope, () => timing.stop());
      return timing;
    });
    this.loop = new Loop(this.#frame, (...frame) => this.#onFrame(...frame), byHand);
    this.#sessions = new Sessions(engine, this.loop, this.phase);
    this.doc = new WorkingDocument(scope, this.#sessions);
    this.viewState = new ViewState(this.doc.session);
    this.input = new SceneInputHandler(this);
    const { root, eventTarget: keys } = scope.services;
    const at = { root, keys, ended: scope.ended };
    this.stage = new Stage(canvas, context, at, () => this.loop.redraw(), this.input);
    this.stage.paced = !byHand;
    // The link may contain a robot.
    if (scope.services.address.fragment !== '') loadMachineDrawing();
    this.playback = new Playback(this.stage, this.phase);
    this.runReport = new RunReport(this.stage);
    this.contextLost = contextLost(canvas, scope.ended);
    // The first input of a visitor ends the introductory pace of the first run.
    onVisitorActivity(scope, () => {
      if (this.phase.peek().kind === 'racing') this.phase.value = LIVE;
    });
    this.#follow();
    onLabEnd(scope, () => this.#end());
  }

  /** Paints with the next frame of the display, unless the lab has ended by then. */
  #onFrame(paint: (now: number) => void, weight?: Weight): void {
    const { services, ended } = this.scope;
    services.time.frame((now) => {
      if (!ended.aborted) paint(now);
    }, weight);
  }

  /** Runs while the page's elements still exist. */
  #end(): void {
    this.stage.dispose();
    this.#sessions.end();
  }

  #follow(): void {
    const { viewState, stage } = this;
    const effect = (act: () => void): void => labEffect(this.scope, act);
    effect(() => this.#arrange());
    effect(() => {
      // A new caption changes the size of the picture.
      if (caption.value) this.#onFrame(() => this.#arrange());
    });
    effect(() => stage.linkCameras(viewState.linked.value));
    effect(() => stage.showDetails(viewState.axes.value, viewState.limits.value));
    effect(() => this.#showMeshes(viewState.meshes.value));
    effect(() => stage.setTrail(this.doc.editor.scenario.value.view.trail));
    effect(() => {
      const phase = this.phase.value;
      if (phase.kind !== 'opening' || !phase.request) return;
      const { layout, hidden } = phase.request.settings ?? {};
      viewState.reset(layout ?? null, hidden ?? []);
      const { firstVisit } = phase.request;
      viewState.introducing.value = firstVisit && this.#greets && !knowsAllTools(this);
    });
    effect(() => {
      if (usesTools(viewState)) viewState.introducing.value = false;
    });
    effect(() => {
      if (this.recording.value === null) this.input.cancelAll();
    });
    effect(() => {
      const session = this.#sessions.shown.value;
      if (session) this.#applyScene(session, session.appliedScene.value);
    });
    effect(() => {
      const session = this.#sessions.shown.value;
      if (!session || session.startCount.value === 0) return;
      this.playback.rewind(session.lab);
      this.loop.redraw();
    });
  }

  get timeline() {
    return this.playback.timeline;
  }

  get story() {
    return this.runReport.story;
  }

  get playing() {
    return this.loop.playing;
  }

  get speed() {
    return this.loop.speed;
  }

  get speedShare() {
    return this.loop.speedShare;
  }

  get history(): History | null {
    return this.playback.history;
  }

  get shownSession() {
    return this.#sessions.shown;
  }

  get liveSession(): Session | null {
    return this.#sessions.shown.peek();
  }

  async panesReady(session: Session, panes: readonly HTMLElement[]): Promise<void> {
    this.#awaited = session;
    const drawing = beforeDrawing(session.scene);
    if (drawing) await drawing;
    if (this.#awaited === session && !this.scope.ended.aborted) this.#open(session, panes);
  }

  #open(session: Session, panes: readonly HTMLElement[]): void {
    this.#awaited = null;
    const phase = this.phase.peek();
    const opening = phase.kind === 'opening' ? phase : null;
    this.recording.value = null;
    this.viewState.keepPanels(session.instances.map(({ slot }) => slot));
    this.input.clear();
    this.doc.editor.endGesture();
    this.runReport.open(panes, session);
    this.stage.open(session.scene, session.envelope, panes, opening?.request != null);
    this.stage.setTrail(session.scene.scenario.view.trail);
    this.playback.open(session);
    this.phase.value =
      opening?.request?.firstVisit && this.#greets
        ? { kind: 'racing', greeting: new FirstRunPace() }
        : LIVE;
    this.#sessions.markShown(session);
    this.loop.runAhead(opening?.frame ?? 0);
    if (opening?.play) this.loop.play();
    else this.loop.pause();
  }

  #applyScene(session: Session, scene: Scene): void {
    this.stage.applyScene(scene);
    this.loop.redraw();
    this.#time(session);
  }

  async #time(session: Session): Promise<void> {
    if (this.byHand) return;
    await firstPictures();
    const timing = await this.#timing();
    if (!this.scope.ended.aborted) timing.restart(session);
  }

  /** Measures the time per update immediately, for tests. */
  measure = async (): Promise<void> => {
    if (this.liveSession) await (await this.#timing()).measure(this.liveSession);
  };

  loadCharts(host: HTMLElement): void {
    this.chartsReady = this.chartsLoader.load(host).then(() => this.#frame.storyLoaded());
  }

  async #showMeshes(shown: boolean): Promise<void> {
    if (this.stage.meshes === shown) return;
    this.stage.meshes = shown;
    const { redraw } = await import('../features/robots/applyLooks.ts');
    redraw(this);
  }

  #arrange(): void {
    const { visible, layout, inspected } = this.viewState;
    const seen = visible.value;
    const panels = this.#sessions.shown.value?.instances ?? [];
    const asked = panels.findIndex(({ slot }) => slot === inspected.value);
    this.stage.layout(layout.value, seen, seen[asked] ? asked : seen.indexOf(true));
  }

  openPage(page: PageAt | null): void {
    this.viewState.pageBeside.value = page;
    const left = page !== null;
    this.doc.address.away.value = left;
    if (left !== this.loop.away) this.loop.away = left;
  }

  togglePlaying = (): void => {
    if (this.playing.value) {
      this.loop.pause();
      return;
    }
    if (this.liveSession?.finished) this.restart();
    this.playback.live();
    this.loop.play();
  };

  restart = (): void => this.liveSession?.restart();

  showGhost(entry: number | null): void {
    this.playback.ghost(entry);
  }

  resetCamera = (): void => this.stage.resetCamera();

  goToEntry = (entry: number): void => {
    this.loop.pause();
    this.timeline.peek()?.goTo(entry);
    this.loop.redraw();
  };

  step = (count: number): void => {
    this.loop.pause();
    if (!this.timeline.peek()?.step(count)) this.#frame.advance();
    this.loop.redraw();
  };

  showDirection(panel: number, way: readonly number[] | null, name = ''): void {
    this.chartsLoader.showDirection(panel, way, name);
  }

  viewpoint = (): Viewpoint | null => this.stage.projection.viewpoint();

  sight = (): Viewpoint | null => this.stage.projection.sight();

  framesShown = (): number => this.playback.moment(this.doc.editor.scenario.peek().run);

  takePicture = (wish?: PictureWish): Promise<HTMLCanvasElement> => this.stage.nextPicture(wish);

  chartDrawings = () => this.chartsLoader.drawings;

  drawnParts = (panel: number): DrawnParts | null => this.stage.drawnParts(panel);

  pictureSize = () => this.stage.pictureSize;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
