import type { RobotAtWork, RobotQuestion } from '@iklab/robots';
import type { ChartDrawing } from '@iklab/scene/chart';
import type { DrawnParts, MakePaneMarks, PictureWish, Stage } from '@iklab/scene/view';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Editing, PageAt, Viewpoint } from 'iklab/document';
import type { Engine } from 'iklab/engine';
import type { Notice, Phrase } from 'iklab/format';
import type {
  GivenPanel,
  History,
  Recording,
  Session,
  Timeline,
  ViewState,
  WaitForTurn,
} from 'iklab/run';
import type { Catalogue, Scenario } from 'iklab/scenario';
import type { Autosave } from './browser/autosave.ts';
import type { InLab } from './browser/labScope.ts';
import type { Splits } from './browser/splits.ts';

/** The document that the page has open, and the session that runs it. */
export interface OpenDocument extends Editing, InLab {
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  readonly session: ReadonlySignal<Session | null>;
  readonly notice: Signal<Notice | null>;
  /** Scenes of earlier visits, and of this one. */
  readonly keptScenes: Pick<Autosave, 'all'>;
  /** The address of the document that is open. */
  readonly address: {
    /** The fragment that stands for it. */
    readonly fragment: string;
    /** What was edited is written there. */
    writeNow(): Promise<void>;
  };
  /** Takes over a document that was edited as text: one step to undo. */
  applyText(scenario: Scenario): void;
  loadPreset(id: string): void;
  loadMechanism(id: string): void;
  /**
   * Opens a scene in place of the open one; `methods`: solved by those at hand; `before`: what the
   * page says already, and goes on saying.
   */
  openScene(
    scene: Scenario,
    how: { readonly methods: boolean; readonly before?: Notice | null },
  ): Promise<void>;
  /** Says why a file has come to nothing. */
  refuseFile(notice: Notice): void;
  /**
   * Opens a scene for a page beside it, whose entry of the browser's history stays; false: it
   * cannot be opened. `plays`: not said, it does where nothing speaks against what moves.
   */
  openWithoutEntry(scene: Scenario, plays?: boolean): boolean;
  openFile(file: File): Promise<void>;
  /**
   * A panel plays from the start beside the methods, and is no part of the document; null: none any
   * more. Another scene ends it.
   */
  play(given: GivenPanel | null): void;
  /** What is read, once more where methods written as text are met whose reader is not there yet. */
  withFormulas<T>(read: () => T | Promise<T>): Promise<T>;
  /** Waits for a script that comes later; null: it did not, and the page says so. */
  loadPart<T>(load: Promise<T>): Promise<T | null>;
  /** The replay hash of the document; null: no longer wanted. */
  replayHash(wanted: () => boolean, turn?: WaitForTurn): Promise<string | null>;
}

/** What the page shows, and what it asks for. */
export interface Page extends InLab {
  readonly doc: OpenDocument;
  readonly viewState: ViewState;
  readonly splits: Splits;
  /** The graphics context is gone for now. */
  readonly contextLost: ReadonlySignal<boolean>;
  readonly playing: ReadonlySignal<boolean>;
  /** The speed of the scene's clock; 1: as it is. */
  readonly speed: Signal<number>;
  /** The share of that speed which the solver keeps up with; null: all of it. */
  readonly speedShare: ReadonlySignal<number | null>;
  /** The path that is being recorded; null: none. */
  readonly recording: Signal<Recording | null>;
  /** Why the last recording has made no path; '': it has. */
  readonly recordingFault: Signal<string>;
  /** The robot that was dropped, while the scene at work is of it. */
  readonly robot: ReadonlySignal<RobotAtWork | null>;
  /** What must be known of a drop before a robot can be made of it; null: nothing. */
  readonly robotQuestion: Signal<RobotQuestion | null>;
  readonly stage: Pick<Stage, 'widenView'>;
  /** What is laid into the panes, to be seen and dragged there; null: nothing. */
  readonly paneMarks: Signal<MakePaneMarks | null>;
  /** What the run shows, sentence by sentence. */
  readonly story: ReadonlySignal<readonly Phrase[]>;
  /** Time passes by hand alone: nothing moves by itself. */
  readonly byHand: boolean;
  /** What has happened since the run began; null: nothing stands yet. */
  readonly history: History | null;
  readonly timeline: ReadonlySignal<Timeline | null>;

  /** The panes of a session stand in the page: it is drawn and run there. */
  panesReady(session: Session, panes: readonly HTMLElement[]): void;
  /** Loads the charts and draws them in `host`. */
  loadCharts(host: HTMLElement): void;
  /** What the charts in sight show. */
  chartDrawings(): readonly ChartDrawing[];
  /** Shows a direction of the task's rows in the pane of a panel, by name; null: none. */
  showDirection(panel: number, taskVector: readonly number[] | null, name?: string): void;
  /** A copy of the next picture. */
  takePicture(wish?: PictureWish): Promise<HTMLCanvasElement>;
  /** The mechanism of a panel as it is drawn; null: nothing is. */
  drawnParts(panel: number): DrawnParts | null;
  /** Of a picture, in pixels of the window. */
  pictureSize(): { readonly width: number; readonly height: number };
  /** Where the visitor has turned the camera; null: it is as the scene frames it. */
  viewpoint(): Viewpoint | null;
  /** Where the first pane is looked at from; null: nothing stands. */
  sight(): Viewpoint | null;
  /** Frames, or updates of a run that converges, from the start to what is shown. */
  framesShown(): number;

  /** Opens a page beside the scene; null: the scene. The address is the caller's. */
  openPage(beside: PageAt | null): void;
  togglePlaying(): void;
  restart(): void;
  resetCamera(): void;
  /** Goes so many updates on, or back. */
  step(count: number): void;
  /** Shows an entry of the history, and pauses. */
  goToEntry(entry: number): void;
}

/** The page with its run and its picture at hand: for what draws in the panes, or brings a robot. */
export interface DrawnPage extends Page {
  readonly robot: Signal<RobotAtWork | null>;
  readonly stage: Stage;
  /** The session that stands in the page; null: nothing yet. */
  readonly liveSession: Session | null;
  readonly loop: { redraw(): void };
  readonly input: { clear(): void };
  /** What is looked at: an entry of the history, null: now. */
  readonly playback: { readonly entry: number | null; readonly history: History | null };
}
