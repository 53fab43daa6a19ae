/** Charts and table: what the page shows of a run, loaded after the first picture. */
import { signal } from '@preact/signals';
import { Charts, type ChartsEvents } from './chart/charts.ts';
import { showTable } from './panel/table.tsx';
import type { History } from './session/history.ts';
import { Courses, type Window } from './session/measures.ts';
import type { Session } from './session/session.ts';
import type { Row } from './session/table.ts';

const EVERY = 100; // ms

export class Instruments {
  readonly #charts: Charts;
  readonly #rows = signal<readonly Row[]>([]);
  readonly #window = signal<Window>('recent');
  #session: Session | null = null;
  #courses: Courses | null = null;
  #told = Number.NEGATIVE_INFINITY;
  #due = 0;

  constructor(host: HTMLElement, events: ChartsEvents) {
    this.#charts = new Charts(host, { ...events, show: () => this.#table() });
    showTable(this.#charts.table, {
      rows: this.#rows,
      window: this.#window,
      choose: (window) => {
        this.#window.value = window;
        this.#table();
      },
    });
  }

  open(session: Session, history: History): void {
    this.#session = session;
    this.#courses = new Courses(session.scene.tree, session.lab.panelCount);
    this.#courses.record(session.lab);
    this.#charts.open(session, history);
    this.#table();
  }

  /** Takes the updates made since the last call. */
  record(): void {
    if (this.#session) this.#courses?.record(this.#session.lab);
  }

  /** The run begins anew. */
  clear(): void {
    this.#courses?.clear();
  }

  update(): void {
    this.#charts.update();
    const wait = this.#told + EVERY - performance.now();
    if (wait <= 0) this.#table();
    else if (this.#due === 0) this.#due = window.setTimeout(() => this.#table(), wait);
  }

  cursor(entry: number | null): void {
    this.#charts.cursor(entry);
  }

  visible(panels: readonly boolean[]): void {
    this.#charts.visible(panels);
  }

  #table(): void {
    clearTimeout(this.#due);
    this.#due = 0;
    this.#told = performance.now();
    const [session, courses] = [this.#session, this.#courses];
    if (!session || !courses || !this.#charts.tabled) return;
    this.#rows.value = session.scene.scenario.methods.map((method, i): Row => {
      const { error, updates, evaluations, leak, stop } = session.lab.status(i);
      const measures = (courses.panels[i] as Courses['panels'][number]).over(this.#window.value);
      const goal = method.secondary !== null;
      const status = { error, updates, evaluations, leak };
      const micros = session.panels[i]?.micros.peek() ?? null;
      return { slot: method.slot, label: method.label, status, stop, measures, micros, goal };
    });
  }
}
