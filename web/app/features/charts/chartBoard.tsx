import { CHART_KINDS, chartTitle, partNames } from '@iklab/scene/chart';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { subscript } from 'iklab/format';
import type { Scene } from 'iklab/scenario';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TermId } from '../../ui/glossary.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Term } from '../../ui/term.tsx';
import type { ChartPlace } from './chartPlace.ts';
import css from './charts.module.css';
import { ComparisonTable, type TableParts } from './comparisonTable.tsx';
import { type BendHost, useBend } from './useBend.ts';

export interface BoardParts {
  readonly places: readonly ChartPlace[];
  readonly table: TableParts;
  readonly bending: BendHost;
  readonly scene: ReadonlySignal<Scene | null>;
  /** Number of singular directions of a panel. */
  readonly directions: ReadonlySignal<number>;
  /** The chart that is shown if there is room for only one; after the last: the table. */
  readonly tab: Signal<number>;
  readonly tabled: ReadonlySignal<boolean>;
  toggleTable(): void;
  shown(): void;
  root(element: HTMLElement | null): void;
  tableBox(element: HTMLElement | null): void;
}

export function ChartBoard({ tab, tabled, ...parts }: BoardParts) {
  const { places } = parts;
  useLayoutEffect(() => parts.shown(), [tab.value, tabled.value]);
  const names = [...places.map(({ kind }) => kind.value.tab), 'Table'];
  return (
    <div class="charts" data-tab={tab.value} data-tabled={tabled.value} ref={parts.root}>
      <nav class="chart-tabs" aria-label="Chart">
        {names.map((name, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={i === tab.value}
            onClick={() => {
              tab.value = i;
            }}
          >
            {name}
          </button>
        ))}
      </nav>
      <div class={css.chartRow}>
        {places.map((place, i) => (
          <Place key={i} place={place} index={i} {...parts} />
        ))}
      </div>
      <div class={css.chartTable} ref={parts.tableBox}>
        <ComparisonTable {...parts.table} />
      </div>
      <button
        type="button"
        class="iconb s table-toggle"
        aria-label="Table"
        aria-pressed={tabled.value}
        title="Table of all methods"
        onClick={parts.toggleTable}
      >
        <Icon name="table" />
      </button>
    </div>
  );
}

type PlaceProps = Pick<BoardParts, 'scene' | 'directions' | 'bending'> & {
  readonly place: ChartPlace;
  readonly index: number;
};

function Place({ place, index, scene, directions, bending }: PlaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { open, picture, offered, close, toggle } = useBend(place, bending);
  const kind = place.kind.value;
  const mode = scene.value?.scenario.run.mode ?? 'track';
  const title = chartTitle(kind, mode);
  if (bending.viewState.introducing.value)
    return (
      <section class="chart">
        <header>
          <h2>{title}</h2>
        </header>
        <div class={css.chartPlot} role="img" ref={place.mount} />
      </section>
    );
  return (
    <section class="chart">
      <header>
        <h2>
          <Select
            name={`Content of the ${['first', 'second', 'third'][index]} chart`}
            options={CHART_KINDS.map((each) => chartTitle(each, mode))}
            at={CHART_KINDS.indexOf(kind)}
            choose={(at) => place.setKind(CHART_KINDS[at] ?? kind)}
          />
        </h2>
        <span class="chart-help">
          <Term key={kind.id} of={kind.id as TermId} name={`${kind.title}: what it shows`}>
            ?
          </Term>
        </span>
        {kind.menu === 'panel' ? (
          <PanelMenu title={title} place={place} scene={scene} />
        ) : (
          <Select
            name={`${title}: time range`}
            options={partNames(kind, mode)}
            at={place.recent.value ? 1 : 0}
            choose={(at) => place.choosePart(at === 1)}
          />
        )}
        {kind.directions && !open && <DirectionMenu place={place} count={directions.value} />}
        {kind.numbers && <NumberMenu place={place} />}
        {offered && (
          <button
            type="button"
            class={css.bendToggle}
            ref={button}
            aria-pressed={open !== null}
            title="Bend the curve into a custom method"
            onClick={toggle}
          >
            Bend
          </button>
        )}
      </header>
      <div class={css.chartPlot} role="img" ref={place.mount} />
      {open && picture && place.box && (
        <open.Layer
          bend={open.bend}
          picture={picture}
          box={place.box}
          close={() => {
            button.current?.focus();
            close();
          }}
        />
      )}
      {place.failed.value && <p class={css.chartFault}>This chart cannot be drawn.</p>}
    </section>
  );
}

interface PanelMenuProps {
  readonly title: string;
  readonly place: ChartPlace;
  readonly scene: BoardParts['scene'];
}

function PanelMenu({ title, place, scene }: PanelMenuProps) {
  const methods = scene.value?.scenario.methods ?? [];
  const slot = methods[place.panel.value]?.slot;
  return (
    <>
      <span class={css.chartMark}>{slot !== undefined && <Mark slot={slot} />}</span>
      <Select
        name={`${title}: method`}
        options={methods.map(({ label }) => label)}
        at={place.panel.value}
        choose={(at) => place.choosePanel(at)}
      />
    </>
  );
}

function DirectionMenu({ place, count }: { place: ChartPlace; count: number }) {
  const names = Array.from({ length: count }, (_, i) => `σ${subscript(i + 1)}`);
  return (
    <Select
      name="Singular direction"
      options={['all σ', ...names]}
      at={(place.direction.value ?? -1) + 1}
      choose={(at) => place.chooseDirection(at === 0 ? null : at - 1)}
    />
  );
}

function NumberMenu({ place }: { place: ChartPlace }) {
  const titles = place.numbers.value;
  if (titles.length === 0) return null;
  return (
    <Select
      name="Number shown"
      options={titles}
      at={Math.max(0, titles.indexOf(place.number.value ?? ''))}
      choose={(at) => place.chooseNumber(titles[at] ?? null)}
    />
  );
}

interface SelectProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly at: number;
  readonly choose: (at: number) => void;
}

function Select({ name, options, at, choose }: SelectProps) {
  return (
    <select aria-label={name} onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
      {options.map((option, i) => (
        <option key={i} selected={i === at}>
          {option}
        </option>
      ))}
    </select>
  );
}
