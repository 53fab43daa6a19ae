import type { SingularDirectionMotion } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { HistoryDiagnostics, type RunHistory } from '@iklab/run/history';
import type { Session } from '@iklab/run/session';
import { type ChartTheme, type ExportedChart, readChartTheme } from '@iklab/scene/chart';
import { onThemeChange } from '@iklab/scene/dom';
import { type Signal, signal } from '@preact/signals';
import { h, render } from 'preact';
import { type LabScope, onLabEnd } from '../../browser/labScope.ts';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Services } from '../../browser/services.ts';
import { ChartBoard } from './chartBoard.tsx';
import { ChartSlot } from './chartSlot.ts';
import type { ComparisonTableParts } from './comparisonTable.tsx';
import type { FilterEditingHost } from './useFilterEditing.ts';

const KEY = 'iklab.charts';

interface ChartChoice {
  readonly kinds: readonly string[];
  readonly table: boolean;
}

function readChartChoice(services: Pick<Services, 'storage'>): ChartChoice {
  const read = readSavedValue(services, KEY);
  if (!isRecord(read)) return { kinds: [], table: false };
  const { kinds, table } = read;
  const ids = Array.isArray(kinds) ? kinds.filter((id) => typeof id === 'string') : [];
  return { kinds: ids, table: table === true };
}

const saveChartChoice = (services: Pick<Services, 'storage'>, choice: ChartChoice): boolean =>
  writeSavedValue(services, KEY, choice);

export interface ChartsEvents {
  /** Called with the history entry under the pointer; null when the pointer leaves the charts. */
  hover(entry: number | null): void;
  pick(entry: number): void;
  pointDirection(panel: number, motion: SingularDirectionMotion | null): void;
  show(): void;
}

interface OpenRun {
  readonly session: Session;
  readonly history: RunHistory;
  readonly diagnostics: HistoryDiagnostics;
}

const UPDATE_INTERVAL = 100; // Milliseconds.

export class Charts {
  readonly #scope: LabScope;
  readonly #host: HTMLElement;
  readonly #events: ChartsEvents;
  readonly #chartSlots: readonly ChartSlot[];
  readonly #scene = signal<Scene | null>(null);
  readonly #directions = signal(0);
  readonly #tab = signal(0);
  readonly #tabled: Signal<boolean>;
  readonly #sizes = new ResizeObserver(() => {
    if (this.#size !== this.#filled?.size) this.#scheduleFill();
  });
  #board: HTMLElement | null = null;
  #table: HTMLElement | null = null;
  #theme: ChartTheme;
  #open: OpenRun | null = null;
  #visible: readonly boolean[] | null = null;
  #cursor: number | null = null;
  #hover: number | null = null;
  #pointed = false;
  #updated = Number.NEGATIVE_INFINITY;
  #cancelFill: CancelCallback | undefined;
  #soon = false;
  #filled: { scene: Scene; run: number; last: number; size: string } | null = null;

  constructor(
    scope: LabScope,
    host: HTMLElement,
    events: ChartsEvents,
    parts: { readonly table: ComparisonTableParts; readonly bending: FilterEditingHost },
  ) {
    this.#scope = scope;
    this.#host = host;
    this.#events = events;
    const { kinds, table: tabled } = readChartChoice(scope.services);
    this.#tabled = signal(tabled);
    this.#chartSlots = [0, 1, 2].map((i) => new ChartSlot(kinds[i], i, () => this.#changed()));
    this.#theme = readChartTheme(host);
    const board = {
      chartSlots: this.#chartSlots,
      ...parts,
      scene: this.#scene,
      directions: this.#directions,
      tab: this.#tab,
      tabled: this.#tabled,
      toggleTable: () => {
        this.#tabled.value = !this.#tabled.peek();
        this.#save();
      },
      onShown: () => this.#show(),
      root: (element: HTMLElement | null) => {
        this.#board = element;
        if (element) this.#sizes.observe(element);
      },
      tableBox: (element: HTMLElement | null) => {
        this.#table = element;
      },
    };
    render(h(ChartBoard, board), host);
    const { services, endSignal } = scope;
    onThemeChange({ root: services.root, signal: endSignal }, this.#repaint);
    onLabEnd(scope, () => this.#end());
  }

  get tabled(): boolean {
    return (this.#table?.clientWidth ?? 0) > 0;
  }

  get drawings(): readonly ExportedChart[] {
    return this.#chartSlots.flatMap(({ drawing }) => drawing ?? []);
  }

  open(session: Session, history: RunHistory): void {
    this.#closeRun();
    const diagnostics = new HistoryDiagnostics(session, history);
    this.#open = { session, history, diagnostics };
    this.#visible = null;
    this.#cursor = null;
    this.#hover = null;
    this.#scene.value = session.scene;
    this.#directions.value = session.lab.sigmaCount;
    const parts = {
      scene: () => session.scene,
      catalogue: session.catalogue,
      history,
      diagnostics,
      theme: () => this.#theme,
      events: { hover: this.#hovered, pick: this.#events.pick, pointDirection: this.#point },
    };
    for (const chartSlot of this.#chartSlots) chartSlot.open(parts);
    this.#fillSoon();
  }

  /**
   * Draws the charts of the current run again, at most once every `UPDATE_INTERVAL` milliseconds.
   */
  update(): void {
    const { session, history } = this.#open ?? {};
    const { scene, run, last } = this.#filled ?? {};
    if (scene === session?.scene && run === history?.run && last === history?.last) return;
    this.#scheduleFill();
  }

  #scheduleFill(): void {
    if (this.#cancelFill) return;
    const wait = this.#updated + UPDATE_INTERVAL - threadTime.now();
    if (wait <= 0) this.#fill();
    else this.#cancelFill = threadTime.schedule(wait, () => this.#fill());
  }

  /**
   * Moves the cursor of all charts to a history entry; an entry under the pointer takes precedence.
   */
  cursor(entry: number | null): void {
    this.#cursor = entry;
    this.#updateCursor();
  }

  /** Sets which method panels the charts show. Opening a scene shows all panels again. */
  visible(panels: readonly boolean[]): void {
    this.#visible = [...panels];
    this.#fillSoon();
  }

  /** Shows a panel in charts of a single panel, until a menu chooses another panel; ignores -1. */
  follow(panel: number): void {
    if (panel < 0) return;
    for (const chartSlot of this.#chartSlots) chartSlot.follow(panel);
    this.#fillSoon();
  }

  #fillSoon(): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#fill();
    });
  }

  get #size(): string {
    const { clientWidth = 0, clientHeight = 0 } = this.#board ?? {};
    return `${clientWidth} ${clientHeight}`;
  }

  readonly #repaint = (): void => {
    this.#theme = readChartTheme(this.#host);
    for (const chartSlot of this.#chartSlots) chartSlot.redraw();
  };

  readonly #hovered = (entry: number | null): void => {
    if (entry === this.#hover) return;
    this.#hover = entry;
    this.#updateCursor();
    this.#events.hover(entry);
  };

  readonly #point = (panel: number, motion: SingularDirectionMotion | null): void => {
    if (motion === null && !this.#pointed) return;
    this.#pointed = motion !== null;
    this.#events.pointDirection(panel, motion);
  };

  #updateCursor(): void {
    for (const chartSlot of this.#chartSlots) chartSlot.cursor(this.#hover ?? this.#cursor);
  }

  #changed(): void {
    this.#save();
    this.#show();
  }

  #save(): void {
    const kinds = this.#chartSlots.map(({ kind }) => kind.peek().id);
    saveChartChoice(this.#scope.services, { kinds, table: this.#tabled.peek() });
  }

  #show(): void {
    this.#fill();
    this.#events.show();
  }

  #fill(): void {
    this.#cancelFill?.();
    this.#cancelFill = undefined;
    this.#updated = threadTime.now();
    if (!this.#open) return;
    const { session, history } = this.#open;
    const { scene } = session;
    this.#scene.value = scene;
    this.#filled = { scene, run: history.run, last: history.last, size: this.#size };
    const visible = scene.scenario.methods.map((_, panel) => this.#visible?.[panel] ?? true);
    for (const chartSlot of this.#chartSlots) chartSlot.update(visible);
  }

  #end(): void {
    this.#closeRun();
    this.#sizes.disconnect();
    render(null, this.#host);
  }

  #closeRun(): void {
    this.#cancelFill?.();
    this.#cancelFill = undefined;
    for (const chartSlot of this.#chartSlots) chartSlot.close();
    this.#open?.diagnostics.close();
    this.#open = this.#filled = null;
  }
}
