/** Charts, table and overlays of a run, loaded after the first picture. */

import { ArrowName, DiagnosticsOverlay, type Stage } from '@iklab/scene/view';
import { signal } from '@preact/signals';
import { withTexts } from 'iklab/engine';
import { story } from 'iklab/explain';
import {
  type ComparisonRow,
  type Course,
  type ShownFigure,
  targetMotions,
  type UpdateWindow,
} from 'iklab/measure';
import { clipDeviation, type History, type Session } from 'iklab/run';
import { panelRow, singleNames, singleNumbers } from 'iklab/scenario';
import { type Cancel, threadTime } from 'iklab/time';
import { type LabScope, onLabEnd } from '../../browser/labScope.ts';
import { Charts, type ChartsEvents } from './charts.ts';
import type { BendHost } from './useBend.ts';

type Events = Pick<ChartsEvents, 'hover' | 'pick'>;

const EVERY = 100; // Milliseconds.
const NONE = new Float64Array(9);

export class Instruments {
  readonly story = story;
  readonly #charts: Charts;
  readonly #rows = signal<readonly ComparisonRow[]>([]);
  readonly #window = signal<UpdateWindow>('recent');
  #session: Session | null = null;
  #told = Number.NEGATIVE_INFINITY;
  #due: Cancel | undefined;

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
    bending: BendHost,
  ) {
    this.#redraw = redraw;
    const heard: ChartsEvents = {
      ...events,
      pointDirection: (panel, way) => {
        this.#overlay.point(panel, way);
        redraw();
      },
      show: () => this.#table(),
    };
    const table = {
      rows: this.#rows,
      window: this.#window,
      choose: (window: UpdateWindow) => {
        this.#window.value = window;
        this.#table();
      },
    };
    this.#charts = new Charts(scope, host, heard, { table, bending });
    stage.addOverlay(this.#overlay.make, new ArrowName());
    onLabEnd(scope, () => {
      this.#due?.();
    });
  }

  open(session: Session, history: History): void {
    this.#session = session;
    this.#charts.open(session, history);
    this.#table();
  }

  get drawings(): Charts['drawings'] {
    return this.#charts.drawings;
  }

  /** Shows the direction that blocks a panel in its pane, labelled with `name`; null hides it. */
  showBlocking(panel: number, taskVector: readonly number[] | null, name: string): void {
    const targets = this.#session?.scene.scenario.targets ?? [];
    this.#overlay.block(
      panel,
      taskVector && { v: [], motion: targetMotions(taskVector, targets), name },
    );
    this.#redraw();
  }

  update(): void {
    this.#charts.update();
    const wait = this.#told + EVERY - threadTime.now();
    if (wait <= 0) this.#table();
    else this.#due ??= threadTime.after(wait, () => this.#table());
  }

  ellipsoids(on: boolean): void {
    if (this.#overlay.ellipsoids(on)) this.#redraw();
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

  #table(): void {
    this.#due?.();
    this.#due = undefined;
    this.#told = threadTime.now();
    const session = this.#session;
    if (!session || !this.#charts.tabled) return;
    const hasComfort = session.scene.tree.joints.some(({ comfort }) => comfort !== 0);
    this.#rows.value = session.scene.scenario.methods.map((method, i): ComparisonRow => {
      const { error, updates, evaluations, leak, discomfort, stop } = session.lab.status(i);
      const measures = (session.courses.instances[i] as Course).over(this.#window.value);
      const goal = method.secondary !== null;
      const status = { error, updates, evaluations, leak };
      const micros = session.instances[i]?.micros.peek() ?? null;
      const angle = session.instances[i]?.angle.peek() ?? null;
      const { unit } = session.scene.scenario;
      const off = clipDeviation(session, i);
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
        shown: shownFigures(session, i),
        clip: off === null ? null : (off * Math.PI) / 180,
        comfort: hasComfort ? discomfort : null,
      };
    });
  }
}

/** The numbers that an instance's method shows for the last update; empty before the first. */
function shownFigures({ lab, scene, catalogue }: Session, instance: number): ShownFigure[] {
  const panel = scene.scenario.methods[instance];
  const row = panel ? panelRow(withTexts(catalogue), panel) : null;
  const { updates } = lab.status(instance);
  const values = updates > 0 ? lab.shown(instance, updates) : [];
  const names = singleNames(row);
  return singleNumbers(row).map(({ unit }, i) => ({
    name: names[i] ?? '',
    unit,
    value: values[i] ?? Number.NaN,
  }));
}
