/** Scalar observables of methods over a run: those of equal name and unit share a chart. */
import { withTexts } from 'iklab/engine';
import { numberText, quantity } from 'iklab/format';
import { panelRow, singleNames, singleNumbers } from 'iklab/scenario';
import type { ChartContext } from './chart.ts';
import type { Curves } from './curves.ts';
import type { Axis } from './plotArea.ts';
import { decadeAxis, linearAxis, type PlottedQuantity } from './quantities.ts';
import { roundUp, spanned } from './scale.ts';

const WIDE = 1e4; // Ratio of the largest to the smallest value above which the axis is logarithmic.

/** An observable whose curves of all panels share a chart. */
interface ShownNumber {
  /** Its name with the displayed unit. */
  readonly title: string;
  readonly unit: string;
  toShown(value: number): number;
  /** Its index among the observables of each panel's method; −1 if the method lacks it. */
  readonly places: readonly number[];
}

type Source = Pick<ChartContext, 'scene' | 'catalogue'>;

/** All scalar observables in a scene without duplicates, in panel order. */
function shownNumbers({ scene, catalogue }: Source): readonly ShownNumber[] {
  const { methods, unit: lengths } = scene().scenario;
  const rows = methods.map((panel) => panelRow(withTexts(catalogue), panel));
  const titled = rows.map((row) => {
    const names = singleNames(row);
    return singleNumbers(row).map(({ unit }, i) => {
      const { unit: said, toShown } = quantity(unit, { scene: lengths });
      return { title: `${names[i]}${said && ` (${said})`}`, unit: said, toShown };
    });
  });
  const known = new Map(titled.flat().map((each) => [each.title, each]));
  return [...known.values()].map((each) => ({
    ...each,
    places: titled.map((own) => own.findIndex(({ title }) => title === each.title)),
  }));
}

export const shownTitles = (source: Source): readonly string[] =>
  shownNumbers(source).map(({ title }) => title);

/** The chosen observable, otherwise the first; a text if there is none. */
export function shownQuantity(parts: ChartContext): PlottedQuantity {
  const all = shownNumbers(parts);
  const chosen = () => all.find(({ title }) => title === parts.number()) ?? all[0];
  const said = (value: number): string => withUnit(chosen()?.unit ?? '', value);
  return {
    get name() {
      return chosen()?.title ?? 'Reported numbers';
    },
    across: 'update',
    log: ({ smallest, largest }) => smallest > 0 && largest > WIDE * smallest,
    tolerance: false,
    missingText: all.length > 0 ? '' : 'No method in this scene reports numbers.',
    lines: ({ history, scene }) =>
      scene().scenario.methods.flatMap(({ slot, label }, panel) => {
        const { places = [], toShown = Number } = chosen() ?? {};
        const place = places[panel] ?? -1;
        const value = (entry: number): number => {
          const shown = toShown(history.shown(entry, panel, place));
          return Number.isFinite(shown) ? shown : Number.NaN;
        };
        return place < 0 ? [] : [{ slot, label, panel, value }];
      }),
    axis: (curves) => axisOf(curves, said),
    valueText: said,
  };
}

function axisOf({ log, smallest, largest }: Curves, said: (value: number) => string): Axis {
  if (log) return decadeAxis(spanned([smallest, largest], 'high'), (power) => said(10 ** power));
  const low = smallest < 0 ? -roundUp(-1.05 * smallest) : 0;
  const high = largest > 0 ? roundUp(1.05 * largest) : 0;
  return linearAxis([low, low === high ? 1 : high], said);
}

/** Formats a value with its unit; a dash if the value is not finite. */
export function withUnit(unit: string, value = Number.NaN): string {
  if (!Number.isFinite(value)) return '–';
  const number = numberText(value);
  return unit === '' ? number : `${number}${unit === '°' ? '' : ' '}${unit}`;
}
