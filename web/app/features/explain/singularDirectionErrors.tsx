import { lengthWithUnit, numberText, toSubscript, valueWithUnitText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import { type SingularDirection, WEAK_SIGMA_RATIO } from '@iklab/run/explain';
import css from './why.module.css';

const NONE = 1e-9; // As a multiple of σ₁; below it there is no motion.

interface MissingProps {
  /** Singular directions, largest σ first. */
  readonly directions: readonly SingularDirection[];
  readonly blocking: number | null;
  readonly scene: LengthUnit;
}

export function SingularDirectionErrors({ directions, blocking, scene }: MissingProps) {
  const most = Math.max(...directions.map(({ errorAlong: error }) => error));
  if (!(most > 0)) return null;
  const { unit } = lengthWithUnit(most, scene);
  const size = unit === 'mm' && scene === 'm' ? 1e3 : 1;
  const [top, rows] = computeAxisTicks(size * most);
  const share = (value: number): string => `${(100 * size * value) / top}%`;
  const name = (i: number): string => `σ${toSubscript(i + 1)}`;
  const first = directions[0]?.sigma ?? 0;
  const value = (i: number): string => {
    const sigma = directions[i]?.sigma ?? 0;
    return `${name(i)} ${sigma > NONE * first ? numberText(sigma) : 0}`;
  };
  const last = directions.length - 1;
  const descriptions = directions.map(
    ({ errorAlong: error }, i) => `${value(i)}: ${valueWithUnitText(lengthWithUnit(error, scene))}`,
  );
  return (
    <figure class={css.missing}>
      <p class="hint">weighted error, {unit}</p>
      <div
        class="bars"
        role="img"
        aria-label={`Weighted error along each singular direction: ${descriptions.join('; ')}`}
      >
        {rows.map((row) => (
          <i key={row} style={{ bottom: `${(100 * row) / top}%` }}>
            {row}
          </i>
        ))}
        {directions.map(({ errorAlong: error }, i) => (
          <span
            key={name(i)}
            class={i === blocking ? css.blocks : undefined}
            style={{ height: share(error) }}
          >
            {i === blocking && <b class={i > last / 2 ? css.before : css.after}>{value(i)}</b>}
          </span>
        ))}
      </div>
      <p class={css.ends} aria-hidden="true">
        <span>
          {name(0)}
          <small>strong</small>
        </span>
        {last > 0 && (
          <span>
            {name(last)}
            <small>{strengthText(directions, last)}</small>
          </span>
        )}
      </p>
      <figcaption>
        Weighted error along each singular direction.
        {blocking !== null &&
          ` Amber arrows in the view: the motion still needed along ${name(blocking)}.`}
      </figcaption>
    </figure>
  );
}

function strengthText(directions: readonly SingularDirection[], i: number): string {
  const [first, its] = [directions[0]?.sigma ?? 0, directions[i]?.sigma ?? 0];
  if (its <= NONE * first) return 'no joint moves it';
  if (first >= WEAK_SIGMA_RATIO * its) return 'weak';
  const ratio = Number((first / its).toPrecision(2));
  return ratio < 1.5 ? 'nearly as strong' : `${ratio} times weaker`;
}

function computeAxisTicks(most: number): [number, number[]] {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [1, 2, 3, 4, 5, 10]
    .map((size) => size * power)
    .find((size) => 2 * size >= 0.8 * most);
  const row = Number((step ?? most / 2).toPrecision(3));
  return [Math.max(most, 2 * row), [row, 2 * row]];
}
