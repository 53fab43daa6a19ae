import type { PageLocation } from '@iklab/core/document';
import type { Scene, Viewpoint } from '@iklab/core/scenario';
import type { ThreadTaskKind } from '@iklab/core/time';
import type { LoadedRobot, RobotImportQuestion } from '@iklab/robots';
import {
  LIVE_SESSION_PHASE,
  type RunHistory,
  type SessionPhase,
  type TargetPathRecording,
} from '@iklab/run/history';
import { FirstRunPace, PlaybackLoop } from '@iklab/run/playback';
import type { UpdateTimeMeasurement } from '@iklab/run/playback/timing';
import { panelCaptionFormatter, type Session, ViewState } from '@iklab/run/session';
import { whenFirstDrawn } from '@iklab/scene/dom';
import type { EditedRobotPart, MakePaneMarks } from '@iklab/scene/gestures';
import {
  loadHousingDrawingCode,
  type PictureOptions,
  prepareSceneDrawing,
  Stage,
} from '@iklab/scene/picture';
import type { DrawnPanelParts } from '@iklab/scene/robotGlb';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { waitForLongIdle } from '../browser/idle.ts';
import { type LabScope, onLabEnd, onLabEvent, startLabEffect } from '../browser/labScope.ts';
import { PaneSplits } from '../browser/paneSplits.ts';
import { ChartsLoader } from '../features/charts/chartsLoader.ts';
import { DiagnosesLoader } from '../features/explain/diagnosesLoader.ts';
import {
  hasAllToolsEnabled,
  isNonIntroductionToolOpen,
} from '../features/introduction/allTools.ts';
import { SolutionsLoader } from '../features/solutions/solutionsLoader.ts';
import type { Page } from '../page.ts';
import { CurrentSessions } from './currentSessions.ts';
import { Playback } from './playback.ts';
import { RunDisplayUpdater } from './runDisplayUpdater.ts';
import { RunFrameTasks } from './runFrameTasks.ts';
import { SceneInputHandler } from './sceneInputHandler.ts';
import { WorkingDocument } from './workingDocument.ts';

export class ComparePage implements Page {
  readonly scope: LabScope;
  readonly phase = signal<SessionPhase>(LIVE_SESSION_PHASE);
  readonly loop: PlaybackLoop;
  readonly doc: WorkingDocument;
  readonly viewState: ViewState;
  readonly splits: PaneSplits;
  readonly contextLost: ReadonlySignal<boolean>;
  readonly recording: Signal<TargetPathRecording | null> = signal(null);
  readonly recordingFault = signal('');
  readonly robot = signal<LoadedRobot | null>(null);
  readonly robotQuestion = signal<RobotImportQuestion | null>(null);
  readonly paneMarks = signal<MakePaneMarks | null>(null);
  readonly editedPart = signal<EditedRobotPart | null>(null);
  readonly stage: Stage;
  readonly isManual: boolean;
  readonly #greets: boolean;
  readonly #sessions: CurrentSessions;
  readonly playback: Playback;
  readonly input: SceneInputHandler;
  readonly runReport: RunDisplayUpdater;
  readonly chartsLoader = new ChartsLoader(this);
  readonly diagnosesLoader = new DiagnosesLoader(this);
  readonly solutionsLoader = new SolutionsLoader(this);
  /** Resolves once the charts, and the story of a finished run, are loaded. */
  chartsReady: Promise<void> | null = null;
  readonly #timing: () => Promise<UpdateTimeMeasurement>;
  readonly #frame = new RunFrameTasks(this);
  #pendingSession: Session | null = null;

  constructor(scope: LabScope, canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    const { engine, isManual, greetsVisitors } = scope.services;
    this.scope = scope;
    this.splits = new PaneSplits(scope.services);
    this.isManual = isManual;
    this.#greets = greetsVisitors;
    // Not needed for the first picture.
    this.#timing = once(async () => {
      const timing = new (await import('@iklab/run/playback/timing')).UpdateTimeMeasurement(
        engine,
        waitForLongIdle,
      );
      onLabEnd(scope, () => timing.stop());
      return timing;
    });
    this.loop = new PlaybackLoop(this.#frame, (...frame) => this.#requestPaint(...frame), isManual);
    this.#sessions = new CurrentSessions(engine, this.loop, this.phase);
    this.doc = new WorkingDocument(scope, this.#sessions);
    this.viewState = new ViewState(this.doc.session);
    this.input = new SceneInputHandler(this);
    const { root, eventTarget: keys } = scope.services;
    const environment = { root, keys, signal: scope.endSignal };
    const changed = (): void => this.loop.redraw();
    this.stage = new Stage(canvas, context, environment, changed);
    this.stage.adaptsShadows = !isManual;
    // The link may contain a robot.
    if (scope.services.address.fragment !== '') loadHousingDrawingCode();
    this.playback = new Playback(this.stage, this.phase);
    this.runReport = new RunDisplayUpdater(this.stage);
    this.contextLost = watchContextLoss(canvas, scope.endSignal);
    // The first input of a visitor ends the introductory pace of the first run.
    onVisitorActivity(scope, () => {
      if (this.phase.peek().kind === 'racing') this.phase.value = LIVE_SESSION_PHASE;
    });
    this.#installEffects();
    onLabEnd(scope, () => this.#end());
  }

  /** Loads the input in the panes, which the first picture does not need. */
  async loadInput(): Promise<void> {
    const part = await this.doc.loadPart(import('@iklab/scene/gestures/paneInput'));
    if (!part || this.scope.endSignal.aborted) return;
    const { SceneInput, makeCameraControls: makeControls } = part;
    this.stage.addInput({ makeInput: (panes) => new SceneInput(panes, this.input), makeControls });
  }

  #requestPaint(paint: (timeMs: number) => void, weight?: ThreadTaskKind): void {
    const { services, endSignal } = this.scope;
    services.time.requestFrame((timeMs) => {
      if (!endSignal.aborted) paint(timeMs);
    }, weight);
  }

  #end(): void {
    this.stage.dispose();
    this.#sessions.end();
  }

  #installEffects(): void {
    const { viewState, stage } = this;
    const effect = (act: () => void): void => startLabEffect(this.scope, act);
    effect(() => this.#applyLayout());
    effect(() => {
      // A new caption changes the size of the picture.
      if (panelCaptionFormatter.value) this.#requestPaint(() => this.#applyLayout());
    });
    effect(() => this.solutionsLoader.show(viewState.solutions.value));
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
      viewState.introducing.value = firstVisit && this.#greets && !hasAllToolsEnabled(this);
    });
    effect(() => {
      if (isNonIntroductionToolOpen(viewState)) viewState.introducing.value = false;
    });
    effect(() => {
      if (this.recording.value === null) this.input.cancelAll();
    });
    effect(() => {
      const session = this.#sessions.mountedSession.value;
      if (session) this.#applyScene(session, session.appliedScene.value);
    });
    effect(() => {
      const session = this.#sessions.mountedSession.value;
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

  get history(): RunHistory | null {
    return this.playback.history;
  }

  get mountedSession() {
    return this.#sessions.mountedSession;
  }

  get liveSession(): Session | null {
    return this.#sessions.mountedSession.peek();
  }

  async panesReady(session: Session, panes: readonly HTMLElement[]): Promise<void> {
    this.#pendingSession = session;
    const drawing = prepareSceneDrawing(session.scene);
    if (drawing) await drawing;
    if (this.#pendingSession === session && !this.scope.endSignal.aborted)
      this.#open(session, panes);
  }

  #open(session: Session, panes: readonly HTMLElement[]): void {
    this.#pendingSession = null;
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
        : LIVE_SESSION_PHASE;
    this.#sessions.markMounted(session);
    this.loop.runAhead(opening?.frame ?? 0);
    if (opening?.play) this.loop.play();
    else this.loop.pause();
  }

  #applyScene(session: Session, scene: Scene): void {
    this.stage.applyScene(scene);
    this.loop.redraw();
    this.#startTiming(session);
  }

  async #startTiming(session: Session): Promise<void> {
    if (this.isManual) return;
    await whenFirstDrawn();
    const timing = await this.#timing();
    if (!this.scope.endSignal.aborted) timing.restart(session);
  }

  measure = async (): Promise<void> => {
    if (this.liveSession) await (await this.#timing()).measure(this.liveSession);
  };

  loadCharts(host: HTMLElement): void {
    this.chartsReady = this.chartsLoader.load(host).then(() => this.#frame.storyLoaded());
  }

  async #showMeshes(visible: boolean): Promise<void> {
    if (this.stage.meshes === visible) return;
    this.stage.meshes = visible;
    const { reopenPanes: redraw } = await import('../features/robots/drawRobotVisuals.ts');
    redraw(this);
  }

  #applyLayout(): void {
    const { visible, layout, inspected } = this.viewState;
    const visiblePanels = visible.value;
    const panels = this.#sessions.mountedSession.value?.instances ?? [];
    const inspectedIndex = panels.findIndex(({ slot }) => slot === inspected.value);
    this.stage.layout(
      layout.value,
      visiblePanels,
      visiblePanels[inspectedIndex] ? inspectedIndex : visiblePanels.indexOf(true),
    );
  }

  openPage(page: PageLocation | null): void {
    this.viewState.openPage.value = page;
    const suspended = page !== null;
    this.doc.address.suspended.value = suspended;
    if (suspended !== this.loop.suspended) this.loop.suspended = suspended;
  }

  togglePlaying = (): void => {
    if (this.playing.value) {
      this.loop.pause();
      return;
    }
    if (this.liveSession?.finished) this.restart();
    this.playback.goLive();
    this.loop.play();
  };

  restart = (): void => this.liveSession?.restart();

  showGhost(entry: number | null): void {
    this.playback.showGhost(entry);
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

  showDirection(panel: number, taskVector: readonly number[] | null, name = ''): void {
    this.chartsLoader.showDirection(panel, taskVector, name);
  }

  viewpoint = (): Viewpoint | null => this.stage.projection.viewpoint();

  currentCamera = (): Viewpoint | null => this.stage.projection.currentView();

  framesShown = (): number => this.playback.framesShown(this.doc.editor.scenario.peek().run);

  takePicture = (wish?: PictureOptions): Promise<HTMLCanvasElement> => this.stage.nextPicture(wish);

  chartDrawings = () => this.chartsLoader.drawings;

  drawnParts = (panel: number): DrawnPanelParts | null => this.stage.drawnParts(panel);

  pictureSize = () => this.stage.pictureSize;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function watchContextLoss(
  canvas: HTMLCanvasElement,
  endSignal: AbortSignal,
): ReadonlySignal<boolean> {
  const lost = signal(false);
  const be = (isLost: boolean) => (): void => {
    lost.value = isLost;
  };
  canvas.addEventListener('webglcontextlost', be(true), { signal: endSignal });
  canvas.addEventListener('webglcontextrestored', be(false), { signal: endSignal });
  return lost;
}

function onVisitorActivity(scope: LabScope, acts: () => void): void {
  for (const kind of ['pointerdown', 'click', 'wheel', 'keydown'] as const)
    onLabEvent(scope, kind, acts, { capture: true, passive: true });
}
