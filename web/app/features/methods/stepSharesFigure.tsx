import { angleText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import type { DemoStepShare, DemoStepShares, MethodDemo } from '@iklab/run/session';
import { useMeasuredWidth } from '../../ui/useMeasuredWidth.ts';
import css from './stepSharesFigure.module.css';

const HEIGHT = 190;
const TOP = 20;
const BOTTOM = 24;
const LEFT = 44;
const HEADROOM = 1.3; // Upper end of the axis as a multiple of the largest step.
const WIDEST = 22; // Maximum width of a bar.
const WORDS = {
  direction: ['Effect on each singular direction', 'undamped step, error/σ', 'σ'],
  joint: ['Effect on each joint', 'least-norm joint step', 'joint'],
  target: ['Effect on each target', 'missing before', 'target'],
} as const satisfies Record<DemoStepShares['kind'], unknown>;

/**
 * Draws the step that update `update` requests and the part that the method takes, per direction,
 * joint or target.
 */
export function StepSharesFigure({
  demo,
  slot: sign,
  update,
}: {
  demo: MethodDemo;
  slot: number;
  update: number;
}) {
  const [box, width] = useMeasuredWidth<HTMLDivElement>();
  const { kind, items: shares } = demo.shares(Math.max(0, update - 1));
  const [title, requestedText, unit] = WORDS[kind];
  const which = update === 0 ? 'the first update' : `update ${update}`;
  const unitOf = demo.scene.scenario.unit;
  const format =
    kind === 'target'
      ? (x: number) => (x > 0 ? valueWithUnitText(lengthWithUnit(x, unitOf)) : '0')
      : stepText;
  const capped = shares.some(({ bound }) => bound !== null);
  const bounded = kind === 'direction' && capped;
  const { gammaMax } = demo;
  const most = bounded ? gammaMax : null;
  const largest = kind === 'target' ? maxInitialDistance(demo) : demo.largest;
  // The same scale for every update, including updates by a stage without bounds.
  const top = HEADROOM * Math.max(largest, (kind === 'direction' && gammaMax) || 0, 1e-6);
  const y = (value: number): number =>
    TOP + (1 - Math.min(top, value) / top) * (HEIGHT - TOP - BOTTOM);
  const slot = (width - LEFT) / Math.max(1, shares.length);
  const bar = Math.min(WIDEST, 0.62 * slot);
  const tick = Math.min(bar + 8, 0.86 * slot);
  const every = Math.ceil(34 / slot);
  const base = y(0);
  return (
    <section class="shares">
      <h2>
        <span>
          {title}
          <small>, {which}</small>
        </span>
        <span class="legend">
          <i class={`${css.asked} slot-${sign}`} />
          <span data-symbol="σ">{requestedText}</span>
          <i class={`${css.taken} slot-${sign}`} />
          <span data-symbol="Δθ">{kind === 'target' ? 'gained' : 'taken, Δθ'}</span>
          {capped && <i class={css.cap} />}
          {capped && (bounded ? <Gamma /> : <span>room left</span>)}
          {shares.some(({ atBound }) => atBound) && <i class={css.held} />}
          {shares.some(({ atBound }) => atBound) && <span>at or above its bound</span>}
        </span>
      </h2>
      <div ref={box}>
        {width > 0 && (
          <svg
            class={`slot-${sign}`}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            font-size="11"
            role="img"
            aria-label={`${which}. ${shares.map((share) => shareText(share, unit, format)).join('; ')}`}
          >
            {[0, 0.5, 1].map((part) => {
              const value = (part * top) / HEADROOM;
              return (
                <g key={part}>
                  <path class="grid" d={`M${LEFT} ${y(value)}H${width}`} />
                  <text class="tick" x={LEFT - 8} y={y(value) + 4} text-anchor="end">
                    {format(value)}
                  </text>
                </g>
              );
            })}
            {shares.map((share, i) => {
              const x = LEFT + (i + 0.5) * slot;
              const over = share.requested > top;
              return (
                <g key={share.name} class={share.atBound ? css.held : undefined}>
                  <g data-symbol="σ">
                    <rect
                      class={css.asked}
                      x={x - bar / 2 + 0.5}
                      width={Math.max(1, bar - 1)}
                      y={y(share.requested)}
                      height={base - y(share.requested)}
                      rx="2"
                    />
                    {over && (
                      <path
                        class={css.break}
                        d={`M${x - bar / 2 - 2} ${TOP + 12}l${bar + 4} -6v4l${-bar - 4} 6z`}
                      />
                    )}
                    {over && i % every === 0 && (
                      <text class="tick" x={x} y={TOP - 6} text-anchor="middle">
                        {format(share.requested)}
                      </text>
                    )}
                  </g>
                  <rect
                    class={css.taken}
                    data-symbol="Δθ"
                    x={x - bar / 2}
                    width={bar}
                    y={y(share.achieved)}
                    height={base - y(share.achieved)}
                    rx="2"
                  />
                  {share.bound !== null && share.bound <= top && (
                    <path
                      class={css.cap}
                      data-symbol="γ"
                      d={`M${x - tick / 2} ${y(share.bound)}h${tick}`}
                    />
                  )}
                  {i % every === 0 && (
                    <text class="tick" data-symbol="σ" x={x} y={HEIGHT - 6} text-anchor="middle">
                      {share.name}
                    </text>
                  )}
                </g>
              );
            })}
            {most !== null && (
              <g data-symbol="γ_max">
                <path class={css.most} d={`M${LEFT} ${y(most)}H${width}`} />
                <text class={`tick ${css.most}`} x={LEFT + 4} y={y(most) - 5}>
                  γ
                  <tspan dy="2" font-size="9">
                    max
                  </tspan>
                </text>
              </g>
            )}
            <text class="tick" x={LEFT - 8} y={HEIGHT - 6} text-anchor="end">
              {unit}
            </text>
          </svg>
        )}
      </div>
    </section>
  );
}

const Gamma = () => (
  <span data-symbol="γ">
    γ<sub>i</sub> = γ<sub>max</sub> N<sub>i</sub>/M<sub>i</sub>
  </span>
);

const stepText = (radians: number): string => (radians > 0 ? angleText(radians) : '0°');

const shareText = (
  { name, requested, achieved: taken, atBound }: DemoStepShare,
  unit: string,
  format: (x: number) => string,
) => `${unit} ${name}: ${format(taken)} of ${format(requested)}${atBound ? ', at its bound' : ''}`;

const maxInitialDistance = (demo: MethodDemo): number =>
  Math.max(...demo.shares(0).items.map(({ requested }) => requested));
