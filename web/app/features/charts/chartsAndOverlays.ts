import { withCardTexts } from '@iklab/core/engine';
import {
  type ComparisonRow,
  type ObservableValue,
  type TrajectoryStats,
  targetPositionRows,
  type UpdateWindow,
} from '@iklab/core/measure';
import {
  panelMethodRow,
  scalarObservableNames,
  scalarObservables,
} from '@iklab/core/scenario/methods';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { writeRunSummary } from '@iklab/run/explain';
import type { RunHistory } from '@iklab/run/history';
import { getClipDeviation, type Session } from '@iklab/run/session';
import { ArrowNameLabel, DiagnosticsOverlay, type Stage } from '@iklab/scene/picture';
import { signal } from '@preact/signals';
import { type LabScope, onLabEnd } from '../../browser/labScope.ts';
import { Charts, type ChartsEvents } from './charts.ts';
import type { FilterEditingHost } from './useFilterEditing.ts';

type Events = Pick<ChartsEvents, 'hover' | 'pick'>;

const UPDATE_INTERVAL = 100; // Milliseconds.
const NONE = new Float64Array(9);

export class ChartsAndOverlays {
  readonly story = writeRunSummary;
  readonly #charts: Charts;
  readonly #rows = signal<readonly ComparisonRow[]>([]);
  readonly #window = signal<UpdateWindow>('recent');
  #session: Session | null = null;
  #tableUpdated = Number.NEGATIVE_INFINITY;
  #cancelTable: CancelCallback | undefined;

  readonly #overlay = new DiagnosticsOverlay((angles) => {
    const lab = this.#session?.lab;
    return lab ? lab.ellipsoids(angles) : () => NONE;
  });
  readonly #redraw: () => void;

  constructor(
    scope: LabScope,
    host: HTMLElement,
    stage: Stage,
    redraw: () => void,
    events: Events,
    bending: FilterEditingHost,
  ) {
    this.#redraw = redraw;
    const chartEvents: ChartsEvents = {
      ...events,
      pointDirection: (panel, motion) => {
        this.#overlay.setPointed(panel, motion);
        redraw();
      },
      show: () => this.#updateTable(),
    };
    const table = {
      rows: this.#rows,
      window: this.#window,
      choose: (window: UpdateWindow) => {
        this.#window.value = window;
        this.#updateTable();
      },
    };
    this.#charts = new Charts(scope, host, chartEvents, { table, bending });
    stage.addOverlay(this.#overlay.make, new ArrowNameLabel());
    onLabEnd(scope, () => {
      this.#cancelTable?.();
    });
  }

  open(session: Session, history: RunHistory): void {
    this.#session = session;
    this.#charts.open(session, history);
    this.#updateTable();
  }

  get drawings(): Charts['drawings'] {
    return this.#charts.drawings;
  }

  /** Shows the task-space direction in which progress is blocked; null hides the direction. */
  showBlocking(panel: number, taskVector: readonly number[] | null, name: string): void {
    const targets = this.#session?.scene.scenario.targets ?? [];
    this.#overlay.setBlocking(
      panel,
      taskVector && { v: [], motion: targetPositionRows(taskVector, targets), name },
    );
    this.#redraw();
  }

  update(): void {
    this.#charts.update();
    const wait = this.#tableUpdated + UPDATE_INTERVAL - threadTime.now();
    if (wait <= 0) this.#updateTable();
    else this.#cancelTable ??= threadTime.schedule(wait, () => this.#updateTable());
  }

  ellipsoids(on: boolean): void {
    if (this.#overlay.showEllipsoids(on)) this.#redraw();
  }

  cursor(entry: number | null): void {
    this.#charts.cursor(entry);
  }

  follow(panel: number): void {
    this.#charts.follow(panel);
  }

  visible(panels: readonly boolean[]): void {
    this.#charts.visible(panels);
  }

  #updateTable(): void {
    this.#cancelTable?.();
    this.#cancelTable = undefined;
    this.#tableUpdated = threadTime.now();
    const session = this.#session;
    if (!session || !this.#charts.tabled) return;
    const hasComfort = session.scene.tree.joints.some(({ comfort }) => comfort !== 0);
    this.#rows.value = session.scene.scenario.methods.map((method, i): ComparisonRow => {
      const { error, updates, evaluations, leak, discomfort, stop } = session.lab.status(i);
      const measures = (session.stats.instances[i] as TrajectoryStats).measures(this.#window.value);
      const goal = method.secondary !== null;
      const status = { error, updates, evaluations, leak };
      const micros = session.instances[i]?.micros.peek() ?? null;
      const angle = session.instances[i]?.angle.peek() ?? null;
      const { unit } = session.scene.scenario;
      const off = getClipDeviation(session, i);
      return {
        slot: method.slot,
        label: method.label,
        unit,
        status,
        angle,
        stop,
        measures,
        micros,
        goal,
        observables: shownFigures(session, i),
        clip: off === null ? null : (off * Math.PI) / 180,
        comfort: hasComfort ? discomfort : null,
      };
    });
  }
}

function shownFigures({ lab, scene, catalogue }: Session, instance: number): ObservableValue[] {
  const panel = scene.scenario.methods[instance];
  const row = panel ? panelMethodRow(withCardTexts(catalogue), panel) : null;
  const { updates } = lab.status(instance);
  const values = updates > 0 ? lab.observables(instance, updates) : [];
  const names = scalarObservableNames(row);
  return scalarObservables(row).map(({ unit }, i) => ({
    name: names[i] ?? '',
    unit,
    value: values[i] ?? Number.NaN,
  }));
}
