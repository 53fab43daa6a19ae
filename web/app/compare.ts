import { effect, type Signal, signal } from '@preact/signals';
import { idle } from '../browser/idle.ts';
import { Splits } from '../browser/splits.ts';
import type { Viewpoint } from '../document/moment.ts';
import type { Engine } from '../engine/engine.ts';
import { broken, missingPart } from '../format/notices.ts';
import type { Page } from '../panel/page.ts';
import { Greeting } from '../run/greeting.ts';
import { History } from '../run/history.ts';
import { Loop } from '../run/loop.ts';
import type { Recording } from '../run/recording.ts';
import type { Session } from '../run/session.ts';
import { Timeline } from '../run/timeline.ts';
import type { Timing } from '../run/timing.ts';
import { Looks } from '../run/viewState.ts';
import type { LinkSettings } from '../scenario/decodeLink.ts';
import { Stage } from '../view/stage.ts';
import { type Beginning, Desk, type Runner } from './desk.ts';
import { Grip } from './grip.ts';
import type { Instruments } from './instruments.ts';
import { Telling } from './telling.ts';

const CALM_FRAMES = 240; // run at once where nothing may move: the picture still has a story to tell

/** Compare: a desk and its session, the stage and charts it is drawn on, the page around them. */
export class Compare implements Page, Runner {
  readonly desk: Desk;
  readonly looks: Looks;
  readonly splits = new Splits();
  readonly lost = signal(false);
  readonly timeline: Signal<Timeline | null> = signal(null);
  readonly recording: Signal<Recording | null> = signal(null);
  readonly said = signal('');
  readonly #telling = new Telling(() => this.stage);
  readonly story = this.#telling.story;
  readonly loop: Loop;
  readonly stage: Stage;
  /** The session that stands in the page, and its past. */
  #live: Session | null = null;
  #history: History | null = null;
  #charts: Instruments | null = null;
  readonly byHand: boolean;
  /** The scene was running when it was left. */
  #resume = false;
  readonly #timing: () => Promise<Timing>;
  readonly #greets: boolean;
  /** The pace of the first run; null: nobody is greeted, or the visitor has acted. */
  #greeting: Greeting | null = null;
  /** A scene was opened that the page has not put up yet; whether its visitor is greeted. */
  #opened: { readonly greets: boolean } | null = null;
  readonly #grip: Grip;
  /** The entry that the trails lead up to; null: the newest. */
  #traced: number | null = null;

  /** `byHand`: time passes by `loop.step` alone; `greets`: the first visitor of a visit. */
  constructor(
    engine: Engine,
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    { byHand, greets }: { readonly byHand: boolean; readonly greets: boolean },
  ) {
    this.byHand = byHand;
    // not needed for the first picture
    this.#timing = once(async () => new (await import('../run/timing.ts')).Timing(engine, idle));
    this.#greets = greets;
    this.loop = new Loop(this, (paint) => requestAnimationFrame(paint), byHand);
    this.desk = new Desk(engine, this);
    this.looks = new Looks(this.desk.session);
    this.#grip = new Grip({
      desk: this.desk,
      looks: this.looks,
      loop: this.loop,
      recording: this.recording,
      timeline: this.timeline,
      live: () => this.#live,
      adopt: (session) => this.stage.adopt(session.scene),
    });
    this.stage = new Stage(canvas, context, () => this.loop.redraw(), this.#grip);
    canvas.addEventListener('webglcontextlost', () => {
      this.lost.value = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost.value = false;
    });
    effect(() => this.#arrange());
    effect(() => this.#follow(this.looks.followed.value));
    effect(() => {
      if (this.recording.value === null) this.#grip.drop();
    });
    effect(() => this.stage.link(this.looks.linked.value));
    effect(() => this.stage.details(this.looks.axes.value, this.looks.limits.value));
    for (const act of ['pointerdown', 'click', 'wheel', 'keydown'])
      window.addEventListener(act, () => this.#touched(), { capture: true, passive: true });
    effect(() => this.stage.trail(this.desk.editor.scenario.value.view.trail));
  }

  get playing() {
    return this.loop.playing;
  }

  get speed() {
    return this.loop.speed;
  }

  get behind() {
    return this.loop.behind;
  }

  // what the desk asks for

  get running(): boolean {
    return this.playing.peek() || (this.#live?.finished ?? false);
  }

  opened(settings: LinkSettings | null, fresh: boolean): Beginning {
    this.looks.reset(settings?.layout ?? null, settings?.hidden ?? []);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#opened = { greets: fresh && this.#greets };
    const frame = settings?.frame ?? (calm ? CALM_FRAMES : 0);
    return { frame, play: settings?.play ?? !calm };
  }

  adopted(session: Session, ran: boolean, anew: boolean): void {
    if (ran && anew) {
      session.restart();
      this.#rewind();
    }
    this.stage.adopt(session.scene);
    if (ran && !this.playing.peek()) this.loop.play();
    this.loop.redraw();
    this.#time(session);
  }

  // standing in the page

  mounted(session: Session, panes: readonly HTMLElement[]): void {
    this.recording.value = null;
    this.looks.keep(session.panels.map(({ slot }) => slot));
    this.#live = session;
    this.#grip.held = false;
    this.desk.editor.seal();
    const opened = this.#opened;
    this.#opened = null;
    this.#greeting = opened?.greets ? new Greeting() : null;
    const { scene, lab } = session;
    this.#telling.open(panes, session);
    this.stage.open(scene, session.envelope, panes, opened !== null);
    this.stage.trail(scene.scenario.view.trail);
    this.#history = History.of(scene, lab);
    this.timeline.value = new Timeline(this.#history, lab.panelCount);
    this.#charts?.open(session, this.#history);
    this.#follow(this.looks.followed.peek());
    this.desk.stands(session); // nothing looks at the one before any more
    this.#arrange();
    this.#rewind();
    const { frame, play } = this.desk.beginning;
    this.loop.skip(frame);
    const away = this.looks.method.peek() !== null;
    if (away) this.#resume = play ?? false;
    if (play && !away) this.loop.play();
    else this.loop.pause();
    this.#time(session);
  }

  async #time(session: Session): Promise<void> {
    if (!this.byHand) (await this.#timing()).restart(session);
  }

  /** Time per update, at once: for tests. */
  measure = async (): Promise<void> => {
    if (this.#live) await (await this.#timing()).measure(this.#live);
  };

  async charted(host: HTMLElement): Promise<void> {
    // not needed for the first picture
    const part = await import('./instruments.ts').catch(() => null);
    if (!part) {
      this.desk.notice.value = missingPart;
      return;
    }
    const { Instruments } = part;
    this.#charts = new Instruments(host, this.stage, () => this.loop.redraw(), {
      hover: (entry) => this.#ghost(entry),
      pick: (entry) => this.look(entry),
    });
    effect(() => this.#charts?.ellipsoids(this.looks.ellipsoids.value));
    if (this.#live && this.#history) this.#charts.open(this.#live, this.#history);
    this.#follow(this.looks.followed.peek());
    this.#arrange();
    this.tell(); // the story of a run that is over
  }

  /** Charts of one panel show the one that is looked at. */
  #follow(panel: number): void {
    this.#charts?.follow(panel);
  }

  #arrange(): void {
    const { visible, layout, inspected } = this.looks;
    const seen = visible.value;
    const asked = this.#live?.panels.findIndex(({ slot }) => slot === inspected.value) ?? -1;
    this.stage.layout(layout.value, seen, seen[asked] ? asked : seen.indexOf(true));
    this.#charts?.visible(seen);
  }

  // what the loop drives

  parts(speed: number): number {
    return this.#live?.parts(speed) ?? 1;
  }

  advance(time?: number): boolean {
    if (!this.#live) return false;
    if (this.#grip.held) return true;
    if (this.playing.peek() && this.#greeting?.next() === false) return true;
    return this.#update(this.#live, time);
  }

  get midway(): boolean {
    return this.#live?.lab.midway ?? false;
  }

  /** What was thrown stays with this scene: the next one opens. */
  failed(error: unknown): void {
    this.desk.notice.value = broken(error);
    reportError(error);
  }

  #update(live: Session, time?: number): boolean {
    const parts = this.parts(this.speed.peek());
    const more = live.advance(parts, time);
    if (live.lab.midway) return true;
    const { timeStep } = live.scene.scenario.run;
    this.recording.peek()?.sample(timeStep / parts);
    this.stage.record(live.lab);
    this.#history?.record(live.lab);
    if (!more) this.#grip.rested = true;
    return more;
  }

  /** Whatever a visitor does, the pace is theirs. */
  #touched(): void {
    this.#greeting = null;
  }

  draw(): void {
    if (!this.#live) return;
    const entry = this.timeline.peek()?.entry.peek() ?? null;
    const past = this.#history;
    this.#trace(entry);
    if (entry !== null && past)
      this.stage.show((panel) => past.angles(entry, panel), past.goals(entry));
    else this.stage.draw(this.#live.lab);
    // what a moved target has taken out of the picture comes back into it
    if (this.#grip.rested) this.stage.keep(this.#live.scene, this.#live.lab);
    this.#grip.rested = false;
    this.#telling.move();
  }

  /** Trails lead up to the entry that is looked at. */
  #trace(entry: number | null): void {
    const past = this.#history;
    if (entry === this.#traced || !past) return;
    this.#traced = entry;
    this.stage.retrace((panel, most) =>
      past.way(panel, entry ?? past.last, most).map((at) => past.angles(at, panel)),
    );
  }

  tell(): void {
    const [live, past, charts] = [this.#live, this.#history, this.#charts];
    if (!live || !past) return;
    const entry = this.timeline.peek()?.entry.peek() ?? null;
    this.#telling.tell({
      live,
      past,
      entry,
      held: this.#grip.held,
      playing: this.playing.peek(),
      story: charts?.story ?? null,
    });
    this.stage.tell();
    this.timeline.peek()?.tell();
    charts?.update();
    charts?.cursor(entry);
  }

  /** Trails and past begin anew. */
  #rewind(): void {
    if (!this.#live) return;
    this.#traced = null;
    this.stage.restart(this.#live.lab);
    this.#history?.clear();
    this.#history?.record(this.#live.lab);
    this.timeline.peek()?.live();
    this.loop.redraw();
  }

  /** What has happened since the start. */
  get past(): History | null {
    return this.#history;
  }

  /** The page of a method, '' for the family; null: the scene, as it was left. */
  show(method: string | null): void {
    const away = this.looks.method.peek() !== null;
    this.looks.method.value = method;
    this.desk.address.away = method !== null;
    if (away === (method !== null)) return;
    if (method === null) {
      this.desk.entitle();
      if (this.#resume) this.loop.play();
      return;
    }
    this.#resume = this.playing.peek();
    this.loop.pause();
  }

  // what the page can ask for

  toggle = (): void => {
    if (this.playing.value) {
      this.loop.pause();
      return;
    }
    if (this.#live?.finished) this.restart();
    this.timeline.peek()?.live();
    this.loop.play();
  };

  restart = (): void => {
    this.#live?.restart();
    this.#rewind();
  };

  fit = (): void => this.stage.fit();

  look = (entry: number): void => {
    this.loop.pause();
    this.timeline.peek()?.go(entry);
    this.loop.redraw();
  };

  step = (count: number): void => {
    this.loop.pause();
    if (!this.timeline.peek()?.step(count)) this.advance();
    this.loop.redraw();
  };

  point(panel: number, way: readonly number[] | null, name = ''): void {
    this.#charts?.block(panel, way, name);
  }

  viewpoint = (): Viewpoint | null => this.stage.projection.viewpoint();

  /** How often a run from the start goes on until it has come here. */
  moment = (): number => {
    const past = this.#history;
    const entry = this.timeline.peek()?.entry.peek() ?? past?.last ?? 0;
    const { mode } = this.desk.editor.scenario.peek().run;
    return mode === 'converge' || !past ? entry : past.frame(entry);
  };

  picture(): Promise<Blob> {
    return this.stage.picture();
  }

  #ghost(entry: number | null): void {
    const past = this.#history;
    this.stage.ghost(entry === null || !past ? null : (panel) => past.angles(entry, panel));
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
