import { canUpdateRunningLab } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { deepEqual, resolveScenario, type Scenario, type Scene } from '@iklab/core/scenario';
import {
  LIVE_SESSION_PHASE,
  type SceneOpeningRequest,
  type SessionPhase,
} from '@iklab/run/history';
import type { PlaybackLoop } from '@iklab/run/playback';
import { type ExternalPosePanel, Session } from '@iklab/run/session';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const MAX_REPLAYED = 3600; // Frames that an edit of a paused scene replays.
// Frames computed at once for visitors who prefer reduced motion, so that the picture has a story.
const REDUCED_MOTION_FRAMES = 240;

/**
 * Keeps the current session and the session shown on the page. Both differ only while a session is
 * opening.
 */
export class CurrentSessions {
  readonly session: ReadonlySignal<Session | null>;
  readonly mountedSession: ReadonlySignal<Session | null>;
  readonly #session = signal<Session | null>(null);
  readonly #mountedSession = signal<Session | null>(null);
  readonly #engine: Engine;
  readonly #loop: PlaybackLoop;
  readonly #phase: Signal<SessionPhase>;
  #externalPanel: ExternalPosePanel | null = null;

  constructor(engine: Engine, loop: PlaybackLoop, phase: Signal<SessionPhase>) {
    this.#engine = engine;
    this.#loop = loop;
    this.#phase = phase;
    this.session = this.#session;
    this.mountedSession = this.#mountedSession;
  }

  /**
   * Opens a scene as the current session. Throws if the module rejects the scene; the current
   * session then stays.
   */
  open(scene: Scene, request: SceneOpeningRequest): Session {
    const session = new Session(this.#engine, scene);
    this.#externalPanel = null;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const { frame = null, play = null } = request.settings ?? {};
    this.#phase.value = {
      kind: 'opening',
      request,
      frame: frame ?? (reducedMotion ? REDUCED_MOTION_FRAMES : 0),
      play: play ?? !reducedMotion,
    };
    return this.#begin(session);
  }

  /**
   * Applies an edit of the document to the current session, or begins a new session. Throws if the
   * module rejects the scene.
   */
  applyEdit(scenario: Scenario): void {
    const session = this.#session.peek();
    if (!session) return;
    const scene = this.#resolveScene(scenario);
    if (canUpdateRunningLab(session.scene.scenario, scene.scenario))
      this.#updateLive(session, scene);
    else this.#replaceSession(session, scene);
  }

  /**
   * Restarts the run with an external pose panel beside the methods; null for the methods alone.
   */
  play(externalPanel: ExternalPosePanel | null, scenario: Scenario): void {
    this.#externalPanel = externalPanel;
    const session = this.#session.peek();
    if (session) this.#replaceSession(session, this.#resolveScene(scenario), true);
  }

  #resolveScene(scenario: Scenario): Scene {
    return this.#externalPanel?.makeScene(scenario) ?? resolveScenario(scenario);
  }

  #updateLive(session: Session, scene: Scene): void {
    const { scenario } = scene;
    const { methods } = session.scene.scenario;
    const running = this.#running(session);
    const goals = session.lab.goals().slice();
    session.applyScene(scene);
    // Methods that run until they stop are compared from the start.
    if (running && stops(scenario) && !deepEqual(methods, scenario.methods)) session.restart();
    // A paused run would show errors and outcomes for the targets before the move.
    const moved = session.lab.goals().some((value, i) => value !== goals[i]);
    if ((running || moved) && !this.#loop.playing.peek()) this.#resume();
  }

  #resume(): void {
    if (this.#phase.peek().kind === 'past') this.#phase.value = LIVE_SESSION_PHASE;
    this.#loop.play();
  }

  #replaceSession(before: Session, scene: Scene, fromStart = false): void {
    const { scenario } = scene;
    const start = before.scene.scenario.start;
    const restarts =
      fromStart || this.#running(before) || stops(scenario) || !deepEqual(start, scenario.start);
    const session = this.#createSession(scene);
    const phase = this.#phase.peek();
    this.#phase.value = {
      kind: 'opening',
      request: phase.kind === 'opening' ? phase.request : null,
      frame: restarts ? 0 : Math.min(before.lab.frame, MAX_REPLAYED),
      play: this.#loop.playing.peek() || before.finished || stops(scenario),
    };
    this.#begin(session);
  }

  #createSession(scene: Scene): Session {
    const panel = this.#externalPanel?.hasMade(scene) ? this.#externalPanel : null;
    return new Session(this.#engine, scene, this.#engine.builtIn, panel);
  }

  #running(session: Session): boolean {
    return (this.#loop.playing.peek() && !this.#loop.suspended) || session.finished;
  }

  #begin(session: Session): Session {
    const unseen = this.#session.peek();
    this.#session.value = session;
    if (unseen !== this.#mountedSession.peek()) unseen?.close();
    return session;
  }

  end(): void {
    const open = new Set([this.#session.peek(), this.#mountedSession.peek()]);
    this.#session.value = this.#mountedSession.value = null;
    for (const session of open) session?.close();
  }

  markMounted(session: Session): void {
    const before = this.#mountedSession.peek();
    this.#mountedSession.value = session;
    before?.close();
  }
}

const stops = ({ run }: Scenario): boolean => run.mode !== 'track';
