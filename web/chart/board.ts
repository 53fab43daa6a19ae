/** The page's side of the charts: three cells, or the table; tabs where one has to do. */
import { Cell } from './cell.ts';
import { chosenCharts, keepCharts } from './choice.ts';
import { make } from './dom.ts';
import { kindOf } from './kinds.ts';

export interface BoardEvents {
  /** Another chart, or another part of one, came to sight. */
  show(): void;
}

const TABLE = 3;

export class Board {
  readonly root: HTMLElement;
  readonly cells: readonly Cell[];
  /** Where the table goes. */
  readonly table: HTMLElement;
  readonly #events: BoardEvents;
  readonly #tabs: readonly HTMLButtonElement[];
  readonly #toggle: HTMLButtonElement;
  #tab = 0;
  #tabled: boolean;

  constructor(host: HTMLElement, events: BoardEvents) {
    const kept = chosenCharts();
    this.#events = events;
    this.#tabled = kept.table;
    this.root = make('div', 'charts', host);
    const tabs = make('nav', 'chart-tabs', this.root);
    tabs.ariaLabel = 'Which chart';
    this.#tabs = [0, 1, 2, TABLE].map((tab) => this.#tabButton(tabs, tab));
    const row = make('div', 'chart-row', this.root);
    this.cells = [0, 1, 2].map(
      (i) => new Cell(row, i, kindOf(kept.kinds[i], i), () => this.#changed()),
    );
    this.table = make('div', 'chart-table', this.root);
    this.#toggle = this.#tableButton();
    this.#press();
  }

  /** The table is in sight. */
  get tabled(): boolean {
    return this.table.clientWidth > 0;
  }

  #changed(): void {
    this.#keep();
    this.#press();
    this.#events.show();
  }

  #keep(): void {
    keepCharts({ kinds: this.cells.map(({ kind }) => kind.id), table: this.#tabled });
  }

  #tabButton(tabs: HTMLElement, tab: number): HTMLButtonElement {
    const button = make('button', '', tabs);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.#tab = tab;
      this.#press();
      this.#events.show();
    });
    return button;
  }

  #tableButton(): HTMLButtonElement {
    const button = make('button', 'iconb s table-toggle', this.root);
    button.type = 'button';
    button.ariaLabel = 'Table';
    button.title = 'Table of all methods';
    button.append(tableIcon());
    button.addEventListener('click', () => {
      this.#tabled = !this.#tabled;
      this.#changed();
    });
    return button;
  }

  #press(): void {
    this.root.dataset.tab = String(this.#tab);
    this.root.dataset.tabled = String(this.#tabled);
    this.#toggle.ariaPressed = String(this.#tabled);
    this.#tabs.forEach((button, tab) => {
      button.textContent = this.cells[tab]?.kind.tab ?? 'Table';
      button.ariaPressed = String(tab === this.#tab);
    });
  }
}

const SVG = 'http://www.w3.org/2000/svg';

function tableIcon(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('width', '16');
  icon.setAttribute('height', '16');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', 'M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6 6.5v6');
  icon.append(path);
  return icon;
}
