import { effect, type Signal, signal } from '@preact/signals';
import type { Charts } from './chart/charts.ts';
import type { Engine } from './engine/engine.ts';
import type { Page } from './panel/page.ts';
import { Tags } from './panel/tags.ts';
import type { LinkSettings } from './scenario/codec.ts';
import { type Beginning, Desk, type Runner } from './session/desk.ts';
import { setOrientation, setTarget } from './session/edits.ts';
import { History } from './session/history.ts';
import { Looks } from './session/looks.ts';
import { Loop } from './session/loop.ts';
import type { Session } from './session/session.ts';
import { Timeline } from './session/timeline.ts';
import type { Timing } from './session/timing.ts';
import type { HandEvents } from './view/mover.ts';
import { Stage } from './view/stage.ts';

const CALM_FRAMES = 240; // run at once where nothing may move: the picture still has a story to tell

/** Compare: a desk and its session, the stage and charts it is drawn on, the page around them. */
export class Compare implements Page, Runner {
  readonly desk: Desk;
  readonly looks: Looks;
  readonly lost = signal(false);
  readonly timeline: Signal<Timeline | null> = signal(null);
  readonly loop: Loop;
  readonly stage: Stage;
  /** The session that stands in the page, and its past. */
  #live: Session | null = null;
  #history: History | null = null;
  #charts: Charts | null = null;
  #tags: readonly Tags[] = [];
  readonly #byHand: boolean;
  readonly #timing: () => Promise<Timing>;

  /** `byHand`: time passes by `loop.step` alone. */
  constructor(
    engine: Engine,
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    byHand: boolean,
  ) {
    this.#byHand = byHand;
    // not needed for the first picture
    this.#timing = once(async () => new (await import('./session/timing.ts')).Timing(engine));
    this.loop = new Loop(this, byHand);
    this.desk = new Desk(engine, this);
    this.looks = new Looks(this.desk.session);
    this.stage = new Stage(canvas, context, () => this.loop.redraw(), this.#hands());
    canvas.addEventListener('webglcontextlost', () => {
      this.lost.value = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost.value = false;
    });
    effect(() => this.#arrange());
    effect(() => this.stage.trail(this.desk.editor.scenario.value.view.trail));
  }

  get playing() {
    return this.loop.playing;
  }

  /** What hands do in the picture is an edit like any other. */
  #hands(): Partial<HandEvents> {
    const { editor } = this.desk;
    return {
      grab: () => {
        editor.seal();
        this.timeline.peek()?.live();
        this.loop.play();
      },
      target: (index, position) => {
        const what = `Move target ${index + 1}`;
        this.desk.edit(what, setTarget(index, position), `target ${index}`);
      },
      orientation: (index, quaternion) => {
        const what = `Turn target ${index + 1}`;
        this.desk.edit(what, setOrientation(index, quaternion), `target ${index}`);
        this.loop.play();
      },
      release: () => editor.seal(),
      select: (panel) => {
        const { inspected } = this.looks;
        if (inspected.peek() !== null) inspected.value = this.#live?.panels[panel]?.slot ?? null;
      },
    };
  }

  // what the desk asks for

  get running(): boolean {
    return this.playing.peek() || (this.#live?.finished ?? false);
  }

  opened(settings: LinkSettings | null): Beginning {
    this.looks.reset(settings?.layout ?? null);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const frame = settings?.frame ?? (calm ? CALM_FRAMES : 0);
    return { frame, play: settings?.play ?? !calm };
  }

  adopted(session: Session, ran: boolean, anew: boolean): void {
    if (ran && anew) {
      session.restart();
      this.#rewind();
    }
    if (ran && !this.playing.peek()) this.loop.play();
    this.loop.redraw();
    this.#time(session);
  }

  // standing in the page

  mounted(session: Session, panes: readonly HTMLElement[]): void {
    this.desk.stands(session);
    this.looks.keep(session.panels.map(({ slot }) => slot));
    this.#live = session;
    const { scene, lab } = session;
    this.#tags = panes.map((pane) => new Tags(pane, scene.scenario.targets.length));
    this.stage.open(scene, session.envelope, panes);
    this.stage.trail(scene.scenario.view.trail);
    this.#history = History.of(scene, lab);
    this.timeline.value = new Timeline(this.#history, lab.panelCount);
    this.#charts?.open(session, this.#history);
    this.#arrange();
    this.#rewind();
    const { frame, play } = this.desk.beginning;
    this.loop.skip(frame);
    if (play) this.loop.play();
    else this.loop.pause();
    this.#time(session);
  }

  async #time(session: Session): Promise<void> {
    if (!this.#byHand) (await this.#timing()).restart(session);
  }

  /** Time per update, at once: for tests. */
  measure = async (): Promise<void> => {
    if (this.#live) await (await this.#timing()).measure(this.#live);
  };

  async charted(host: HTMLElement): Promise<void> {
    const { Charts } = await import('./chart/charts.ts'); // not needed for the first picture
    this.#charts = new Charts(host, {
      hover: (entry) => this.#ghost(entry),
      pick: (entry) => this.look(entry),
    });
    if (this.#live && this.#history) this.#charts.open(this.#live, this.#history);
    this.#arrange();
  }

  #arrange(): void {
    const visible = this.looks.visible.value;
    this.stage.layout(this.looks.layout.value, visible, visible.indexOf(true));
    this.#charts?.visible(visible);
  }

  // what the loop drives

  advance(): boolean {
    if (!this.#live) return false;
    const more = this.#live.advance();
    this.stage.record(this.#live.lab);
    this.#history?.record(this.#live.lab);
    return more;
  }

  draw(): void {
    if (!this.#live) return;
    const entry = this.timeline.peek()?.entry.peek() ?? null;
    const past = this.#history;
    if (entry === null || !past) this.stage.draw(this.#live.lab);
    else this.stage.show((panel) => past.angles(entry, panel), past.goals(entry));
    for (const pane of this.#tags) pane.move(this.stage.screen);
  }

  tell(): void {
    if (!this.#live || !this.#history) return;
    const entry = this.timeline.peek()?.entry.peek() ?? null;
    this.#tellPanels(entry, this.#live, this.#history);
    const { tolerance } = this.#live.scene.scenario.run;
    const { screen } = this.stage;
    this.#tags.forEach((pane, i) => {
      pane.tell(screen, this.stage.tips(i), this.stage.distances(i), tolerance);
    });
    this.timeline.peek()?.tell();
    this.#charts?.update();
    this.#charts?.cursor(entry);
  }

  #tellPanels(entry: number | null, live: Session, past: History): void {
    if (entry === null) live.tell();
    else
      live.recall({
        time: past.time(entry),
        error: (panel) => past.error(entry, panel),
        update: (panel) => past.update(entry, panel),
        stop: (panel) => past.stop(entry, panel),
      });
  }

  /** Trails and past begin anew. */
  #rewind(): void {
    if (!this.#live) return;
    this.stage.restart(this.#live.lab);
    this.#history?.clear();
    this.#history?.record(this.#live.lab);
    this.timeline.peek()?.live();
    this.loop.redraw();
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
