import { type ReadonlySignal, signal } from '@preact/signals';
import {
  type Change,
  changed,
  Editor,
  isUnknownPage,
  type Link,
  olderFileOf,
  openingScenario,
  openLink,
  withMechanism,
  withMethodsOf,
} from 'iklab/document';
import type { Engine } from 'iklab/engine';
import {
  combinedNotice,
  keptSceneNotice,
  missingPartNotice,
  type Notice,
  otherMechanismNotice,
  refusedNotice,
  restoredNotice,
  tooLargeNotice,
  unknownPageNotice,
  unreadableNotice,
} from 'iklab/format';
import type { GivenPanel, OpeningRequest, Session, WaitForTurn } from 'iklab/run';
import {
  type Catalogue,
  deepEqual,
  type Fault,
  refusedResult as faulty,
  fileName,
  MAX_BYTES,
  openingPreset,
  resolve,
  type Scenario,
  type Scene,
} from 'iklab/scenario';
import { threadActivity } from 'iklab/time';
import { Autosave, type Kept } from '../browser/autosave.ts';
import { type LabScope, labEffect, onLabEnd } from '../browser/labScope.ts';
import { Address } from './address.ts';
import type { Sessions } from './sessions.ts';

const UNASKED: OpeningRequest = { settings: null, firstVisit: false };
const GONE = 'was moved or deleted, or cannot be read';

export class WorkingDocument {
  readonly notice = signal<Notice | null>(null);
  readonly editor: Editor;
  readonly scope: LabScope;
  readonly address: Address;
  readonly keptScenes: Autosave;
  readonly #sessions: Sessions;
  #openings = 0;

  constructor(scope: LabScope, sessions: Sessions) {
    this.scope = scope;
    this.#sessions = sessions;
    this.keptScenes = new Autosave(scope.services, this.catalogue);
    this.address = new Address(scope, this.keptScenes);
    this.editor = new Editor(openingScenario(this.catalogue));
    labEffect(scope, () => this.#applyEdit(this.editor.scenario.value));
    labEffect(scope, () => this.#updateTitle());
    onLabEnd(scope, () => {
      this.#openings++; // Cancels openings that are still reading.
      this.address.keepWaiting();
    });
  }

  get engine(): Engine {
    return this.scope.services.engine;
  }

  get session(): ReadonlySignal<Session | null> {
    return this.#sessions.session;
  }

  get catalogue(): Catalogue {
    return this.engine.catalogue;
  }

  /**
   * Opens the scene of a fragment. The current scene stays until the new one is shown. `place`: id
   * of a stored scene that no link can hold. Returns null if the scene cannot be opened or another
   * opening has started meanwhile.
   */
  async open(fragment: string, place: number | null = null): Promise<Session | null> {
    if (this.scope.ended.aborted) return null;
    if (isUnknownPage(fragment)) return this.#openNoPage(fragment);
    const opening = ++this.#openings;
    const before = this.notice.peek();
    this.address.keepWaiting();
    if (this.keptScenes.holdFormulas) await this.#loadFormulas();
    const kept = place === null ? null : this.#reopen(place);
    if (kept) this.address.fragment = fragment;
    const fresh = this.session.peek() === null && fragment.length < 2;
    const known = kept ?? (fresh ? this.#restore() : null);
    if (known) return known;
    const link = await this.withFormulas(() => openLink(fragment, this.catalogue));
    return opening === this.#openings ? this.#openRead(fragment, link, before) : null;
  }

  /** Reports an unknown page; the current scene stays. */
  async #openNoPage(fragment: string): Promise<Session | null> {
    const session = this.session.peek() ?? (await this.open(''));
    const { address, opening } = this.scope.services;
    const goToStart = async (): Promise<void> =>
      address.follow((await opening) || `#preset=${openingPreset}`);
    this.#say(unknownPageNotice(fragment, goToStart), this.notice.peek());
    return session;
  }

  async #openRead(fragment: string, link: Link, before: Notice | null): Promise<Session | null> {
    const { scene, settings, notice, older } = link;
    const isFirst = this.session.peek() === null;
    const firstVisit = isFirst && fragment.length < 2;
    try {
      const session = this.#open(scene, 'Open a link', before, { settings, firstVisit });
      this.address.fragment = fragment;
      const own = notice ?? (isFirst ? this.#keptAside() : null);
      const offer = older?.(this, fragment) ?? null;
      const both = own && offer ? combinedNotice(own, offer) : (own ?? offer);
      if (both) this.#say(both, before);
      return session;
    } catch (error) {
      if (fragment === '') throw error;
      if (isFirst) await this.open('');
      else this.address.markEntry(); // The current scene stays.
      this.#say(refusedNotice(fragment, error), before);
      return null;
    }
  }

  /** Removes the notice `before`, which was shown when this opening began; newer ones stay. */
  #open(scene: Scene, what: string, before = this.notice.peek(), opened = UNASKED): Session {
    const isFirst = this.session.peek() === null;
    const session = this.#sessions.open(scene, opened);
    this.address.beginScene(scene.scenario, this.#whereKept(scene.scenario)?.id);
    if (isFirst) this.editor.open(scene.scenario);
    else this.editor.replace(scene.scenario, what);
    const now = this.notice.peek();
    if (now === before || now?.quiet || now?.ofScene) this.notice.value = null;
    return session;
  }

  #say(own: Notice, before: Notice | null): void {
    const now = this.notice.peek();
    if (!now || now === before || now.quiet) this.notice.value = own;
    else if (!own.quiet) this.notice.value = combinedNotice(now, own);
  }

  #whereKept(scenario: Scenario): Kept | undefined {
    return this.keptScenes.all.find((each) => deepEqual(each.scenario, scenario));
  }

  /** A notice that a link replaced the visitor's own stored scene; null if it did not. */
  #keptAside(): Notice | null {
    const { last } = this.keptScenes;
    if (!last || this.#whereKept(this.editor.scenario.peek())) return null;
    return keptSceneNotice(last.scenario, last.time, () =>
      this.openScene(last.scenario, { methods: false }),
    );
  }

  /** Opens a stored scene. Returns null if it no longer exists or cannot be opened. */
  #reopen(place: number): Session | null {
    const last = this.keptScenes.all.find(({ id }) => id === place);
    const session = last ? this.#reopened(last, 'Open stored scene') : null;
    if (last && session) this.address.keepScene(last.scenario);
    return session;
  }

  #reopened({ scenario }: Kept, what: string): Session | null {
    try {
      return this.#open(resolve(scenario), what);
    } catch {
      return null;
    }
  }

  /** Opens the scene of the last visit. Returns null if there is none or it cannot be opened. */
  #restore(): Session | null {
    const { last } = this.keptScenes;
    const session = last ? this.#reopened(last, 'Open the last scene') : null;
    if (!last) return null;
    if (!session) {
      this.keptScenes.forget(last.id);
      return null;
    }
    this.notice.value = restoredNotice(last.time, () => {
      this.keptScenes.beginAnew();
      this.#open(resolve(openingScenario(this.catalogue)), 'Open the default scene');
    });
    return session;
  }

  loadPreset(id: string): void {
    const fragment = `#preset=${id}`;
    this.address.push(fragment).then(() => this.open(fragment));
  }

  /**
   * Opens another scene. With `methods`, the scene gets the current methods. `before`: the notice
   * that was shown when this began.
   */
  async openScene(
    scene: Scenario,
    { methods, before = this.notice.peek() }: { methods: boolean; before?: Notice | null },
  ): Promise<void> {
    const now = this.editor.scenario.peek();
    const next = methods
      ? withMethodsOf(scene, now, this.catalogue)
      : ({ ok: true, value: scene } as const);
    if (next.ok) await this.#enter(next.value, `Open ${scene.name || 'a scene'}`, before);
    else
      this.#say(
        unreadableNotice('Your methods cannot be used in this scene', next.faults, ''),
        before,
      );
  }

  openWithoutEntry(scenario: Scenario, plays?: boolean): boolean {
    const opened = { ...UNASKED, settings: { play: plays ?? null } };
    try {
      this.#open(resolve(scenario), `Open ${scenario.name || 'a scene'}`, undefined, opened);
      this.address.sceneEdited(scenario); // Writes its link, for visitors who open the full page.
      return true;
    } catch (error) {
      this.notice.value = refusedNotice('', error);
      return false;
    }
  }

  /**
   * Opens a scene with its own entry in the browser's history. If another opening starts meanwhile,
   * only the entry is added. `note`: a remark about the document that it was read from.
   */
  async #enter(
    scenario: Scenario,
    what: string,
    before: Notice | null,
    note: Notice | null = null,
  ): Promise<void> {
    if (this.scope.ended.aborted) return;
    const opening = ++this.#openings;
    try {
      const scene = resolve(scenario);
      const fits = await this.address.pushScene(scenario);
      if (opening !== this.#openings) return;
      this.#open(scene, what, before);
      if (note) this.#say(note, before);
      if (fits) return;
      this.#say(tooLargeNotice(this.address.keepScene(scenario)), before);
    } catch (error) {
      this.#say(refusedNotice('', error), before);
    }
  }

  loadMechanism(id: string): void {
    const next = withMechanism(this.editor.scenario.peek(), id, this.catalogue);
    if (!next.ok) {
      this.notice.value = unreadableNotice('This mechanism cannot be used', next.faults, '');
      return;
    }
    this.editor.edit('Mechanism', () => next.value);
    this.notice.value = otherMechanismNotice(next.value.name, () => this.editor.undo());
  }

  /** Opens a dropped file; it replaces any notice. */
  async openFile(file: File): Promise<void> {
    const name = fileName(file.name);
    const large = file.size > MAX_BYTES;
    const text = large ? '' : await file.text().catch(() => null);
    // Not needed for the first picture.
    const reader = await this.loadPart(import('iklab/scenario/text'));
    if (!reader) return;
    const { parseText, tooLongFault } = reader;
    const read =
      large || text === null
        ? faulty(large ? tooLongFault : GONE)
        : await this.withFormulas(() => parseText(text, this.catalogue, { hold: true }));
    if (read.ok) {
      const document = reader.readJson(text ?? '');
      const older = document.ok ? await olderFileOf(name, document.value, this.catalogue) : null;
      return this.#enter(read.value, `Open ${name}`, null, older);
    }
    const kept = (text ?? '').slice(0, 10_000);
    this.refuseFile(unreadableNotice(`${name} cannot be read`, read.faults, kept));
  }

  refuseFile(notice: Notice): void {
    this.#say(notice, null);
  }

  async withFormulas<T>(read: () => T | Promise<T>): Promise<T> {
    const found = await read();
    return this.engine.lacksFormulas && (await this.#loadFormulas()) ? read() : found;
  }

  async #loadFormulas(): Promise<boolean> {
    return (await this.loadPart(this.engine.loadFormulas().then(() => true))) ?? false;
  }

  async loadPart<T>(load: Promise<T>): Promise<T | null> {
    return threadActivity.during('script', load).catch(() => {
      this.notice.value = missingPartNotice;
      return null;
    });
  }

  play(given: GivenPanel | null): void {
    this.#sessions.play(given, this.editor.scenario.peek());
  }

  /**
   * Returns faults if the edit is refused. Successive edits with the same `merge` are one undo
   * step, until `closeStep`.
   */
  edit(label: string, change: Change, merge?: string): readonly Fault[] {
    const next = changed(this.editor.scenario.peek(), change, this.catalogue);
    if (!next.ok) return next.faults;
    this.editor.edit(label, () => next.value, merge);
    return [];
  }

  applyText(scenario: Scenario): void {
    this.editor.closeStep();
    this.editor.edit('Edit as text', () => scenario);
  }

  #applyEdit(scenario: Scenario): void {
    const session = this.session.peek();
    if (!session || session.scene.scenario === scenario) return;
    if (this.notice.peek()?.quiet) this.notice.value = null;
    this.address.sceneEdited(scenario);
    try {
      this.#sessions.applyEdit(scenario);
    } catch (error) {
      this.notice.value = refusedNotice('', error);
      this.editor.closeStep();
      this.editor.undo();
    }
  }

  /** Puts the scene's name in the window title, unless another page is shown. */
  #updateTitle(): void {
    const { name } = this.editor.scenario.value;
    if (!this.address.away.value)
      this.scope.services.setTitle(name ? `${name} · IK Lab` : 'IK Lab');
  }

  async replayHash(wanted: () => boolean, turn?: WaitForTurn): Promise<string | null> {
    const { hashInSlices } = await import('iklab/run/share');
    return hashInSlices(this.engine, resolve(this.editor.scenario.peek()), wanted, turn);
  }
}
