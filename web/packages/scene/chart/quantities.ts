/** What can be drawn along a run: each quantity as curves, and the axis they stand on. */

import {
  computedText,
  figureText,
  largestReachedError,
  lengthFigure,
  numberText,
  subscript,
} from 'iklab/format';
import type { LengthUnit } from 'iklab/scenario';
import type { ChartParts } from './chart.ts';
import type { Across, Curves, Line } from './curves.ts';
import type { Axis } from './plotArea.ts';
import {
  decadeName,
  decades,
  everyDecade,
  fitted,
  lengthNames,
  type Range,
  spanned,
  ticks,
  upTo,
} from './scale.ts';

export interface Quantity {
  readonly name: string;
  readonly across: Across;
  readonly log: boolean;
  /** The tolerance belongs to it. */
  readonly tolerance: boolean;
  /** Said where no panel has it. */
  readonly none: string;
  /** Said, and no more, while nothing has been out of tolerance yet. */
  readonly idle?: string;
  lines(parts: ChartParts): Line[];
  axis(curves: Curves, parts: ChartParts): Axis;
  say(value: number, parts: ChartParts): string;
  /** Finds what stands between the entry and the end; false: there is more to do. */
  fill?(parts: ChartParts, first: number): boolean;
}

/** One curve a panel. */
const perPanel =
  (value: (parts: ChartParts, entry: number, panel: number) => number) =>
  (parts: ChartParts): Line[] =>
    parts.scene().scenario.methods.map(({ slot, label }, panel) => ({
      slot,
      label,
      panel,
      value: (entry) => value(parts, entry, panel),
    }));

const unitOf = ({ scene }: ChartParts): LengthUnit => scene().scenario.unit;

const said = (value: number, parts: ChartParts): string =>
  figureText(lengthFigure(value, unitOf(parts)));

/** Five of the decades at most are named. */
function decadeAxis(range: Range, name: (power: number) => string): Axis {
  const every = Math.ceil((range[1] - range[0] + 1) / 5);
  const named = (at: number) => ((at - range[0]) % every === 0 ? name(at) : null);
  return { range, ticks: everyDecade(range).map((at) => ({ at, text: named(at) })) };
}

const linearAxis = (range: Range, name: (value: number) => string): Axis => ({
  range,
  ticks: ticks(range).map((at) => ({ at, text: name(at) })),
});

const powerName = (power: number): string => numberText(10 ** power);

const startError = (parts: ChartParts): number => {
  const { history, scene } = parts;
  const { methods, run } = scene().scenario;
  const first = run.mode === 'converge' ? history.approachStart : history.first;
  return Math.max(...methods.map((_, panel) => errorAt(parts, first, panel)));
};

/** Of the pose that a run to still targets begins with: to where they stand now. */
const errorAt = ({ history, scene }: ChartParts, entry: number, panel: number): number =>
  scene().scenario.run.mode === 'converge' &&
  entry === history.approachStart &&
  entry < history.last
    ? history.startError(entry + 1, panel)
    : history.error(entry, panel);

/** To targets that stand still, and nobody has given up: then the way to the tolerance is shown. */
const races = ({ history, scene }: ChartParts): boolean => {
  const { run, methods } = scene().scenario;
  const stops = methods.map((_, panel) => history.stop(history.last, panel));
  return run.mode === 'converge' && stops.some((stop) => stop === null || stop === 'reached');
};

const error = {
  name: 'Error',
  tolerance: true,
  none: '',
  lines: perPanel(errorAt),
  say: said,
} as const;

export const errorByUpdate: Quantity = {
  ...error,
  across: 'update',
  log: true,
  idle: 'Drag a target in any pane: the error of every method is drawn here.',
  axis: ({ smallest, largest }, parts) => {
    const whole = decades(largestReachedError(parts.scene().scenario), startError(parts), largest);
    const range = races(parts) ? whole : fitted(whole, smallest, largest);
    return decadeAxis(range, (power) => decadeName(power, unitOf(parts)));
  },
};

export const errorOverTime: Quantity = {
  ...error,
  across: 'time',
  log: false,
  axis: ({ largest }, parts) => {
    const range = upTo(largest, 4 * largestReachedError(parts.scene().scenario));
    return linearAxis(range, lengthNames(range, unitOf(parts)));
  },
};

const found = { across: 'update', log: true, tolerance: false, none: '', say: numberText } as const;

export const manipulability: Quantity = {
  ...found,
  name: 'Manipulability',
  lines: perPanel(({ insight }, entry, panel) => insight.manipulability(entry, panel)),
  axis: ({ smallest, largest }) => decadeAxis(spanned([smallest, largest], 'high'), powerName),
  fill: ({ insight }, first) => insight.fill(first),
};

export const condition: Quantity = {
  ...found,
  name: 'Condition',
  lines: perPanel(({ insight }, entry, panel) => insight.condition(entry, panel)),
  axis: ({ smallest, largest }) => decadeAxis(spanned([smallest, largest], 'low'), powerName),
  fill: ({ insight }, first) => insight.fill(first),
};

export const damping: Quantity = {
  name: 'Damping λ as used',
  across: 'update',
  log: false,
  tolerance: false,
  none: 'No method here is damped by a λ.',
  lines: perPanel(({ history }, entry, panel) => history.lambda(entry, panel)),
  axis: ({ largest }, parts) => {
    const range = upTo(largest, 1e-3);
    return linearAxis(range, lengthNames(range, unitOf(parts)));
  },
  say: said,
};

/** D_i of the chosen panel, one curve a target. */
export const clampDistances: Quantity = {
  name: 'Clamp distance',
  across: 'update',
  log: false,
  tolerance: false,
  none: 'This method sees its targets unclamped.',
  lines: ({ scene, history, chosen }) => {
    const { methods, targets } = scene().scenario;
    const panel = chosen();
    const slot = methods[panel]?.slot ?? 1;
    return targets.map((_, target) => ({
      slot,
      label: `D${subscript(target + 1)}`,
      panel,
      value: (entry) => {
        const distance = history.clamps(entry, panel)[target] as number;
        return Number.isFinite(distance) ? distance : Number.NaN;
      },
    }));
  },
  axis: ({ largest }, parts) => {
    const range = upTo(largest, 1e-3);
    return linearAxis(range, lengthNames(range, unitOf(parts)));
  },
  say: said,
};

export const leak: Quantity = {
  name: 'Disturbance by the secondary goal',
  across: 'update',
  log: true,
  tolerance: false,
  none: 'No method here has a secondary goal.',
  lines: (parts) =>
    perPanel(({ history }, entry, panel) => history.leak(entry, panel))(parts).map((line) => ({
      ...line,
      value: parts.scene().scenario.methods[line.panel]?.secondary ? line.value : () => Number.NaN,
    })),
  axis: ({ smallest, largest }) =>
    decadeAxis(spanned([Math.max(smallest, 1e-20), Math.max(largest, 1e-20)], 'high'), powerName),
  say: (value, parts) => computedText(value, unitOf(parts)),
};
