import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { ComparisonRow, TrajectoryStats, UpdateWindow } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { Session } from '@iklab/run/session';
import { CHART_KINDS } from '@iklab/scene/chart';
import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import {
  act,
  blur,
  choose,
  click,
  installWindow,
  optionsOf,
  renderInto,
  selectedOption,
  settle,
  wordsOf,
} from '../../testing.ts';
import { ChartBoard } from './chartBoard.tsx';
import { ChartSlot } from './chartSlot.ts';
import { ComparisonTable } from './comparisonTable.tsx';
import type { FilterEditingHost } from './useFilterEditing.ts';

installWindow();

const engine = await testEngine();

/** Returns one row per method, with the given differences. */
function rowsOf(changes: readonly Partial<ComparisonRow>[]): ComparisonRow[] {
  const methods = changes.map(() => ({ id: 'dls' }));
  const session = new Session(engine, makePresetTestScene('y', engine, { methods }));
  for (let i = 0; i < 30; i++) session.advance();
  return changes.map((change, i) => {
    const { error, updates, evaluations, leak, stop } = session.lab.status(i);
    return {
      ...{ slot: i + 1, label: `method ${i + 1}`, unit: 'm', angle: null, stop, goal: false },
      measures: (session.stats.instances[i] as TrajectoryStats).measures('all'),
      ...{
        status: { error, updates, evaluations, leak },
        micros: null,
        observables: [],
        clip: null,
      },
      comfort: null,
      ...change,
    };
  });
}

const withError = (error: number, label: string): Partial<ComparisonRow> => ({
  label,
  status: { error, updates: 30, evaluations: 30, leak: 0 },
});

function table(
  changes = [withError(0.3, 'far'), withError(0.1, 'near'), withError(0.2, 'between')],
) {
  const [rows, window] = [
    signal<readonly ComparisonRow[]>(rowsOf(changes)),
    signal<UpdateWindow>('recent'),
  ];
  const choose = vi.fn((next: UpdateWindow) => {
    window.value = next;
  });
  const view = renderInto(<ComparisonTable {...{ rows, window, choose }} />);
  const names = () => [...view.element.querySelectorAll('tbody .name')].map(wordsOf);
  return { view, rows, window, choose, names, cells: (heading: string) => view.column(heading) };
}

test('the table has one row per method, in the order of the scene', () => {
  const { view, names, cells } = table();
  expect(names()).toEqual(['far', 'near', 'between']);
  expect(cells('updates').map((cell) => cell.replace('▸', ''))).toEqual(['30', '30', '30']);
  expect(view.get('region', 'Table of all methods')).toBeDefined();
});

test('a column header sorts ascending, then descending, then restores the order', () => {
  const { view, names } = table();
  const head = () => view.get('columnheader', /^error/);
  const turn = () => click(head().querySelector('button') as HTMLElement);
  expect(head().getAttribute('aria-sort')).toBe('none');
  turn();
  expect([head().getAttribute('aria-sort'), names()]).toEqual([
    'ascending',
    ['near', 'between', 'far'],
  ]);
  turn();
  expect([head().getAttribute('aria-sort'), names()]).toEqual([
    'descending',
    ['far', 'between', 'near'],
  ]);
  turn();
  expect([head().getAttribute('aria-sort'), names()]).toEqual(['none', ['far', 'near', 'between']]);
});

test('marks the best of a column', () => {
  const { view } = table();
  const marked = view
    .all('img', 'best')
    .map((sign) => wordsOf(sign.closest('tr')?.querySelector('.name') as Element));
  expect(marked).toContain('near');
  expect(marked).not.toContain('far');
});

test('compares the others with a pinned method until it is unpinned', () => {
  const { view, cells } = table();
  view.click('button', 'compare with near');
  expect(cells('error').map((cell) => cell.replace('▸', '').trim())).toEqual([
    '× 3',
    '100 mm',
    '× 2',
  ]);
  const pinned = view.get('button', 'reference: near');
  expect(pinned.getAttribute('aria-pressed')).toBe('true');
  expect(view.text).toContain('relative to near');
  click(pinned);
  expect(view.text).toContain('▸ best in column');
  expect(cells('error')[0]).toBe('300 mm');
});

test('the range of updates is chosen from a list', () => {
  const { view, choose: chosen } = table();
  const list = view.get('combobox', 'Table: range of updates');
  expect(optionsOf(list)).toHaveLength(3);
  choose(list, 'entire run');
  expect(chosen).toHaveBeenLastCalledWith('all');
  expect(selectedOption(list)).toBe('entire run');
});

test('extra numbers of methods become columns, with a dash for methods without them', () => {
  const shown = [{ name: 'k', unit: '' as const, value: 7 }];
  const { cells } = table([{ observables: shown }, {}]);
  expect(cells('k')).toEqual(['7', '–']);
});

test('copies the table as CSV, and shows Copied until the button loses focus', async () => {
  const { view } = table();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  view.click('button', 'Copy as CSV');
  await settle();
  const lines = (writeText.mock.calls[0]?.[0] ?? '').trim().split('\n');
  expect(lines).toHaveLength(1 + 3);
  expect(lines[1]).toContain('far');
  blur(view.get('button', 'Copied'));
  expect(view.has('button', 'Copy as CSV')).toBe(true);
});

function board(kinds: readonly string[] = []) {
  const scene = signal<Scene | null>(makePresetTestScene('double-y', engine));
  const changed = vi.fn();
  const places = [0, 1, 2].map((i) => new ChartSlot(kinds[i], i, changed));
  const [tab, tabled] = [signal(0), signal(false)];
  const shown = vi.fn();
  const view = renderInto(
    <ChartBoard
      {...{ chartSlots: places, scene, tab, tabled, onShown: shown }}
      directions={signal(3)}
      bending={{ viewState: { introducing: signal(false) } } as unknown as FilterEditingHost}
      table={{ rows: signal([]), window: signal('recent'), choose: () => {} }}
      toggleTable={() => {
        tabled.value = !tabled.value;
      }}
      root={() => {}}
      tableBox={() => {}}
    />,
  );
  return { view, places, tab, tabled, shown, changed, scene };
}

const kindOf = (title: string) => CHART_KINDS.find((kind) => kind.title === title);

test('shows three charts, each with a list of all kinds', () => {
  const { view, places } = board();
  const lists = ['first', 'second', 'third'].map((nth) =>
    view.get('combobox', `Content of the ${nth} chart`),
  );
  expect(places.map(({ kind }) => kind.value.title)).toEqual([
    'Error',
    'Filter τ(σ)',
    'Joint angles',
  ]);
  for (const list of lists) expect(optionsOf(list)).toHaveLength(CHART_KINDS.length);
});

test('changes the kind of a chart, and stores it', () => {
  const { view, places, changed } = board();
  choose(view.get('combobox', 'Content of the first chart'), 'Condition');
  expect(places[0]?.kind.value).toBe(kindOf('Condition'));
  expect(changed).toHaveBeenCalledTimes(1);
  expect(view.has('combobox', 'Condition: time range')).toBe(true);
});

test('a chart of a single method lists the methods of the scene', () => {
  const { view, places } = board();
  const list = view.get('combobox', 'Joint angles: method');
  expect(optionsOf(list)).toEqual(['Transpose', 'Truncated', 'DLS′', 'SDLS']);
  choose(view.get('combobox', 'Content of the third chart'), 'Error');
  expect(places[2]?.kind.value).toBe(kindOf('Error'));
  expect(view.has('combobox', 'Joint angles: method')).toBe(false);
});

test('a chart shows the entire run or its last part', () => {
  const { view, places } = board();
  const list = view.get('combobox', 'Error: time range');
  const [all, recent] = optionsOf(list) as [string, string];
  choose(list, recent);
  expect(places[0]?.recent.value).toBe(true);
  choose(list, all);
  expect(places[0]?.recent.value).toBe(false);
});

test('offers the singular directions in the charts that have them', () => {
  const kind = CHART_KINDS.find(({ directions }) => directions);
  const { view, places } = board([kind?.id ?? '']);
  const list = view.all('combobox', 'Singular direction')[0] as HTMLElement;
  expect(optionsOf(list)).toEqual(['all σ', 'σ₁', 'σ₂', 'σ₃']);
  choose(list, 'σ₂');
  expect(places[0]?.direction.value).toBe(1);
  choose(list, 'all σ');
  expect(places[0]?.direction.value).toBeNull();
});

test('tabs choose a single chart, or the table', () => {
  const { view, tab, shown } = board();
  const tabs = view.within('navigation', 'Chart');
  expect(tabs.names('button')).toHaveLength(4);
  expect(tabs.all('button').map((each) => each.getAttribute('aria-pressed'))).toEqual([
    'true',
    'false',
    'false',
    'false',
  ]);
  const before = shown.mock.calls.length;
  tabs.click('button', 'Table');
  expect(tab.value).toBe(3);
  expect(shown.mock.calls.length).toBe(before + 1);
  expect(tabs.get('button', 'Table').getAttribute('aria-pressed')).toBe('true');
});

test('the table button is pressed while the table replaces the charts', () => {
  const { view, tabled } = board();
  const button = view.element.querySelector('.table-toggle') as HTMLElement;
  expect(button.getAttribute('aria-pressed')).toBe('false');
  click(button);
  expect(tabled.value).toBe(true);
  expect(button.getAttribute('aria-pressed')).toBe('true');
});

test('only a chart that fails shows a message', () => {
  const { view, places } = board();
  act(() => {
    (places[1] as ChartSlot).failed.value = true;
  });
  expect(view.text.match(/This chart cannot be drawn\./g)).toHaveLength(1);
});
