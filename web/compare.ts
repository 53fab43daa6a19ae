import { signal } from '@preact/signals';
import type { Engine } from './engine/engine.ts';
import type { Page } from './panel/app.tsx';
import { Tags } from './panel/tags.ts';
import type { LinkSettings } from './scenario/codec.ts';
import { type Notice, openLink, refused } from './session/link.ts';
import { Loop } from './session/loop.ts';
import { Session } from './session/session.ts';
import { Stage } from './view/stage.ts';

const CALM_FRAMES = 240; // run at once where nothing may move: the picture still has a story to tell

/** Compare: a session, the stage it is drawn on, the page around it, the loop that drives them. */
export class Compare implements Page {
  readonly session = signal<Session | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly lost = signal(false);
  readonly loop: Loop;
  readonly stage: Stage;
  readonly #engine: Engine;
  /** The session that stands in the page. */
  #live: Session | null = null;
  #tags: readonly Tags[] = [];
  #settings: LinkSettings | null = null;
  #openings = 0;

  /** `byHand`: time passes by `loop.step` alone. */
  constructor(
    engine: Engine,
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    byHand: boolean,
  ) {
    this.#engine = engine;
    this.loop = new Loop(this, byHand);
    this.stage = new Stage(canvas, context, () => this.loop.redraw());
    canvas.addEventListener('webglcontextlost', () => {
      this.lost.value = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost.value = false;
    });
  }

  get playing() {
    return this.loop.playing;
  }

  /** Opens the scene of an address's fragment; the one before stays until this one stands. */
  async open(fragment: string): Promise<void> {
    const opening = ++this.#openings;
    const { scene, settings, notice } = await openLink(fragment, this.#engine.catalogue);
    if (opening !== this.#openings) return;
    try {
      const session = new Session(this.#engine, scene);
      const unseen = this.session.value;
      this.session.value = session;
      if (unseen !== this.#live) unseen?.close();
    } catch (error) {
      if (fragment === '') throw error;
      await this.open('');
      this.notice.value = refused(fragment, error);
      return;
    }
    this.#settings = settings;
    this.notice.value = notice;
    document.title = `${scene.scenario.name} · IK Lab`;
  }

  mounted(session: Session, panes: readonly HTMLElement[]): void {
    this.#live?.close();
    this.#live = session;
    const { targets } = session.scene.scenario;
    this.#tags = panes.map((pane) => new Tags(pane, targets.length));
    this.stage.open(session.scene, session.envelope, panes);
    this.stage.record(session.lab);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.loop.skip(this.#settings?.frame ?? (calm ? CALM_FRAMES : 0));
    if (this.#settings?.play ?? !calm) this.loop.play();
    else this.loop.pause();
  }

  // what the loop drives

  advance(): boolean {
    const more = this.#live?.advance() ?? false;
    if (this.#live) this.stage.record(this.#live.lab);
    return more;
  }

  draw(): void {
    if (!this.#live) return;
    this.stage.draw(this.#live.lab);
    for (const pane of this.#tags) pane.move(this.stage.screen);
  }

  tell(): void {
    if (!this.#live) return;
    this.#live.tell();
    const { tolerance } = this.#live.scene.scenario.run;
    const { screen } = this.stage;
    this.#tags.forEach((pane, i) => {
      pane.tell(screen, this.stage.tips(i), this.stage.distances(i), tolerance);
    });
  }

  // what the page can ask for

  toggle = (): void => {
    if (this.playing.value) {
      this.loop.pause();
    } else {
      if (this.#live?.finished) this.restart();
      this.loop.play();
    }
  };

  restart = (): void => {
    if (!this.#live) return;
    this.#live.restart();
    this.stage.restart(this.#live.lab);
    this.loop.redraw();
  };

  fit = (): void => this.stage.fit();
}
