import { toSubscript } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import { CHART_KINDS, chartTitle, runPartNames } from '@iklab/scene/chart';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GlossaryTermId } from '../../ui/glossary.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import type { ChartSlot } from './chartSlot.ts';
import css from './charts.module.css';
import { ComparisonTable, type ComparisonTableParts } from './comparisonTable.tsx';
import { type FilterEditingHost, useFilterEditing } from './useFilterEditing.ts';

export interface ChartBoardParts {
  readonly chartSlots: readonly ChartSlot[];
  readonly table: ComparisonTableParts;
  readonly bending: FilterEditingHost;
  readonly scene: ReadonlySignal<Scene | null>;
  readonly directions: ReadonlySignal<number>;
  /** Index of the chart to show if only one fits. The number of charts stands for the table. */
  readonly tab: Signal<number>;
  readonly tabled: ReadonlySignal<boolean>;
  toggleTable(): void;
  onShown(): void;
  root(element: HTMLElement | null): void;
  tableBox(element: HTMLElement | null): void;
}

export function ChartBoard({ tab, tabled, ...parts }: ChartBoardParts) {
  const { chartSlots } = parts;
  useLayoutEffect(() => parts.onShown(), [tab.value, tabled.value]);
  const names = [...chartSlots.map(({ kind }) => kind.value.tab), 'Table'];
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
        {chartSlots.map((chartSlot, i) => (
          <ChartCard key={i} chartSlot={chartSlot} index={i} {...parts} />
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

type ChartCardProps = Pick<ChartBoardParts, 'scene' | 'directions' | 'bending'> & {
  readonly chartSlot: ChartSlot;
  readonly index: number;
};

function ChartCard({ chartSlot, index, scene, directions, bending }: ChartCardProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { open, picture, offered, close, toggle } = useFilterEditing(chartSlot, bending);
  const kind = chartSlot.kind.value;
  const mode = scene.value?.scenario.run.mode ?? 'track';
  const title = chartTitle(kind, mode);
  if (bending.viewState.introducing.value)
    return (
      <section class="chart">
        <header>
          <h2>{title}</h2>
        </header>
        <div class={css.chartPlot} role="img" ref={chartSlot.mount} />
      </section>
    );
  return (
    <section class="chart">
      <header>
        <h2>
          <Select
            name={`Content of the ${['first', 'second', 'third'][index]} chart`}
            options={CHART_KINDS.map((each) => chartTitle(each, mode))}
            selectedIndex={CHART_KINDS.indexOf(kind)}
            choose={(optionIndex) => chartSlot.setKind(CHART_KINDS[optionIndex] ?? kind)}
          />
        </h2>
        <span class="chart-help">
          <GlossaryTerm
            key={kind.id}
            term={kind.id as GlossaryTermId}
            name={`${kind.title}: what it shows`}
          >
            ?
          </GlossaryTerm>
        </span>
        {kind.menu === 'panel' ? (
          <PanelMenu title={title} chartSlot={chartSlot} scene={scene} />
        ) : (
          <Select
            name={`${title}: time range`}
            options={runPartNames(kind, mode)}
            selectedIndex={chartSlot.recent.value ? 1 : 0}
            choose={(optionIndex) => chartSlot.choosePart(optionIndex === 1)}
          />
        )}
        {kind.directions && !open && (
          <DirectionMenu chartSlot={chartSlot} count={directions.value} />
        )}
        {kind.numbers && <NumberMenu chartSlot={chartSlot} />}
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
      <div class={css.chartPlot} role="img" ref={chartSlot.mount} />
      {open && picture && chartSlot.box && (
        <open.Layer
          bend={open.bend}
          picture={picture}
          box={chartSlot.box}
          close={() => {
            button.current?.focus();
            close();
          }}
        />
      )}
      {chartSlot.failed.value && <p class={css.chartFault}>This chart cannot be drawn.</p>}
    </section>
  );
}

interface PanelMenuProps {
  readonly title: string;
  readonly chartSlot: ChartSlot;
  readonly scene: ChartBoardParts['scene'];
}

function PanelMenu({ title, chartSlot, scene }: PanelMenuProps) {
  const methods = scene.value?.scenario.methods ?? [];
  const slot = methods[chartSlot.panel.value]?.slot;
  return (
    <>
      <span class={css.chartMark}>{slot !== undefined && <SlotMarkIcon slot={slot} />}</span>
      <Select
        name={`${title}: method`}
        options={methods.map(({ label }) => label)}
        selectedIndex={chartSlot.panel.value}
        choose={(optionIndex) => chartSlot.choosePanel(optionIndex)}
      />
    </>
  );
}

function DirectionMenu({ chartSlot, count }: { chartSlot: ChartSlot; count: number }) {
  const names = Array.from({ length: count }, (_, i) => `σ${toSubscript(i + 1)}`);
  return (
    <Select
      name="Singular direction"
      options={['all σ', ...names]}
      selectedIndex={(chartSlot.direction.value ?? -1) + 1}
      choose={(optionIndex) =>
        chartSlot.chooseDirection(optionIndex === 0 ? null : optionIndex - 1)
      }
    />
  );
}

function NumberMenu({ chartSlot }: { chartSlot: ChartSlot }) {
  const titles = chartSlot.numbers.value;
  if (titles.length === 0) return null;
  return (
    <Select
      name="Number shown"
      options={titles}
      selectedIndex={Math.max(0, titles.indexOf(chartSlot.number.value ?? ''))}
      choose={(optionIndex) => chartSlot.chooseNumber(titles[optionIndex] ?? null)}
    />
  );
}

interface SelectProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly selectedIndex: number;
  readonly choose: (optionIndex: number) => void;
}

function Select({ name, options, selectedIndex, choose }: SelectProps) {
  return (
    <select aria-label={name} onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
      {options.map((option, i) => (
        <option key={i} selected={i === selectedIndex}>
          {option}
        </option>
      ))}
    </select>
  );
}
