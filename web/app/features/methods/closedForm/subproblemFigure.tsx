import { toDegrees } from '@iklab/core/scenario/numbers';
import { useState } from 'preact/hooks';
import { useUniqueId } from '../../../ui/useUniqueId.ts';
import css from './closedForm.module.css';
import { PICTURE_HEIGHT, PICTURE_WIDTH, type SubproblemPicture } from './subproblemPictures.tsx';

const STEPS = 200;

/** A picture of a subproblem with a slider, and the solutions that it shows. */
export function SubproblemFigure({ picture }: { readonly picture: SubproblemPicture }) {
  const { name, slider, most, symbols } = picture;
  const { label, unit, min, max, initial } = slider;
  const [value, setValue] = useState(initial);
  const id = useUniqueId();
  const solutions = picture.solve(value);
  const count = solutionCountText(solutions.length);
  const valueText = unit === '°' ? signedText(value, 0, unit) : signedText(value, 2, unit);
  return (
    <div class={css.subproblemFigure}>
      <svg
        class={css.subproblemPicture}
        viewBox={`${-PICTURE_WIDTH / 2} ${-PICTURE_HEIGHT / 2} ${PICTURE_WIDTH} ${PICTURE_HEIGHT}`}
        role="img"
        aria-label={`${name}: ${count}`}
      >
        {picture.draw(value)}
      </svg>
      <p class={css.knob}>
        <label for={id}>{label}</label>
        <b>{valueText}</b>
        <span class="slide">
          <i class="fill" style={{ width: `${(100 * (value - min)) / (max - min)}%` }} />
          <input
            id={id}
            type="range"
            min={min}
            max={max}
            step={unit === '°' ? 1 : (max - min) / STEPS}
            value={value}
            aria-valuetext={valueText}
            onInput={(event) => setValue(Number(event.currentTarget.value))}
          />
        </span>
      </p>
      <output class={css.solutions} for={id} style={{ '--most': most }}>
        <b>{count}</b>
        {solutions.map((angles) => (
          <span key={angles.join()}>
            {angles
              .map((angle, i) => `${symbols[i]} = ${signedText(toDegrees(angle), 0, '°')}`)
              .join(', ')}
          </span>
        ))}
      </output>
    </div>
  );
}

const solutionCountText = (count: number): string =>
  count === 0 ? 'No solution' : `${count} ${count === 1 ? 'solution' : 'solutions'}`;

function signedText(value: number, decimals: number, unit: string): string {
  const text = Math.abs(value).toFixed(decimals);
  return `${value < 0 && Number(text) !== 0 ? '−' : ''}${text}${unit}`;
}
