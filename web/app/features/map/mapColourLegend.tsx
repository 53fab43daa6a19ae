import { lengthWithUnit } from '@iklab/core/format';
import type { LengthUnit, MethodPanel } from '@iklab/core/scenario';
import { FAILURE_CAUSE_GROUPS, type FailureCauseGroup } from '@iklab/study/tasks';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { sidesText, signsText } from '../solutions/solutionTexts.ts';
import type { SolutionShares } from './mapAppearance.ts';
import { computeMapTicks, type MapValueRange } from './mapColours.ts';
import css from './maps.module.css';
import type { MapColourQuantity } from './pageMaps.ts';

export const MAP_COLOUR_CHOICES: readonly (readonly [MapColourQuantity, string])[] = [
  ['updates', 'Updates'],
  ['error', 'Error'],
  ['reached', 'Reached'],
  ['branch', 'Solution'],
  ['cause', 'Cause'],
];

interface MapKeyProps {
  readonly colour: MapColourQuantity;
  readonly span: MapValueRange;
  readonly unit: LengthUnit;
  readonly over: 'targets' | 'starts';
  readonly branches: number;
  /** Solutions that the colours show; empty or absent without solutions. */
  readonly solutions?: readonly SolutionShares[];
  /** Methods of the maps, in the order of `shares` in `solutions`. */
  readonly methods?: readonly MethodPanel[];
  /** Indices of the cause groups in the maps. */
  readonly causes: readonly number[];
}

export function MapColourLegend(props: MapKeyProps) {
  const { colour, span, unit, over, branches, solutions = [], methods = [], causes } = props;
  return (
    <div class={`${css.mapKey} small`}>
      <span>{keyText(colour, over)}</span>
      {(colour === 'updates' || colour === 'error') && (
        <span class={css.ramp}>
          <i />
          <span class={css.rampTicks}>
            {computeMapTicks(span).map((value) => (
              <b key={value}>{mapTickText(colour, value, unit)}</b>
            ))}
          </span>
        </span>
      )}
      {colour === 'cause' &&
        causes.map((groupIndex) => {
          const { id, title } = FAILURE_CAUSE_GROUPS[groupIndex] as FailureCauseGroup;
          return (
            <span key={id} class={css.swatch}>
              <i class={css.causeSwatch} data-cause={id} />
              {title}
            </span>
          );
        })}
      {(colour === 'reached' || colour === 'cause') && (
        <span class={css.swatch}>
          <i class={colour === 'cause' ? css.reached : css.yes} />
          reached
        </span>
      )}
      {solutions.length > 0 && <SolutionLegend {...{ solutions, methods }} />}
      {colour === 'branch' &&
        solutions.length === 0 &&
        Array.from({ length: Math.min(branches, 8) }, (_, i) => (
          <span key={i} class={css.swatch}>
            <i class={css[`region${i}`]} />
            {i === 7 ? '8 and more' : i + 1}
          </span>
        ))}
      {colour !== 'error' && colour !== 'cause' && (
        <span class={css.swatch}>
          <i class={css.none} />
          not reached
        </span>
      )}
    </div>
  );
}

interface SolutionLegendProps {
  readonly solutions: readonly SolutionShares[];
  readonly methods: readonly MethodPanel[];
}

/** Lists the solutions with their colours and, by method, how many starts end there. */
function SolutionLegend({ solutions, methods }: SolutionLegendProps) {
  return (
    <div class={css.mapSolutions}>
      <table>
        <caption class="unseen">Share of the starts that end in each solution</caption>
        <thead>
          <tr>
            <td />
            {methods.map(({ slot, label }) => (
              <th key={slot} scope="col">
                <SlotMarkIcon slot={slot} />
                <span class="unseen">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {solutions.map(({ number, sides, shares }) => (
            <tr key={number}>
              <th scope="row" title={sidesText({ sides })}>
                <i class={css[`solution${number}`]} />
                {number} {signsText({ sides }).replaceAll(' ', '')}
              </th>
              {shares.map((share, i) => (
                <td key={methods[i]?.slot}>{shareText(share)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shareText(share: number): string {
  if (!(share > 0)) return '–';
  return share < 0.01 ? '< 1\u202f%' : `${(100 * share).toFixed(0)}\u202f%`;
}

function keyText(colour: MapColourQuantity, over: 'targets' | 'starts'): string {
  if (colour === 'updates') return 'updates until reached';
  if (colour === 'error') return 'error at the end';
  if (colour === 'reached') return 'outcome';
  if (colour === 'cause') return 'why targets are not reached';
  return over === 'starts'
    ? 'solution, ignoring full turns of joints'
    : 'solutions connected without a jump';
}

export function mapTickText(colour: MapColourQuantity, value: number, unit: LengthUnit): string {
  if (colour === 'updates')
    return String(value < 10 ? Math.round(value) : Number(value.toPrecision(2)));
  const figure = lengthWithUnit(value, unit);
  return `${figure.value} ${figure.unit}`;
}
