/** The page's side of the charts: a title and a menu above each, and tabs where one has to do. */
import type { MethodPanel, Run } from '../scenario/types.ts';
import { MARKS } from '../session/marks.ts';

export interface BoardEvents {
  /** An error chart is to show the last stretch only, or all. */
  recent(chart: number, recent: boolean): void;
  choose(panel: number): void;
  /** Another chart came to sight. */
  show(): void;
}

type Methods = readonly Pick<MethodPanel, 'slot' | 'label'>[];

export interface Board {
  readonly root: HTMLElement;
  readonly boxes: readonly [HTMLElement, HTMLElement, HTMLElement];
  recent(chart: number): boolean;
  /** Names the menus after what the run counts. */
  mode(mode: Run['mode']): void;
  /** Fills the menu of panels where it has changed; gives the one chosen. */
  methods(methods: Methods): number;
}

const TITLES = ['Error', 'Error over time', 'Joint angles'] as const;
const TABS = ['Error', 'Over time', 'Joints'] as const;
const BY_UPDATE = ['by update', 'last 240 updates'];
const TIME = ['whole run', 'last 4 s'];
const PARTS: Readonly<Record<Run['mode'], readonly (readonly string[])[]>> = {
  track: [BY_UPDATE, TIME],
  converge: [BY_UPDATE, ['whole run', 'last 240 updates']],
  hybrid: [['by frame', 'last 240 frames'], TIME],
};

export function board(host: HTMLElement, events: BoardEvents): Board {
  const root = make('div', 'charts', host);
  const tabs = make('nav', 'chart-tabs', root);
  tabs.ariaLabel = 'Which chart';
  const row = make('div', 'chart-row', root);
  const [first, second, third] = [chart(row, 0), chart(row, 1), chart(row, 2)];
  const parts = [first, second].map(({ header, name }, i) => {
    const menu = select(header, `${name}: which part`, PARTS.track[i] ?? []);
    menu.selectedIndex = i; // the way as a whole, and its last stretch large
    menu.addEventListener('change', () => events.recent(i, menu.selectedIndex === 1));
    return menu;
  });
  const methods = panelMenu(third.header, events.choose);
  const buttons = tabButtons(tabs, root, events.show);
  return {
    root,
    boxes: [first.box, second.box, third.box],
    recent: (i) => parts[i]?.selectedIndex === 1,
    mode(mode) {
      const clock = mode !== 'converge';
      second.title.textContent = clock ? TITLES[1] : 'Error, linear';
      if (buttons[1]) buttons[1].textContent = clock ? TABS[1] : 'Linear';
      parts.forEach((menu, i) => {
        PARTS[mode][i]?.forEach((text, option) => {
          (menu.options[option] as HTMLOptionElement).text = text;
        });
      });
    },
    methods,
  };
}

function chart(row: HTMLElement, index: 0 | 1 | 2) {
  const name = TITLES[index];
  const section = make('section', 'chart', row);
  const header = make('header', '', section);
  const title = make('h2', '', header);
  title.textContent = name;
  const box = make('div', 'plot', section);
  box.role = 'img';
  box.ariaLabel = name;
  return { header, title, box, name };
}

function select(header: HTMLElement, name: string, options: readonly string[]): HTMLSelectElement {
  const menu = make('select', '', header);
  menu.ariaLabel = name;
  menu.append(...options.map((text) => new Option(text)));
  return menu;
}

/** A menu of the panels, and the mark of the chosen one beside it. */
function panelMenu(header: HTMLElement, choose: (panel: number) => void) {
  const badge = make('span', 'chart-mark', header);
  const menu = select(header, 'Joint angles: which method', []);
  let now: Methods = [];
  const sign = () => {
    const slot = now[menu.selectedIndex]?.slot;
    badge.replaceChildren(...(slot === undefined ? [] : [markOf(slot)]));
  };
  menu.addEventListener('change', () => {
    sign();
    choose(menu.selectedIndex);
  });
  return (methods: Methods): number => {
    const same =
      methods.length === now.length &&
      methods.every(({ slot, label }, i) => slot === now[i]?.slot && label === now[i]?.label);
    if (same) return menu.selectedIndex;
    const kept = methods.findIndex(({ slot }) => slot === now[menu.selectedIndex]?.slot);
    now = methods.map(({ slot, label }) => ({ slot, label }));
    menu.replaceChildren(...methods.map(({ label }) => new Option(label)));
    menu.selectedIndex = kept >= 0 ? kept : methods.length - 1;
    sign();
    return menu.selectedIndex;
  };
}

function tabButtons(tabs: HTMLElement, root: HTMLElement, show: () => void): HTMLElement[] {
  const buttons = TABS.map((name) => {
    const button = make('button', '', tabs);
    button.type = 'button';
    button.textContent = name;
    return button;
  });
  const press = (tab: number): void => {
    root.dataset.tab = String(tab);
    buttons.forEach((button, i) => {
      button.ariaPressed = String(i === tab);
    });
  };
  press(0);
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => {
      press(i);
      show();
    });
  });
  return buttons;
}

const SVG = 'http://www.w3.org/2000/svg';

function markOf(slot: number): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  const outline = MARKS[slot - 1] ?? [];
  const shape = document.createElementNS(SVG, outline.length === 0 ? 'circle' : 'polygon');
  if (outline.length === 0) shape.setAttribute('r', '1');
  else shape.setAttribute('points', outline.join(' '));
  picture.setAttribute('viewBox', '-1.3 -1.3 2.6 2.6');
  picture.setAttribute('class', `mark slot-${slot}`);
  picture.setAttribute('aria-hidden', 'true');
  picture.append(shape);
  return picture;
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  parent: HTMLElement,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  parent.append(element);
  return element;
}
