import { lengthFigure } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import { CAUSE_GROUPS, type CauseGroup } from '@iklab/study/tasks';
import type { MapColour } from './mapBoard.ts';
import { computeTicks, type MapValueRange } from './mapColours.ts';
import css from './maps.module.css';

export const MAP_COLOUR_CHOICES: readonly (readonly [MapColour, string])[] = [
  ['updates', 'Updates'],
  ['error', 'Error'],
  ['reached', 'Reached'],
  ['branch', 'Branch'],
  ['cause', 'Cause'],
];

interface MapKeyProps {
  readonly colour: MapColour;
  readonly span: MapValueRange;
  readonly unit: LengthUnit;
  readonly over: 'targets' | 'starts';
  /** Number of branches of solutions in all maps. */
  readonly branches: number;
  /** Indices of the groups of causes that occur in the maps. */
  readonly causes: readonly number[];
}

export function MapKey({ colour, span, unit, over, branches, causes }: MapKeyProps) {
  return (
    <div class={`${css.mapKey} small`}>
      <span>{keyText(colour, over)}</span>
      {(colour === 'updates' || colour === 'error') && (
        <span class={css.ramp}>
          <i />
          <span class={css.rampTicks}>
            {computeTicks(span).map((value) => (
              <b key={value}>{tickText(colour, value, unit)}</b>
            ))}
          </span>
        </span>
      )}
      {colour === 'cause' &&
        causes.map((groupIndex) => {
          const { id, title } = CAUSE_GROUPS[groupIndex] as CauseGroup;
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

function keyText(colour: MapColour, over: 'targets' | 'starts'): string {
  if (colour === 'updates') return 'updates until reached';
  if (colour === 'error') return 'error at the end';
  if (colour === 'reached') return 'outcome';
  if (colour === 'cause') return 'why targets are not reached';
  return over === 'starts'
    ? 'solution, ignoring full turns of joints'
    : 'solutions connected without a jump';
}

export function tickText(colour: MapColour, value: number, unit: LengthUnit): string {
  if (colour === 'updates')
    return String(value < 10 ? Math.round(value) : Number(value.toPrecision(2)));
  const figure = lengthFigure(value, unit);
  return `${figure.value} ${figure.unit}`;
}
