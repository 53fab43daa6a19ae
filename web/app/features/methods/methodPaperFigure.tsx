import type { Engine } from '@iklab/core/engine';
import {
  lengthWithUnit,
  numberText,
  SLOT_DASH_PATTERNS,
  valueWithUnitText,
} from '@iklab/core/format';
import {
  type BussKimCase,
  checkBussKimClaims,
  computeBussKimCases,
  computeDampingCurves,
  computePseudoinverseMisprint,
  type DampingCurve,
} from '@iklab/study/published';
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import figuresCss from '../study/figures/figures.module.css';
import { MethodSlotMark } from '../study/figures/methodSlotMark.tsx';
import {
  PLOT_HEIGHT,
  PLOT_MARGINS,
  PlotFrame,
  useElementWidth,
} from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale } from '../study/figures/plotScale.ts';
import css from './methodPaperFigure.module.css';

interface PaperProps {
  readonly engine: Engine;
}

const PAPERS: Readonly<Record<string, FunctionComponent<PaperProps>>> = {
  sdls: FigureOne,
  idls: DampingFigure,
  pseudoinverse: Misprint,
};

export function MethodPaperFigure({ engine, id }: PaperProps & { readonly id: string }) {
  const Part = PAPERS[id];
  return Part ? <Part engine={engine} /> : null;
}

function FigureOne({ engine }: PaperProps) {
  const cases = useMemo(() => computeBussKimCases(engine), [engine]);
  return (
    <section>
      <h2>Buss & Kim, figure 1: why the target matters</h2>
      <p class={css.said}>
        Two links, nearly in a line (grey), and three targets: where the first update of the
        pseudoinverse (dashed) and of SDLS (coloured) put them. The figure has no numbers: lengths
        and places are ours.
      </p>
      <ul class={css.cases}>
        {cases.map((each) => (
          <Case key={each.id} {...each} />
        ))}
      </ul>
      <p class={css.said}>What the paper says about them, checked against these updates:</p>
      <ul class={css.claims}>
        {checkBussKimClaims(cases).map(({ words, holds }) => (
          <li key={words} class={holds ? 'good' : 'warn'}>
            <i role="img" aria-label={holds ? 'holds' : 'does not hold'}>
              <Icon name={holds ? 'check' : 'alert'} size={14} />
            </i>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const BOX = { left: -0.8, right: 2.8, top: 1.05, bottom: -0.25 } as const;

function Case({
  id,
  target,
  arm,
  goal,
  asked: requested,
  after,
  kept: sdlsPose,
  before,
  missed,
  sdls,
  dls,
}: BussKimCase) {
  const far = (metres: number): string => valueWithUnitText(lengthWithUnit(metres, 'm'));
  return (
    <li>
      <a href={`#preset=${id}`}>
        <svg
          class={css.arm}
          viewBox={`${BOX.left} ${-BOX.top} ${BOX.right - BOX.left} ${BOX.top - BOX.bottom}`}
          role="img"
          aria-label={`The arm, ${target}, and where one update puts it`}
        >
          <path class={css.after} d={pathData(after)} />
          <path class={css.now} d={pathData(arm)} />
          <path class={`${css.kept} slot-4`} d={pathData(sdlsPose)} />
          <circle class={css.goal} cx={goal[0]} cy={-goal[1]} r="0.07" />
        </svg>
        <b>{target}</b>
        <Icon name="open" size={14} />
      </a>
      <dl>
        <dt>Pseudoinverse</dt>
        <dd>
          a {turnText(requested[0])}, b {turnText(requested[1])}
        </dd>
        <dt>Distance</dt>
        <dd>
          {far(before)}, then {far(missed)}
        </dd>
        <dt>Of that step</dt>
        <dd>
          SDLS {shareText(sdls)}, DLS {shareText(dls)}
        </dd>
      </dl>
    </li>
  );
}

const pathData = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(3)} ${(-y).toFixed(3)}`).join('L')}`;

const shareText = (share: number): string => `${Number((100 * share).toPrecision(2))}\u202f%`;

const turnText = (radians: number): string => {
  const degrees = (radians * 180) / Math.PI;
  return `${degrees < 0 ? '−' : '+'}${Number(Math.abs(degrees).toPrecision(3))}°`;
};

const LEFT = 34;
const NO_BREAK = '\u00a0';

function DampingFigure({ engine }: PaperProps) {
  const curves = useMemo(() => computeDampingCurves(engine), [engine]);
  const { host, width } = useElementWidth();
  return (
    <section>
      <h2>Na, Yang & Jia, figure 1: λ over the angle of a joint</h2>
      <p class={css.said}>
        Form (11) with c 1 and limits of ±90°, for four powers p: symmetrical, 0 in the middle, c at
        the limits, and flatter for a larger p. Half way to a limit λ is{' '}
        {curves
          .map(({ atHalfRange: halfWay }) => numberText(halfWay).replaceAll(' ', NO_BREAK))
          .join(', ')}
        .
      </p>
      <div ref={host} class={css.plot}>
        {width > 0 && <DampingPlot curves={curves} width={width} />}
      </div>
    </section>
  );
}

function DampingPlot({ curves, width }: { curves: readonly DampingCurve[]; width: number }) {
  const across = makeLinearPlotScale([-90, 90], [LEFT, width - PLOT_MARGINS.right]);
  const ticks = [-90, -45, 0, 45, 90].map((angle) => ({
    at: angle,
    text: `${angle}°`.replace('-', '−'),
  }));
  const x = { ...across, ticks };
  const y = makeLinearPlotScale([0, 1], [PLOT_HEIGHT - PLOT_MARGINS.bottom, PLOT_MARGINS.top]);
  const words = curves.map(
    ({ p, atHalfRange: halfWay }) => `p ${p}: ${numberText(halfWay)} half way to a limit`,
  );
  return (
    <PlotFrame
      name="λ over the angle"
      words={words.join(', ')}
      {...{ width, x, y, left: LEFT }}
      across="θ"
      upward="λ / c"
    >
      {curves.map(({ p, points }, i) => {
        const line = points.map(
          ([angle, lambda]) => `${x.toPixels(angle).toFixed(1)} ${y.toPixels(lambda).toFixed(1)}`,
        );
        const key = LEFT + 40 + 52 * i;
        return (
          <g key={p} class={`slot-${i + 1}`}>
            <path
              class={figuresCss.curve}
              stroke-dasharray={(SLOT_DASH_PATTERNS[i] ?? []).join(' ')}
              d={`M${line.join('L')}`}
            />
            <MethodSlotMark slot={i + 1} x={key} y={8} />
            <text class="tick" x={key + 8} y={12}>
              p {p}
            </text>
          </g>
        );
      })}
    </PlotFrame>
  );
}

function Misprint({ engine }: PaperProps) {
  const { square, wide } = useMemo(() => computePseudoinverseMisprint(engine), [engine]);
  const { columns, rank } = wide;
  return (
    <section>
      <h2>A misprint</h2>
      <p class={css.said}>
        The COMP 477/6311 lecture on inverse kinematics prints J* = Jᵀ(JᵀJ)⁻¹. The right formula is
        Jᵀ(JJᵀ)⁻¹ if the rows of J are independent, as they usually are for a redundant arm, and
        (JᵀJ)⁻¹Jᵀ if its columns are. Tabaczynski prints the second for a J with independent rows.
      </p>
      <ul class={css.facts}>
        <li>
          Count rows and columns: with {columns} joints in a plane Jᵀ is {sizeText(columns, 2)} and
          (JᵀJ)⁻¹ would be {sizeText(columns, columns)}, so they cannot be multiplied. JᵀJ has rank{' '}
          {rank}
          and no inverse.
        </li>
        <li>
          Multiply: with two joints all sizes fit. J times the printed formula differs from the
          identity by up to {numberText(square.printed)}, J times Jᵀ(JJᵀ)⁻¹ by less than{' '}
          {powerText(Math.max(square.right, wide.right))}.
        </li>
        <li>
          Solve: with {columns} joints the step of this method equals Jᵀ(JJᵀ)⁻¹e to within{' '}
          {powerText(wide.step)} rad.
        </li>
      </ul>
    </section>
  );
}

const sizeText = (rows: number, columns: number): string =>
  `${rows}${NO_BREAK}×${NO_BREAK}${columns}`;

function powerText(value: number): string {
  if (value === 0) return '0';
  const digits = String(Math.ceil(Math.log10(value))).replace('-', '⁻');
  return `10${digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`;
}
