import {
  angleText,
  computedLengthText,
  microsecondsText,
  numberText,
  SLOT_MARK_OUTLINES,
} from '@iklab/core/format';
import { phrasePlainText, targetConstraintText } from '@iklab/core/format/words';
import {
  countSingularDirections,
  type LogRange,
  sigmaPlotRange,
  tauPlotRange,
} from '@iklab/core/measure';
import { clamp } from '@iklab/core/scenario/numbers';
import {
  type InstanceReadings,
  type RunHistory,
  readInstanceValuesSliced,
} from '@iklab/run/history';
import type { InstanceState, Session } from '@iklab/run/session';
import type { ComponentChildren } from 'preact';
import type { GlossaryTermId } from '../../ui/glossary.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { useTimeSlicedResult } from '../../ui/useTimeSlicedResult.ts';
import css from './currentMethodReadings.module.css';
import type { MethodSettingsProps } from './methodSettingsProps.ts';

export function CurrentMethodReadings({ page, index, panel }: MethodSettingsProps) {
  const session = page.doc.session.value;
  const { history } = page;
  const state = session?.instances[index];
  // Subscribes to the numbers of the page.
  const entry = page.timeline.value?.shownEntry ?? 0;
  if (!session || !history || history.length === 0 || !state || state.updates.value < 0)
    return null;
  if (state.error.value < 0 || state.slot !== panel.slot) return null;
  return <Readings session={session} past={history} entry={entry} index={index} panel={panel} />;
}

interface ReadingsProps {
  readonly session: Session;
  readonly past: RunHistory;
  readonly entry: number;
  readonly index: number;
  readonly panel: MethodSettingsProps['panel'];
}

const REST_FACTOR = 9; // Pause after each slice, as a multiple of its duration.

/**
 * Returns the numbers of a panel at a history entry. Large scenes show an earlier entry's numbers
 * during the computation.
 */
const useReadings = ({ session, past, entry, index }: ReadingsProps): InstanceReadings | null =>
  useTimeSlicedResult(
    [session, index],
    [session.scene, past.run, entry],
    () => readInstanceValuesSliced(session, past, clamp(entry, past.first, past.last), index),
    REST_FACTOR,
  );

function Readings(props: ReadingsProps) {
  const { session, index, panel } = props;
  const readings = useReadings(props);
  const state = session.instances[index] as InstanceState;
  const { unit, targets } = session.scene.scenario;
  const parts = targetConstraintText(targets, state.outcome.value.tone === 'good');
  if (!readings) return <p class="remark">Decomposing the Jacobian…</p>;
  return (
    <>
      <section class={css.filterNow}>
        <h3>
          <GlossaryTerm term="filter">Filter now</GlossaryTerm>{' '}
          <small>
            {readings.filter.length > 0 ? 'curve: τ(σ)' : 'stems: response per direction'}
          </small>
        </h3>
        <Filter slot={panel.slot} readings={readings} />
      </section>
      <section>
        <h3>This update</h3>
        <dl class={`facts ${css.facts}`}>
          <Fact name="updates">{readings.updates}</Fact>
          <Fact name="rank" term="rank">
            {readings.rank} of {readings.directions}
          </Fact>
          <Fact name="time" term="time">
            {state.micros.value === null ? '–' : microsecondsText(state.micros.value)}
          </Fact>
          <Fact name="condition" term="condition">
            {numberText(readings.found.condition)}
          </Fact>
          <Fact name="jitter" term="jitter">
            {readings.jitter.toFixed(2)}
          </Fact>
          <Fact name="on limits" term="on-limits">
            {readings.limits > 0 ? `${readings.limited} of ${readings.limits}` : 'none'}
          </Fact>
          {Number.isNaN(readings.lambda) || (
            <Fact name="λ" term="lambda">
              {computedLengthText(readings.lambda, unit)}
            </Fact>
          )}
          <Fact name="step" term="step">
            {angleText(maxAbs(readings.found.step))}
          </Fact>
        </dl>
        {parts && <p class="remark">{phrasePlainText(parts)}</p>}
      </section>
    </>
  );
}

const maxAbs = (step: Float64Array): number => Math.max(...step.map(Math.abs));

function Fact(props: { name: string; term?: GlossaryTermId; children: ComponentChildren }) {
  const { name, term, children } = props;
  return (
    <div>
      <dt>{term ? <GlossaryTerm term={term}>{name}</GlossaryTerm> : name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const [WIDTH, HEIGHT] = [308, 104];
const BOX = { left: 34, right: 4, top: 6, bottom: 20 };

function Filter({ slot, readings }: { slot: number; readings: InstanceReadings }) {
  const { found, filter } = readings;
  const across = sigmaPlotRange([found]);
  const upward = tauPlotRange([found], across);
  const x = makeScale(across, BOX.left, WIDTH - BOX.right);
  const y = makeScale(upward, HEIGHT - BOX.bottom, BOX.top);
  const dots = [...found.sigma.slice(0, countSingularDirections(found))].flatMap((sigma, i) => {
    const tau = found.response[i] ?? Number.NaN;
    const inside = Math.log10(sigma) >= across[0] && Math.log10(tau) >= upward[0];
    return tau > 0 && inside ? [{ sigma, tau }] : [];
  });
  return (
    <svg
      class={`slot-${slot}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      font-size="11"
      role="img"
      aria-label={filterText(readings)}
    >
      <Axes across={across} upward={upward} x={x} y={y} />
      <path
        class={css.ideal}
        d={`M${x(10 ** across[0])} ${y(10 ** -across[0])}L${x(10 ** across[1])} ${y(10 ** -across[1])}`}
      />
      <path class={css.curve} d={curve(filter, upward, x, y)} />
      {dots.map(({ sigma, tau }) => (
        <g key={sigma}>
          {filter.length === 0 && (
            <path class={css.stem} d={`M${x(sigma)} ${y(1 / sigma)}V${y(tau)}`} />
          )}
          <Dot slot={slot} x={x(sigma)} y={y(tau)} />
        </g>
      ))}
      <text class={css.letter} x={WIDTH - BOX.right} y={BOX.top + 8} text-anchor="end">
        τ(σ)
      </text>
    </svg>
  );
}

type Scale = (value: number) => number;

const makeScale =
  ([low, high]: LogRange, from: number, to: number): Scale =>
  (value) => {
    const share = (Math.log10(value) - low) / (high - low);
    return Number((from + share * (to - from)).toFixed(1));
  };

function Axes(props: { across: LogRange; upward: LogRange; x: Scale; y: Scale }) {
  const { across, upward, x, y } = props;
  const rows = powers(upward);
  return (
    <>
      {rows.map((power, i) => (
        <g key={power}>
          <path class="grid" d={`M${BOX.left} ${y(10 ** power)}H${WIDTH - BOX.right}`} />
          {(rows.length < 5 || i % 2 === 0) && (
            <text x={BOX.left - 6} y={y(10 ** power) + 4} text-anchor="end">
              {numberText(10 ** power)}
            </text>
          )}
        </g>
      ))}
      {powers(across).map((power) => (
        <g key={power}>
          <path class="grid" d={`M${x(10 ** power)} ${BOX.top}V${HEIGHT - BOX.bottom}`} />
          <text x={x(10 ** power)} y={HEIGHT - 6} text-anchor="middle">
            {numberText(10 ** power)}
          </text>
        </g>
      ))}
    </>
  );
}

function powers([low, high]: LogRange): number[] {
  const first = Math.ceil(low);
  return Array.from({ length: Math.floor(high) - first + 1 }, (_, i) => first + i);
}

function curve(
  filter: InstanceReadings['filter'],
  [low, high]: LogRange,
  x: Scale,
  y: Scale,
): string {
  const foot = y(10 ** low);
  let before: number | null = null; // τ of the previous point; null if it was not drawn.
  return filter
    .map(([sigma, tau]) => {
      const drawn = tau >= 10 ** low && tau <= 10 ** high;
      const fell = tau === 0 && before !== null && before > 0;
      const rose = drawn && before === 0;
      const point = `${x(sigma)} ${drawn ? y(tau) : foot}`;
      const segment = rose ? `M${x(sigma)} ${foot}L${point}` : `${before ? 'L' : 'M'}${point}`;
      before = drawn || tau === 0 ? tau : null;
      return drawn || fell ? segment : '';
    })
    .join('');
}

function Dot({ slot, x, y }: { slot: number; x: number; y: number }) {
  const shape = SLOT_MARK_OUTLINES[slot - 1] ?? [];
  if (shape.length === 0) return <circle class={css.dot} cx={x} cy={y} r="3.4" />;
  return (
    <polygon
      class={css.dot}
      points={shape.map(([a, b]) => `${x + 3.4 * a},${y + 3.4 * b}`).join(' ')}
    />
  );
}

function filterText({ found, rank }: InstanceReadings): string {
  const [most, least] = [found.sigma[0] ?? 0, found.sigma[rank - 1] ?? 0];
  return `Response of the method at each singular value, on logarithmic axes: σ from ${numberText(most)} to ${numberText(least)} in ${rank} directions.`;
}
