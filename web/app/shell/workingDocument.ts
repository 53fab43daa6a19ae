import {
  Editor,
  findOlderFileNotice,
  initialPageScenario,
  isUnknownPage,
  type OpenedSceneLink,
  openSceneLink,
} from '@iklab/core/document';
import {
  applyDocumentEdit,
  type DocumentEdit,
  withPresetMechanism,
  withScenarioMethods,
} from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import {
  combinedNotice,
  linkTooLargeNotice,
  type Notice,
  refusedSceneNotice,
  replacedMechanismNotice,
  restoredSceneNotice,
  savedSceneNotice,
  unknownPageNotice,
  unloadedScriptNotice,
  unreadableNotice,
} from '@iklab/core/format/words';
import {
  deepEqual,
  type Fault,
  resolveScenario,
  type Scenario,
  type Scene,
} from '@iklab/core/scenario';
import {
  refusedResult as faulty,
  MAX_DOCUMENT_BYTES,
  quoteFileName,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { initialPagePresetId } from '@iklab/core/scenario/presets';
import { threadActivity } from '@iklab/core/time';
import type { SceneOpeningRequest } from '@iklab/run/history';
import type { ExternalPosePanel, Session, WaitForTimeSlice } from '@iklab/run/session';
import { type ReadonlySignal, signal } from '@preact/signals';
import { Autosave, type SavedScene } from '../browser/autosave.ts';
import { type LabScope, onLabEnd, startLabEffect } from '../browser/labScope.ts';
import type { CurrentSessions } from './currentSessions.ts';
import { SceneAddressSync } from './sceneAddressSync.ts';

const DEFAULT_OPENING: SceneOpeningRequest = { settings: null, firstVisit: false };
const UNREADABLE = 'was moved or deleted, or cannot be read';

export class WorkingDocument {
  readonly notice = signal<Notice | null>(null);
  readonly editor: Editor;
  readonly scope: LabScope;
  readonly address: SceneAddressSync;
  readonly savedScenes: Autosave;
  readonly #sessions: CurrentSessions;
  #openings = 0;

  constructor(scope: LabScope, sessions: CurrentSessions) {
    this.scope = scope;
    this.#sessions = sessions;
    this.savedScenes = new Autosave(scope.services, this.catalogue);
    this.address = new SceneAddressSync(scope, this.savedScenes);
    this.editor = new Editor(initialPageScenario(this.catalogue));
    startLabEffect(scope, () => this.#applyEdit(this.editor.scenario.value));
    startLabEffect(scope, () => this.#updateTitle());
    onLabEnd(scope, () => {
      this.#openings++; // Cancels openings that are still reading.
      this.address.savePending();
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
   * Opens the scene of a fragment. The current scene stays until the new scene is shown. `sceneId`:
   * id of a stored scene. Returns null if the scene cannot be opened or another opening starts
   * meanwhile.
   */
  async open(fragment: string, sceneId: number | null = null): Promise<Session | null> {
    if (this.scope.endSignal.aborted) return null;
    if (isUnknownPage(fragment)) return this.#reportUnknownPage(fragment);
    const opening = ++this.#openings;
    const before = this.notice.peek();
    this.address.savePending();
    if (this.savedScenes.hasFormulas) await this.#loadFullModule();
    const reopened = sceneId === null ? null : this.#reopen(sceneId);
    if (reopened) this.address.fragment = fragment;
    const fresh = this.session.peek() === null && fragment.length < 2;
    const storedSession = reopened ?? (fresh ? this.#restore() : null);
    if (storedSession) return storedSession;
    const link = await this.withFormulas(() => openSceneLink(fragment, this.catalogue));
    return opening === this.#openings ? this.#openLinkScene(fragment, link, before) : null;
  }

  async #reportUnknownPage(fragment: string): Promise<Session | null> {
    const session = this.session.peek() ?? (await this.open(''));
    const { address, opening } = this.scope.services;
    const goToStart = async (): Promise<void> =>
      address.follow((await opening) || `#preset=${initialPagePresetId}`);
    this.#showNotice(unknownPageNotice(fragment, goToStart), this.notice.peek());
    return session;
  }

  async #openLinkScene(
    fragment: string,
    link: OpenedSceneLink,
    before: Notice | null,
  ): Promise<Session | null> {
    const { scene, settings, notice, older } = link;
    const isFirst = this.session.peek() === null;
    const firstVisit = isFirst && fragment.length < 2;
    try {
      const session = this.#open(scene, 'Open a link', before, { settings, firstVisit });
      this.address.fragment = fragment;
      const ownNotice = notice ?? (isFirst ? this.#savedSceneNotice() : null);
      const offer = older?.(this, fragment) ?? null;
      const both = ownNotice && offer ? combinedNotice(ownNotice, offer) : (ownNotice ?? offer);
      if (both) this.#showNotice(both, before);
      return session;
    } catch (error) {
      if (fragment === '') throw error;
      if (isFirst) await this.open('');
      else this.address.markEntry(); // The current scene stays.
      this.#showNotice(refusedSceneNotice(fragment, error), before);
      return null;
    }
  }

  /**
   * Opens a scene and removes the notice `before` of the time before the opening. Newer notices
   * stay, unless quiet or about the scene.
   */
  #open(
    scene: Scene,
    label: string,
    before = this.notice.peek(),
    request = DEFAULT_OPENING,
  ): Session {
    const isFirst = this.session.peek() === null;
    const session = this.#sessions.open(scene, request);
    this.address.beginScene(scene.scenario, this.#findSaved(scene.scenario)?.id);
    if (isFirst) this.editor.open(scene.scenario);
    else this.editor.replace(scene.scenario, label);
    const current = this.notice.peek();
    if (current === before || current?.quiet || current?.isAboutScene) this.notice.value = null;
    return session;
  }

  #showNotice(notice: Notice, before: Notice | null): void {
    const current = this.notice.peek();
    if (!current || current === before || current.quiet) this.notice.value = notice;
    else if (!notice.quiet) this.notice.value = combinedNotice(current, notice);
  }

  #findSaved(scenario: Scenario): SavedScene | undefined {
    return this.savedScenes.all.find((each) => deepEqual(each.scenario, scenario));
  }

  #savedSceneNotice(): Notice | null {
    const { last } = this.savedScenes;
    if (!last || this.#findSaved(this.editor.scenario.peek())) return null;
    return savedSceneNotice(last.scenario, last.time, () =>
      this.openScene(last.scenario, { methods: false }),
    );
  }

  #reopen(sceneId: number): Session | null {
    const last = this.savedScenes.all.find(({ id }) => id === sceneId);
    const session = last ? this.#openSaved(last, 'Open stored scene') : null;
    if (last && session) this.address.keepScene(last.scenario);
    return session;
  }

  #openSaved({ scenario }: SavedScene, label: string): Session | null {
    try {
      return this.#open(resolveScenario(scenario), label);
    } catch {
      return null;
    }
  }

  /** Returns null if no scene is stored or the stored scene cannot be opened. */
  #restore(): Session | null {
    const { last } = this.savedScenes;
    const session = last ? this.#openSaved(last, 'Open the last scene') : null;
    if (!last) return null;
    if (!session) {
      this.savedScenes.forget(last.id);
      return null;
    }
    this.notice.value = restoredSceneNotice(last.time, () => {
      this.savedScenes.clearLast();
      this.#open(resolveScenario(initialPageScenario(this.catalogue)), 'Open the default scene');
    });
    return session;
  }

  loadPreset(id: string): void {
    const fragment = `#preset=${id}`;
    this.address.push(fragment).then(() => this.open(fragment));
  }

  /**
   * Opens a scene and adds a history entry. `methods`: the scene gets the current methods.
   * `before`: notice to remove, by default the shown notice.
   */
  async openScene(
    scene: Scenario,
    { methods, before = this.notice.peek() }: { methods: boolean; before?: Notice | null },
  ): Promise<void> {
    const current = this.editor.scenario.peek();
    const next = methods
      ? withScenarioMethods(scene, current, this.catalogue)
      : ({ ok: true, value: scene } as const);
    if (next.ok) await this.#openWithEntry(next.value, `Open ${scene.name || 'a scene'}`, before);
    else
      this.#showNotice(
        unreadableNotice('Your methods cannot be used in this scene', next.faults, ''),
        before,
      );
  }

  openWithoutEntry(scenario: Scenario, plays?: boolean): boolean {
    const request = { ...DEFAULT_OPENING, settings: { play: plays ?? null } };
    try {
      this.#open(
        resolveScenario(scenario),
        `Open ${scenario.name || 'a scene'}`,
        undefined,
        request,
      );
      this.address.sceneEdited(scenario); // Writes its link, for visitors who open the full page.
      return true;
    } catch (error) {
      this.notice.value = refusedSceneNotice('', error);
      return false;
    }
  }

  /**
   * Opens a scene and adds a history entry. If another opening starts meanwhile, only adds the
   * entry. `note`: a remark about the scene's document.
   */
  async #openWithEntry(
    scenario: Scenario,
    label: string,
    before: Notice | null,
    note: Notice | null = null,
  ): Promise<void> {
    if (this.scope.endSignal.aborted) return;
    const opening = ++this.#openings;
    try {
      const scene = resolveScenario(scenario);
      const hasLink = await this.address.pushScene(scenario);
      if (opening !== this.#openings) return;
      this.#open(scene, label, before);
      if (note) this.#showNotice(note, before);
      if (hasLink) return;
      this.#showNotice(linkTooLargeNotice(this.address.keepScene(scenario)), before);
    } catch (error) {
      this.#showNotice(refusedSceneNotice('', error), before);
    }
  }

  loadMechanism(id: string): void {
    const next = withPresetMechanism(this.editor.scenario.peek(), id, this.catalogue);
    if (!next.ok) {
      this.notice.value = unreadableNotice('This mechanism cannot be used', next.faults, '');
      return;
    }
    this.editor.edit('Mechanism', () => next.value);
    this.notice.value = replacedMechanismNotice(next.value.name, () => this.editor.undo());
  }

  async openFile(file: File): Promise<void> {
    const name = quoteFileName(file.name);
    const large = file.size > MAX_DOCUMENT_BYTES;
    const text = large ? '' : await file.text().catch(() => null);
    // Not needed for the first picture.
    const reader = await this.loadPart(import('@iklab/core/scenario/text'));
    if (!reader) return;
    const { parseDocumentText: parseText, documentTooLongFault: tooLongFault } = reader;
    const read =
      large || text === null
        ? faulty(large ? tooLongFault : UNREADABLE)
        : await this.withFormulas(() => parseText(text, this.catalogue, { hold: true }));
    if (read.ok) {
      const document = reader.readJson(text ?? '');
      const older = document.ok
        ? await findOlderFileNotice(name, document.value, this.catalogue)
        : null;
      return this.#openWithEntry(read.value, `Open ${name}`, null, older);
    }
    const excerpt = (text ?? '').slice(0, 10_000);
    this.refuseFile(unreadableNotice(`${name} cannot be read`, read.faults, excerpt));
  }

  refuseFile(notice: Notice): void {
    this.#showNotice(notice, null);
  }

  async withFormulas<T>(read: () => T | Promise<T>): Promise<T> {
    const found = await read();
    return this.engine.lacksFormulas && (await this.#loadFullModule()) ? read() : found;
  }

  async withFullModule<T>(use: () => T | Promise<T>): Promise<T | null> {
    return (await this.#loadFullModule()) ? use() : null;
  }

  async #loadFullModule(): Promise<boolean> {
    return (await this.loadPart(this.engine.loadFullModule().then(() => true))) ?? false;
  }

  async loadPart<T>(load: Promise<T>): Promise<T | null> {
    return threadActivity.track('script', load).catch(() => {
      this.notice.value = unloadedScriptNotice;
      return null;
    });
  }

  play(panel: ExternalPosePanel | null): void {
    this.#sessions.play(panel, this.editor.scenario.peek());
  }

  /**
   * Applies an edit to the document; returns faults if refused. Successive edits with the same
   * `merge` are one undo step, until `closeStep`.
   */
  edit(label: string, change: DocumentEdit, merge?: string): readonly Fault[] {
    const next = applyDocumentEdit(this.editor.scenario.peek(), change, this.catalogue);
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
      this.notice.value = refusedSceneNotice('', error);
      this.editor.closeStep();
      this.editor.undo();
    }
  }

  #updateTitle(): void {
    const { name } = this.editor.scenario.value;
    if (!this.address.suspended.value)
      this.scope.services.setTitle(name ? `${name} · IK Lab` : 'IK Lab');
  }

  async replayHash(wanted: () => boolean, wait?: WaitForTimeSlice): Promise<string | null> {
    const { computeReplayHashSliced: hashInSlices } = await import('@iklab/run/session/share');
    return hashInSlices(this.engine, resolveScenario(this.editor.scenario.peek()), wanted, wait);
  }
}
