import { effect, signal } from '@preact/signals';
import { beginAnew, forget, type Kept, kept, lastKept } from '../browser/autosave.ts';
import { Editor } from '../document/editor.ts';
import { type Change, changed, isLive, withMechanism, withMethodsOf } from '../document/edits.ts';
import { first, openLink } from '../document/link.ts';
import type { Engine } from '../engine/engine.ts';
import {
  mineIsKept,
  type Notice,
  otherMechanism,
  refused,
  restored,
  tooLarge,
  unreadable,
} from '../format/notices.ts';
import { Session } from '../run/session.ts';
import type { Turn } from '../run/slices.ts';
import { MAX_BYTES } from '../scenario/bounds.ts';
import type { Catalogue } from '../scenario/catalogue.ts';
import type { LinkSettings } from '../scenario/decodeLink.ts';
import { refused as faulty } from '../scenario/faults.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Fault, Scenario, Scene } from '../scenario/types.ts';
import { fileName } from '../scenario/words.ts';
import { same } from '../scenario/write.ts';
import { Address } from './address.ts';

/** How a session that is about to stand in the page begins. */
export interface Beginning {
  /** Frames that are run at once. */
  readonly frame: number;
  /** Null: as the page likes. */
  readonly play: boolean | null;
}

/** What runs the session, as the desk sees it. */
export interface Runner {
  /** The clock is running, or has run to the end. */
  readonly running: boolean;
  /** Another scene is opened; `fresh`: the default one, by a visitor who asked for none. */
  opened(settings: LinkSettings | null, fresh: boolean): Beginning;
  /** The session at work has taken other numbers; `ran`: before; `anew`: its way is another. */
  adopted(session: Session, ran: boolean, anew: boolean): void;
}

const GONE = 'is no longer there, or may not be read';
const MOST_REPLAYED = 3600; // frames that an edit of a paused scene runs again

/** The document at work: opened, edited, kept, shared; and the session that runs it. */
export class Desk {
  readonly session = signal<Session | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly editor: Editor;
  /** Of the session that is to stand next. */
  beginning: Beginning = { frame: 0, play: null };
  readonly engine: Engine;
  readonly #runner: Runner;
  readonly address: Address;
  /** The session that stands in the page. */
  #standing: Session | null = null;
  #openings = 0;

  constructor(engine: Engine, runner: Runner) {
    this.engine = engine;
    this.#runner = runner;
    this.address = new Address(engine.catalogue);
    this.editor = new Editor(first(engine.catalogue));
    effect(() => this.#take(this.editor.scenario.value));
  }

  get catalogue(): Catalogue {
    return this.engine.catalogue;
  }

  // opening

  /**
   * Opens the scene of an address's fragment; the one before stays until this one stands. `place`:
   * where a scene is kept that no link can hold.
   */
  async open(fragment: string, place: number | null = null): Promise<void> {
    const opening = ++this.#openings;
    this.address.drop();
    if (place !== null && this.#reopen(place)) {
      this.address.at = fragment;
      return;
    }
    if (this.session.peek() === null && fragment.length < 2 && this.#restore()) return;
    const { scene, settings, notice } = await openLink(fragment, this.catalogue);
    if (opening !== this.#openings) return;
    try {
      const isFirst = this.session.peek() === null;
      const fresh = isFirst && fragment.length < 2;
      this.#open(scene, 'Open a link', settings, fresh);
      this.address.at = fragment;
      this.notice.value = notice ?? (isFirst ? this.#keptAside() : null);
    } catch (error) {
      if (fragment === '') throw error;
      if (this.session.peek() === null) await this.open('');
      else this.address.mark(); // the scene at work stays
      this.notice.value = refused(fragment, error);
    }
  }

  #open(scene: Scene, what: string, settings: LinkSettings | null = null, fresh = false): void {
    const session = new Session(this.engine, scene);
    const isFirst = this.session.peek() === null;
    this.beginning = this.#runner.opened(settings, fresh);
    this.address.begin(scene.scenario, this.#whereKept(scene.scenario)?.id);
    this.#stand(session);
    if (isFirst) this.editor.open(scene.scenario);
    else this.editor.replace(scene.scenario, what);
    this.notice.value = null;
  }

  #whereKept(scenario: Scenario): Kept | undefined {
    return kept(this.catalogue).find((each) => same(each.scenario, scenario));
  }

  /** A link was opened in place of the visitor's own scene. */
  #keptAside(): Notice | null {
    const last = lastKept(this.catalogue);
    if (!last || this.#whereKept(this.editor.scenario.peek())) return null;
    return mineIsKept(last.scenario, last.time, () =>
      this.openScene(last.scenario, { methods: false }),
    );
  }

  /** A scene that is kept; false: it is there no longer, or cannot be opened. */
  #reopen(place: number): boolean {
    const last = kept(this.catalogue).find(({ id }) => id === place);
    if (!last) return false;
    try {
      this.#open(resolve(last.scenario), 'Open a kept scene');
    } catch {
      return false;
    }
    this.address.hold(last.scenario);
    return true;
  }

  /** The scene of the last visit; false: none, or none that can be opened. */
  #restore(): boolean {
    const last = lastKept(this.catalogue);
    if (!last) return false;
    try {
      this.#open(resolve(last.scenario), 'Open the last scene');
    } catch {
      forget(last.id);
      return false;
    }
    this.notice.value = restored(last.time, () => {
      beginAnew();
      this.#open(resolve(first(this.catalogue)), 'Open the default scene');
    });
    return true;
  }

  loadPreset(id: string): void {
    const fragment = `#preset=${id}`;
    this.address.push(fragment).then(() => this.open(fragment));
  }

  /** Another scene in place of that at work; `methods`: solved by those at hand. */
  async openScene(scene: Scenario, { methods }: { readonly methods: boolean }): Promise<void> {
    const now = this.editor.scenario.peek();
    const next = methods
      ? withMethodsOf(scene, now, this.catalogue)
      : ({ ok: true, value: scene } as const);
    if (next.ok) await this.#enter(next.value, `Open ${scene.name || 'a scene'}`);
    else this.notice.value = unreadable('Your methods do not fit this scene', next.faults, '');
  }

  /** With an entry of the browser's history of its own. */
  async #enter(scenario: Scenario, what: string): Promise<void> {
    try {
      const scene = resolve(scenario);
      const fits = await this.address.enter(scenario);
      this.#open(scene, what);
      if (fits) return;
      this.address.hold(scenario);
      this.notice.value = tooLarge;
    } catch (error) {
      this.notice.value = refused('', error);
    }
  }

  loadMechanism(id: string): void {
    const next = withMechanism(this.editor.scenario.peek(), id, this.catalogue);
    if (!next.ok) {
      this.notice.value = unreadable('This mechanism does not fit', next.faults, '');
      return;
    }
    this.editor.edit('Mechanism', () => next.value);
    this.notice.value = otherMechanism(next.value.name, () => this.editor.undo());
  }

  async openFile(file: File): Promise<void> {
    const name = fileName(file.name);
    const large = file.size > MAX_BYTES;
    const text = large ? '' : await file.text().catch(() => null);
    // not needed for the first picture
    const { parseText, tooLong } = await import('../scenario/text.ts');
    const read =
      large || text === null ? faulty(large ? tooLong : GONE) : parseText(text, this.catalogue);
    if (read.ok) return this.#enter(read.value, `Open ${name}`);
    const kept = (text ?? '').slice(0, 10_000);
    this.notice.value = unreadable(`${name} cannot be read`, read.faults, kept);
  }

  // editing

  /** Faults: the edit is refused. The same `merge` in a row is one step, until `seal`. */
  edit(what: string, change: Change, merge?: string): readonly Fault[] {
    const next = changed(this.editor.scenario.peek(), change, this.catalogue);
    if (!next.ok) return next.faults;
    this.editor.edit(what, () => next.value, merge);
    return [];
  }

  apply(scenario: Scenario): void {
    this.editor.seal();
    this.editor.edit('Edit as text', () => scenario);
  }

  /** The document has changed: the session at work takes it, or a new one does. */
  #take(scenario: Scenario): void {
    const session = this.session.peek();
    if (!session || session.scene.scenario === scenario) return;
    if (this.notice.peek()?.quiet) this.notice.value = null;
    this.address.edited(scenario);
    const held = scenario.run.mode !== 'track';
    const { running } = this.#runner;
    const before = session.scene.scenario;
    if (isLive(before, scenario)) {
      this.entitle(scenario);
      session.adopt(resolve(scenario));
      // methods that run until they stop are compared from the start
      this.#runner.adopted(session, running, held && !same(before.methods, scenario.methods));
      return;
    }
    const anew = running || held || !same(before.start, scenario.start);
    const frame = anew ? 0 : Math.min(session.lab.frame, MOST_REPLAYED);
    try {
      this.beginning = { frame, play: running || held };
      this.#stand(new Session(this.engine, resolve(scenario)));
    } catch (error) {
      this.notice.value = refused('', error);
      this.editor.seal();
      this.editor.undo();
    }
  }

  /** The window is called after the scene, unless something else is looked at. */
  entitle({ name }: Scenario = this.editor.scenario.peek()): void {
    if (!this.address.away) document.title = name ? `${name} · IK Lab` : 'IK Lab';
  }

  /** A session for the page to put up; one that it has not yet seen is dropped. */
  #stand(session: Session): void {
    const unseen = this.session.peek();
    this.entitle(session.scene.scenario);
    this.session.value = session;
    if (unseen !== this.#standing) unseen?.close();
  }

  /** The page has put it up. */
  stands(session: Session): void {
    this.#standing?.close();
    this.#standing = session;
  }

  // sharing: not needed for the first picture

  /** The replay hash; null: no longer wanted. */
  async hash(wanted: () => boolean, turn?: Turn): Promise<string | null> {
    const { hashInSlices } = await import('../run/share.ts');
    return hashInSlices(this.engine, resolve(this.editor.scenario.peek()), wanted, turn);
  }
}
