/**
 * Charts of the scalar observables of methods. Observables of equal name and unit share a chart.
 */
import { withCardTexts } from '@iklab/core/engine';
import { numberText, unitNotation } from '@iklab/core/format';
import {
  panelMethodRow,
  scalarObservableNames,
  scalarObservables,
} from '@iklab/core/scenario/methods';
import { computeWholeDecades, roundUpToRoundNumber } from './axisRange.ts';
import type { ChartContext } from './chart.ts';
import type { PlotAxis } from './plotArea.ts';
import { makeLinearAxis, makeLogarithmicAxis, type PlottedQuantity } from './plottedQuantity.ts';
import type { SampledCurves } from './sampledCurves.ts';

const MIN_LOG_RATIO = 1e4; // Ratio of the largest to the smallest value above which the axis is logarithmic.

interface ScalarObservable {
  readonly title: string;
  readonly unit: string;
  toShown(value: number): number;
  /**
   * Index of the observable among those of each panel's method; −1 if the method does not report
   * it.
   */
  readonly indices: readonly number[];
}

type Source = Pick<ChartContext, 'scene' | 'catalogue'>;

function listScalars({ scene, catalogue }: Source): readonly ScalarObservable[] {
  const { methods, unit: lengths } = scene().scenario;
  const rows = methods.map((panel) => panelMethodRow(withCardTexts(catalogue), panel));
  const titled = rows.map((row) => {
    const names = scalarObservableNames(row);
    return scalarObservables(row).map(({ unit }, i) => {
      const { unit: unitText, toShown } = unitNotation(unit, { scene: lengths });
      return { title: `${names[i]}${unitText && ` (${unitText})`}`, unit: unitText, toShown };
    });
  });
  const byTitle = new Map(titled.flat().map((each) => [each.title, each]));
  return [...byTitle.values()].map((each) => ({
    ...each,
    indices: titled.map((observables) =>
      observables.findIndex(({ title }) => title === each.title),
    ),
  }));
}

export const observableTitles = (source: Source): readonly string[] =>
  listScalars(source).map(({ title }) => title);

export function observableQuantity(parts: ChartContext): PlottedQuantity {
  const all = listScalars(parts);
  const chosen = () => all.find(({ title }) => title === parts.observableTitle()) ?? all[0];
  const text = (value: number): string => formatWithUnit(chosen()?.unit ?? '', value);
  return {
    get name() {
      return chosen()?.title ?? 'Reported numbers';
    },
    across: 'update',
    log: ({ smallest, largest }) => smallest > 0 && largest > MIN_LOG_RATIO * smallest,
    tolerance: false,
    missingText: all.length > 0 ? '' : 'No method in this scene reports numbers.',
    lines: ({ history, scene }) =>
      scene().scenario.methods.flatMap(({ slot, label }, panel) => {
        const { indices: places = [], toShown = Number } = chosen() ?? {};
        const index = places[panel] ?? -1;
        const value = (entry: number): number => {
          const displayed = toShown(history.observable(entry, panel, index));
          return Number.isFinite(displayed) ? displayed : Number.NaN;
        };
        return index < 0 ? [] : [{ slot, label, panel, value }];
      }),
    axis: (curves) => makeAxis(curves, text),
    valueText: text,
  };
}

function makeAxis(
  { log, smallest, largest }: SampledCurves,
  text: (value: number) => string,
): PlotAxis {
  if (log)
    return makeLogarithmicAxis(computeWholeDecades([smallest, largest], 'high'), (power) =>
      text(10 ** power),
    );
  const low = smallest < 0 ? -roundUpToRoundNumber(-1.05 * smallest) : 0;
  const high = largest > 0 ? roundUpToRoundNumber(1.05 * largest) : 0;
  return makeLinearAxis([low, low === high ? 1 : high], text);
}

export function formatWithUnit(unit: string, value = Number.NaN): string {
  if (!Number.isFinite(value)) return '–';
  const number = numberText(value);
  return unit === '' ? number : `${number}${unit === '°' ? '' : ' '}${unit}`;
}
