/**
 * Helpers of component tests: a page with a real document, session and history that draws nothing.
 */

import { Editor } from '@iklab/core/document';
import { applyDocumentEdit, canUpdateRunningLab } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { LIVE_SESSION_PHASE, RunHistory, type SessionPhase } from '@iklab/run/history';
import { Timeline } from '@iklab/run/playback';
import { type ExternalPosePanel, Session, ViewState } from '@iklab/run/session';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { vi } from 'vitest';
import { createMemoryServices } from './browser/memoryServices.ts';
import { PaneSplits } from './browser/paneSplits.ts';
import type { Services } from './browser/services.ts';
import type { OpenDocument, Page } from './page.ts';
import { act, makeHost } from './testWindow.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** Signals that the shell writes and components only read. */
type WritableSignals = {
  readonly [K in 'playing' | 'contextLost' | 'robot' | 'speedShare' | 'story' | 'timeline']: Signal<
    Page[K] extends ReadonlySignal<infer T> ? T : never
  >;
};

export type TestPage = Omit<Page, keyof WritableSignals | 'history'> &
  WritableSignals & {
    history: RunHistory | null;
    readonly session: Session;
    readonly scenario: Scenario;
    /** Null if there is nothing to undo. */
    readonly undoLabel: string | null;
    /** Advances the run, and the numbers of the page. */
    advance(frames: number): void;
    undo(): void;
  };

/** An arm of two hinges without limits. */
export const TWO_HINGES = {
  iklab: 1,
  name: 'two links',
  tree: {
    joints: [{ id: 'a' }, { id: 'b', parent: 'a', xyz: [1, 0, 0] }],
    effectors: [{ id: 'tip', parent: 'b', xyz: [0.5, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
  methods: [{ id: 'dls' }],
};

/**
 * `source`: a document or the id of a preset; `changes` replaces top-level keys of the document.
 */
export async function testPage(
  source: object | string,
  changes: object = {},
  services: Partial<Services> = {},
): Promise<TestPage> {
  const engine = await testEngine();
  const document = typeof source === 'string' ? scenarioPreset(source)?.document : source;
  const read = parseScenarioDocument({ ...(document as object), ...changes }, engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  return createPage(engine, read.value, services);
}

function createPage(engine: Engine, scenario: Scenario, overrides: Partial<Services>): TestPage {
  const host = makeHost();
  const services = {
    ...createMemoryServices(engine, host, ''),
    eventTarget: document,
    ...overrides,
  };
  const scope = { services, host, endSignal: new AbortController().signal };
  const phase = signal<SessionPhase>(LIVE_SESSION_PHASE);
  const editor = new Editor(scenario);
  const session = signal(new Session(engine, resolveScenario(scenario)));
  const page = {} as Writable<TestPage>;

  const begin = (next: Session): void => {
    session.value = next;
    page.history = RunHistory.forScene(next.scene, next.lab);
    page.history.record(next.lab);
    page.timeline.value = new Timeline(page.history, next.lab.instanceCount, phase);
    page.timeline.value.update();
  };
  const doc = {
    ...{ scope, engine, editor, session, catalogue: engine.catalogue },
    notice: signal(null),
    savedScenes: { all: [] },
    address: {
      ...{ fragment: '', writeNow: vi.fn(async () => {}) },
      makeLink: vi.fn(async () => null),
    },
    edit(label, change, merge) {
      const next = applyDocumentEdit(editor.scenario.peek(), change, engine.catalogue);
      if (!next.ok) return next.faults;
      editor.edit(label, () => next.value, merge);
      return [];
    },
    applyText: vi.fn(),
    loadPreset: vi.fn(),
    loadMechanism: vi.fn(),
    openScene: vi.fn(async () => {}),
    refuseFile: vi.fn(),
    openWithoutEntry: vi.fn(() => true),
    openFile: vi.fn(async () => {}),
    play: vi.fn((panel: ExternalPosePanel | null) => {
      const scene =
        panel?.makeScene(editor.scenario.peek()) ?? resolveScenario(editor.scenario.peek());
      begin(new Session(engine, scene, engine.builtIn, panel));
    }),
    withFormulas: async (read) => read(),
    withFullModule: async (use) => use(),
    loadPart: (load) => load,
    replayHash: vi.fn(async () => null),
  } satisfies OpenDocument;

  Object.assign(page, {
    ...{ scope, doc, isManual: true },
    viewState: new ViewState(session),
    splits: new PaneSplits(services),
    contextLost: signal(false),
    playing: signal(false),
    speed: signal(1),
    speedShare: signal(null),
    recording: signal(null),
    recordingFault: signal(''),
    robot: signal(null),
    robotQuestion: signal(null),
    stage: { widenView: vi.fn(), drawPosePicture: vi.fn(async () => null) },
    paneMarks: signal(null),
    editedPart: signal(null),
    story: signal([]),
    timeline: signal(null),
    history: null,
    ...{ panesReady: vi.fn(), loadCharts: vi.fn(), chartDrawings: vi.fn(() => []) },
    ...{ showDirection: vi.fn(), takePicture: vi.fn(), drawnParts: vi.fn(() => null) },
    pictureSize: () => ({ width: 800, height: 600 }),
    viewpoint: () => null,
    currentCamera: () => null,
    framesShown: () => session.peek().lab.frame,
    openPage: vi.fn((sidePage) => {
      page.viewState.openPage.value = sidePage;
    }),
    togglePlaying: vi.fn(() => {
      page.playing.value = !page.playing.value;
    }),
    ...{ restart: vi.fn(), resetCamera: vi.fn(), step: vi.fn() },
    goToEntry: vi.fn((entry: number) => page.timeline.value?.goTo(entry)),
    advance(frames: number) {
      act(() => {
        const current = session.peek();
        for (let i = 0; i < frames; i++) {
          current.advance();
          page.history?.record(current.lab);
        }
        current.updateNumbers();
        page.timeline.value?.update();
      });
    },
    undo: () => act(() => editor.undo()),
  } satisfies Omit<TestPage, 'session' | 'scenario' | 'undoLabel'>);
  Object.defineProperties(page, {
    session: { get: () => session.value },
    scenario: { get: () => editor.scenario.value },
    undoLabel: { get: () => editor.undoLabel.value },
  });
  begin(session.peek());
  editor.scenario.subscribe((next) => {
    const current = session.peek();
    if (current.scene.scenario === next) return;
    if (canUpdateRunningLab(current.scene.scenario, next))
      current.applyScene(resolveScenario(next));
    else begin(new Session(engine, resolveScenario(next)));
  });
  return page;
}
