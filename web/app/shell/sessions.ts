import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { canUpdateLive } from 'iklab/document';
import type { Engine } from 'iklab/engine';
import { type GivenPanel, type Loop, type OpeningRequest, type Phase, Session } from 'iklab/run';
import { deepEqual, resolve, type Scenario, type Scene } from 'iklab/scenario';

const MOST_REPLAYED = 3600; // frames that an edit of a paused scene runs again
const CALM_FRAMES = 240; // run at once where nothing may move: the picture still has a story to tell

/** The session at work, and the one that stands in the page: the same but while one is opening. */
export class Sessions {
  readonly session: ReadonlySignal<Session | null>;
  readonly shown: ReadonlySignal<Session | null>;
  readonly #session = signal<Session | null>(null);
  readonly #standing = signal<Session | null>(null);
  readonly #engine: Engine;
  readonly #loop: Loop;
  readonly #phase: Signal<Phase>;
  /** It plays beside the methods of the scene at work, where it fits. */
  #given: GivenPanel | null = null;

  constructor(engine: Engine, loop: Loop, phase: Signal<Phase>) {
    this.#engine = engine;
    this.#loop = loop;
    this.#phase = phase;
    this.session = this.#session;
    this.shown = this.#standing;
  }

  /** A scene that is opened; throws where the module refuses it, and the one at work stays. */
  open(scene: Scene, request: OpeningRequest): Session {
    const session = new Session(this.#engine, scene);
    this.#given = null;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const { frame = null, play = null } = request.settings ?? {};
    this.#phase.value = {
      kind: 'opening',
      request,
      frame: frame ?? (calm ? CALM_FRAMES : 0),
      play: play ?? !calm,
    };
    return this.#begin(session);
  }

  /** The document was edited: the session at work takes it, or another one begins. Throws likewise. */
  applyEdit(scenario: Scenario): void {
    const session = this.#session.peek();
    if (!session) return;
    const scene = this.#withGiven(scenario);
    if (canUpdateLive(session.scene.scenario, scene.scenario)) this.#updateLive(session, scene);
    else this.#beginAnew(session, scene);
  }

  /** From the start, with a panel beside the methods of the document at work; null: with them alone. */
  play(given: GivenPanel | null, scenario: Scenario): void {
    this.#given = given;
    const session = this.#session.peek();
    if (session) this.#beginAnew(session, this.#withGiven(scenario), true);
  }

  #withGiven(scenario: Scenario): Scene {
    return this.#given?.scene(scenario) ?? resolve(scenario);
  }

  #updateLive(session: Session, scene: Scene): void {
    const { scenario } = scene;
    const { methods } = session.scene.scenario;
    const running = this.#running(session);
    session.applyScene(scene);
    // methods that run until they stop are compared from the start
    if (running && stops(scenario) && !deepEqual(methods, scenario.methods)) session.restart();
    if (running && !this.#loop.playing.peek()) this.#loop.play();
  }

  #beginAnew(before: Session, scene: Scene, fromStart = false): void {
    const { scenario } = scene;
    const start = before.scene.scenario.start;
    const restarts =
      fromStart || this.#running(before) || stops(scenario) || !deepEqual(start, scenario.start);
    const session = this.#sessionOf(scene);
    const phase = this.#phase.peek();
    this.#phase.value = {
      kind: 'opening',
      request: phase.kind === 'opening' ? phase.request : null,
      frame: restarts ? 0 : Math.min(before.lab.frame, MOST_REPLAYED),
      play: this.#loop.playing.peek() || before.finished || stops(scenario),
    };
    this.#begin(session);
  }

  /** The scene has a panel more than its document where what is given fits. */
  #sessionOf(scene: Scene): Session {
    const given = this.#given?.made(scene) ? this.#given : null;
    return new Session(this.#engine, scene, this.#engine.builtIn, given);
  }

  /** The clock is running, or has run to the end. */
  #running(session: Session): boolean {
    return (this.#loop.playing.peek() && !this.#loop.away) || session.finished;
  }

  /** One that the page has not yet seen is dropped. */
  #begin(session: Session): Session {
    const unseen = this.#session.peek();
    this.#session.value = session;
    if (unseen !== this.#standing.peek()) unseen?.close();
    return session;
  }

  /** Nothing runs any more. */
  end(): void {
    const open = new Set([this.#session.peek(), this.#standing.peek()]);
    this.#session.value = this.#standing.value = null;
    for (const session of open) session?.close();
  }

  /** The page has put it up: nothing looks at the one before any more. */
  markShown(session: Session): void {
    const before = this.#standing.peek();
    this.#standing.value = session;
    before?.close();
  }
}

/** Its methods run until they stop. */
const stops = ({ run }: Scenario): boolean => run.mode !== 'track';
