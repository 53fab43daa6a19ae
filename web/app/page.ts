import type { EditableDocument, PageLocation } from '@iklab/core/document';
import type { Engine } from '@iklab/core/engine';
import type { Notice, Phrase } from '@iklab/core/format/words';
import type { Scenario, Viewpoint } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { LoadedRobot, RobotImportQuestion } from '@iklab/robots';
import type { RunHistory, TargetPathRecording } from '@iklab/run/history';
import type { Timeline } from '@iklab/run/playback';
import type { ExternalPosePanel, Session, ViewState, WaitForTimeSlice } from '@iklab/run/session';
import type { ExportedChart } from '@iklab/scene/chart';
import type { EditedRobotPart, MakePaneMarks } from '@iklab/scene/gestures';
import type { PictureOptions, Stage } from '@iklab/scene/picture';
import type { DrawnPanelParts } from '@iklab/scene/robotGlb';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Autosave } from './browser/autosave.ts';
import type { WithLabScope } from './browser/labScope.ts';
import type { PaneSplits } from './browser/paneSplits.ts';

export interface OpenDocument extends EditableDocument, WithLabScope {
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  readonly session: ReadonlySignal<Session | null>;
  readonly notice: Signal<Notice | null>;
  readonly savedScenes: Pick<Autosave, 'all'>;
  readonly address: {
    readonly fragment: string;
    writeNow(): Promise<void>;
    /** Null if the scene is too large for a link. */
    makeLink(scenario: Scenario): Promise<string | null>;
  };
  /** Makes one undo step. */
  applyText(scenario: Scenario): void;
  loadPreset(id: string): void;
  loadMechanism(id: string): void;
  /**
   * With `methods`, the scene gets the current methods. `before`: the notice that is removed, by
   * default the shown one.
   */
  openScene(
    scene: Scenario,
    how: { readonly methods: boolean; readonly before?: Notice | null },
  ): Promise<void>;
  refuseFile(notice: Notice): void;
  /**
   * Adds no entry to the browser's history. Returns false if the scene cannot be opened. Without
   * `plays`, the scene plays unless the visitor prefers reduced motion.
   */
  openWithoutEntry(scene: Scenario, plays?: boolean): boolean;
  openFile(file: File): Promise<void>;
  /**
   * Plays a panel from the start beside the methods, without adding it to the document. Null
   * removes the panel, and so does opening another scene.
   */
  play(panel: ExternalPosePanel | null): void;
  /**
   * Reads once; if the result contains formulas and their compiler is not loaded yet, loads it and
   * reads again.
   */
  withFormulas<T>(read: () => T | Promise<T>): Promise<T>;
  /**
   * Waits for a script that is loaded later. Returns null, and reports the failure on the page, if
   * loading fails.
   */
  loadPart<T>(load: Promise<T>): Promise<T | null>;
  /**
   * Calls `use` once the full module is loaded. Returns null, and reports the failure on the page,
   * if loading fails.
   */
  withFullModule<T>(use: () => T | Promise<T>): Promise<T | null>;
  /** Null if `wanted` returns false during the computation. */
  replayHash(wanted: () => boolean, wait?: WaitForTimeSlice): Promise<string | null>;
}

/** Interface between features and the page; features depend on nothing else around them. */
export interface Page extends WithLabScope {
  readonly doc: OpenDocument;
  readonly viewState: ViewState;
  readonly splits: PaneSplits;
  readonly contextLost: ReadonlySignal<boolean>;
  readonly playing: ReadonlySignal<boolean>;
  /** Speed of the run; 1 is real time. */
  readonly speed: Signal<number>;
  /** Share of the chosen speed that the solver reaches; null for all of it. */
  readonly speedShare: ReadonlySignal<number | null>;
  readonly recording: Signal<TargetPathRecording | null>;
  /** Why the last recording produced no path; '' if it produced one. */
  readonly recordingFault: Signal<string>;
  /** Null unless the current scene uses an imported robot. */
  readonly robot: ReadonlySignal<LoadedRobot | null>;
  readonly robotQuestion: Signal<RobotImportQuestion | null>;
  readonly stage: Pick<Stage, 'widenView' | 'drawPosePicture'>;
  readonly paneMarks: Signal<MakePaneMarks | null>;
  readonly editedPart: Signal<EditedRobotPart | null>;
  readonly story: ReadonlySignal<readonly Phrase[]>;
  /** Time advances only by explicit steps, for tests. */
  readonly isManual: boolean;
  /** Null before a session is shown. */
  readonly history: RunHistory | null;
  readonly timeline: ReadonlySignal<Timeline | null>;

  panesReady(session: Session, panes: readonly HTMLElement[]): void;
  loadCharts(host: HTMLElement): void;
  chartDrawings(): readonly ExportedChart[];
  /**
   * Shows a direction in task space, one value per task row, in the pane of a panel, labelled with
   * `name`. Null hides it.
   */
  showDirection(panel: number, taskVector: readonly number[] | null, name?: string): void;
  takePicture(wish?: PictureOptions): Promise<HTMLCanvasElement>;
  drawnParts(panel: number): DrawnPanelParts | null;
  /** Returns the size in CSS pixels. */
  pictureSize(): { readonly width: number; readonly height: number };
  /** Null while the camera is as the scene frames it. */
  viewpoint(): Viewpoint | null;
  /** The camera of the first pane; null before a session is shown. */
  currentCamera(): Viewpoint | null;
  /** Frames from the start to the shown moment; updates if the run converges. */
  framesShown(): number;

  /** Null returns to the scene. The caller updates the address. */
  openPage(page: PageLocation | null): void;
  togglePlaying(): void;
  restart(): void;
  resetCamera(): void;
  /** Moves backwards if `count` is negative. */
  step(count: number): void;
  /** Pauses the run. */
  goToEntry(entry: number): void;
}

/** The page with its run and its stage, for features that draw in the panes or import robots. */
export interface DrawnPage extends Page {
  readonly robot: Signal<LoadedRobot | null>;
  readonly stage: Stage;
  readonly liveSession: Session | null;
  readonly loop: { redraw(): void };
  readonly input: { clear(): void };
  /** `entry`: null for the current state. */
  readonly playback: { readonly entry: number | null; readonly history: RunHistory | null };
}
