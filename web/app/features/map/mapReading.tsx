import type { MapLayer } from '@iklab/study';
import { SlotMarkIcon } from '../../ui/mark.tsx';
import type { MapBoard } from './mapBoard.ts';
import css from './maps.module.css';
import { cellText, spotText } from './mapWords.ts';

interface MapReadingProps {
  readonly id: string;
  readonly board: MapBoard;
  readonly cells: number;
  readonly layers: readonly (readonly MapLayer[])[];
}

export function MapReading({ id, board, cells, layers }: MapReadingProps) {
  const spot = board.spot.value;
  const [mapped, spec] = [board.mapped.value, board.spec.value];
  const { methods } = mapped.scene.scenario;
  if (!spot)
    return (
      <div class={css.mapReading} id={id} role="status">
        <p class="small">Hover over a cell, or use the arrow keys, to see its values.</p>
      </div>
    );
  const cell = Math.floor(spot.y * cells) * cells + Math.floor(spot.x * cells);
  return (
    <div class={css.mapReading} id={id} role="status">
      <p>{spotText(mapped, spec, cells, cell)}</p>
      <ul>
        {methods.map(({ slot, label }, i) => (
          <li key={slot}>
            <SlotMarkIcon slot={slot} />
            <span>
              {label}:{' '}
              {cellText(
                layers[i]?.find((layer) => layer.cells === cells),
                cell,
                mapped,
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
