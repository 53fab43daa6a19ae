import { groupedCountText } from '@iklab/core/format';
import {
  computeFigureDeviation,
  halfRangeOfPrintedNumber,
  type PublishedFigure,
} from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import css from '../study/dataTable.module.css';
import {
  NumberColumnHeaders,
  PublishedFigureNumbers,
  PublishedFigureVerdict,
  VerdictColumnHeaders,
} from './figureCells.tsx';
import { DEVIATION_GLOSSARY_ENTRY, spreadGlossaryEntry } from './figureGlossaryEntries.ts';
import { publishedFigureText } from './publishedFigureText.ts';

interface FigureTableProps {
  readonly page: Page;
  readonly figures: readonly PublishedFigure[];
  /** Meaning of the range from `low` to `high`; '' without ranges. */
  readonly spread: string;
  /** Absent if the figure's paper has no drawings. */
  readonly draw?: ((figure: PublishedFigure) => void) | undefined;
}

export function PublishedFigureTable({ page, figures, spread, draw }: FigureTableProps) {
  const columned = new Set(figures.map(({ column }) => column)).size > 1;
  return (
    <div class={css.dataScroll}>
      <table
        class={
          columned ? `${css.data} ${css.stacked} ${css.columned}` : `${css.data} ${css.stacked}`
        }
      >
        <thead>
          <tr>
            <th scope="col">row</th>
            {columned && <th scope="col">column</th>}
            <NumberColumnHeaders />
            <th scope="col" class="wide">
              <GlossaryTerm term={DEVIATION_GLOSSARY_ENTRY}>deviation</GlossaryTerm>
            </th>
            {spread !== '' && (
              <th scope="col" class="wide">
                <GlossaryTerm term={spreadGlossaryEntry(spread)}>spread of our runs</GlossaryTerm>
              </th>
            )}
            <VerdictColumnHeaders />
          </tr>
        </thead>
        <tbody>
          {figures.map((figure, i) => (
            <Row
              key={`${figure.row} ${figure.column}`}
              {...{ page, figure, draw }}
              columned={columned}
              spread={spread !== ''}
              repeated={figures[i - 1]?.row === figure.row}
              scale={scaleOf(figure, figures)}
            />
          ))}
        </tbody>
      </table>
      {spread !== '' && (
        <p class={`${css.dataLegend} small`}>
          <span>
            <i class={css.lPaper} />
            paper
          </span>
          <span>
            <i class={css.lOurs} />
            ours
          </span>
          <span>
            <i class={css.lSpan} />
            {spread}
          </span>
          <span>{sampleText(figures)}</span>
        </p>
      )}
      <p class="data-scale small">{scaleText(figures)}</p>
    </div>
  );
}

function scaleText(figures: readonly PublishedFigure[]): string {
  const scales = new Map<string, string>();
  for (const figure of figures) {
    if (figure.paper === null) continue;
    const { off } = scaleOf(figure, figures);
    const size = publishedFigureText(Number(off.toPrecision(2)), {
      ...figure,
      decimals: decimalsFor(off),
    });
    if (off > 0) scales.set(figure.column, `±\u202f${size}`);
  }
  const sizes = new Set(scales.values());
  if (sizes.size === 0) return '';
  if (sizes.size === 1) return `Bars of the deviation span ${[...sizes][0]}.`;
  const each = [...scales].map(([column, size]) => `${column} ${size}`);
  return `Bars of the deviation span: ${each.join('; ')}.`;
}

const decimalsFor = (value: number): number =>
  value > 0 ? Math.max(0, 1 - Math.floor(Math.log10(value))) : 0;

function sampleText(figures: readonly PublishedFigure[]): string {
  const counts = figures.map(({ sample }) => sample);
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map(groupedCountText);
  return least === most ? `sample ${most}` : `samples of ${least} to ${most}`;
}

interface Scale {
  readonly off: number;
  readonly low: number;
  readonly high: number;
}

function scaleOf({ column, unit }: PublishedFigure, figures: readonly PublishedFigure[]): Scale {
  const sameColumn = figures.filter((each) => each.column === column && each.unit === unit);
  const values = sameColumn.flatMap(({ paper, ours, low = ours, high = ours }) => [
    paper ?? ours,
    ours,
    low,
    high,
  ]);
  const finite = values.filter(Number.isFinite);
  const offs = sameColumn.map(computeFigureDeviation).filter(Number.isFinite).map(Math.abs);
  return {
    off: Math.max(0, ...offs, ...sameColumn.map((each) => 2 * halfRangeOfPrintedNumber(each))),
    low: Math.min(0, ...finite),
    high: Math.max(...finite),
  };
}

interface RowProps {
  readonly page: Page;
  readonly draw: FigureTableProps['draw'];
  readonly figure: PublishedFigure;
  readonly columned: boolean;
  readonly spread: boolean;
  readonly repeated: boolean;
  readonly scale: Scale;
}

function Row({ page, figure, draw, columned, spread, repeated, scale }: RowProps) {
  return (
    <tr class={repeated ? css.repeated : undefined}>
      <th scope="row">{repeated ? <span class="unseen">{figure.row}</span> : figure.row}</th>
      {columned && (
        <td>
          <SubscriptedText text={figure.column} />
        </td>
      )}
      <PublishedFigureNumbers figure={figure} />
      <td class="wide">
        <DeviationBar off={computeFigureDeviation(figure)} scale={scale} />
      </td>
      {spread && (
        <td class="wide">
          <SpreadBar figure={figure} scale={scale} />
        </td>
      )}
      <PublishedFigureVerdict {...{ page, figure, draw }} />
    </tr>
  );
}

const WIDTH = 120;
const HALF = WIDTH / 2;

/**
 * Draws a deviation from the paper as a bar. Half the width is the column's largest deviation, at
 * least twice the rounding error of print.
 */
function DeviationBar({ off, scale }: { readonly off: number; readonly scale: Scale }) {
  const length =
    scale.off > 0 && Number.isFinite(off) ? (Math.abs(off) / scale.off) * (HALF - 4) : 0;
  return (
    <svg class={css.figureBar} viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
      <line class={css.axis} x1={HALF} x2={HALF} y1="0" y2="20" />
      <rect class={css.dev} x={off < 0 ? HALF - length : HALF} width={length} y="6" height="8" />
    </svg>
  );
}

function SpreadBar({ figure, scale }: { readonly figure: PublishedFigure; readonly scale: Scale }) {
  const { paper, ours, low, high } = figure;
  if (low === undefined || high === undefined || !(scale.high > scale.low)) return null;
  const toX = (value: number): number =>
    4 + ((value - scale.low) / (scale.high - scale.low)) * (WIDTH - 8);
  const words = `from ${publishedFigureText(low, figure)} to ${publishedFigureText(high, figure)}, of ${groupedCountText(figure.sample)}`;
  return (
    <svg class={css.figureBar} viewBox={`0 0 ${WIDTH} 20`} role="img" aria-label={words}>
      <title>{words}</title>
      <line class={css.rail} x1="4" x2={WIDTH - 4} y1="10.5" y2="10.5" />
      <line class={css.span} x1={toX(low)} x2={toX(high)} y1="10.5" y2="10.5" />
      {paper !== null && <line class={css.paper} x1={toX(paper)} x2={toX(paper)} y1="3" y2="18" />}
      <circle class={css.ours} cx={toX(ours)} cy="10.5" r="4" />
    </svg>
  );
}
