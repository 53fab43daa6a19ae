import { lengthWithUnit } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import { FAILURE_CAUSE_GROUPS, type FailureCauseGroup } from '@iklab/study/tasks';
import { computeMapTicks, type MapValueRange } from './mapColours.ts';
import css from './maps.module.css';
import type { MapColourQuantity } from './pageMaps.ts';

export const MAP_COLOUR_CHOICES: readonly (readonly [MapColourQuantity, string])[] = [
  ['updates', 'Updates'],
  ['error', 'Error'],
  ['reached', 'Reached'],
  ['branch', 'Branch'],
  ['cause', 'Cause'],
];

interface MapKeyProps {
  readonly colour: MapColourQuantity;
  readonly span: MapValueRange;
  readonly unit: LengthUnit;
  readonly over: 'targets' | 'starts';
  readonly branches: number;
  readonly causes: readonly number[];
}

export function MapColourLegend({ colour, span, unit, over, branches, causes }: MapKeyProps) {
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
      {colour === 'branch' &&
        Array.from({ length: Math.min(branches, 8) }, (_, i) => (
          <span key={i} class={css.swatch}>
            <i class={css[`branch${i}`]} />
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
