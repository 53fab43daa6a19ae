import css from './methodFilterChart.module.css';

const [WIDTH, HEIGHT] = [300, 180];
const LEFT = 34;
const BOTTOM = 24;
const DECADES_X = [0.1, 1];
const DECADES_Y = [0.01, 0.1, 1, 10];
const RANGE_X = [0.02, 5] as const;
const RANGE_Y = [0.005, 50] as const;

type Pair = readonly [number, number];

interface FilterProps {
  readonly curve: readonly Pair[];
  readonly present: readonly Pair[];
}

export function MethodFilterChart({ curve, present }: FilterProps) {
  const dots = present.filter(([sigma, tau]) => isWithin(sigma, RANGE_X) && isWithin(tau, RANGE_Y));
  return (
    <figure class={css.filter}>
      <figcaption>
        Filter <i>τ(σ)</i>
        <small>grey: 1/σ; dots: σ now</small>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        font-size="10"
        role="img"
        aria-label="Filter over singular value"
      >
        {DECADES_X.map((sigma) => (
          <g key={sigma}>
            <path class="grid" d={`M${x(sigma)} 4V${HEIGHT - BOTTOM}`} />
            <text x={x(sigma)} y={HEIGHT - 8} text-anchor="middle">
              {sigma}
            </text>
          </g>
        ))}
        {DECADES_Y.map((tau) => (
          <g key={tau}>
            <path class="grid" d={`M${LEFT} ${y(tau)}H${WIDTH}`} />
            <text x={LEFT - 6} y={y(tau) + 4} text-anchor="end">
              {tau}
            </text>
          </g>
        ))}
        <text x={WIDTH - 2} y={HEIGHT - 8} text-anchor="end" class={css.letter}>
          σ
        </text>
        <path class={css.ideal} d={pathData(curve.map(([sigma]) => [sigma, 1 / sigma]))} />
        <path class={css.curve} d={pathData(curve)} />
        {dots.map(([sigma, tau], i) => (
          <circle key={`σ ${i}`} cx={x(sigma)} cy={y(tau)} r="3.5" />
        ))}
      </svg>
    </figure>
  );
}

const isWithin = (value: number, [low, high]: Pair): boolean => value >= low && value <= high;
const share = (value: number, [low, high]: Pair): number =>
  Math.log(value / low) / Math.log(high / low);
const x = (sigma: number): number => LEFT + share(sigma, RANGE_X) * (WIDTH - LEFT);
const y = (tau: number): number => 4 + (1 - share(tau, RANGE_Y)) * (HEIGHT - BOTTOM - 4);

function pathData(points: readonly Pair[]): string {
  let pen = 'M';
  return points
    .map(([sigma, tau]) => {
      if (tau > RANGE_Y[1]) {
        pen = 'M';
        return '';
      }
      const move = `${pen}${x(sigma).toFixed(1)} ${y(Math.max(tau, RANGE_Y[0])).toFixed(1)}`;
      pen = 'L';
      return move;
    })
    .join('');
}
