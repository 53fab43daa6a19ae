import {
  computeFigureDeviation,
  isFigureDeviating,
  judgeFigure,
  type PublishedFigure,
  replicationVerdictText,
} from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import dataTableCss from '../study/dataTable.module.css';
import { PublishedRunButtons } from './figureCells.tsx';
import css from './publishedFigureMatrix.module.css';
import { paperNumberText, publishedFigureText, signedNumberText } from './publishedFigureText.ts';

interface MatrixProps {
  readonly page: Page;
  readonly name: string;
  readonly figures: readonly PublishedFigure[];
  readonly draw: ((figure: PublishedFigure) => void) | undefined;
}

interface Heading {
  readonly over: string;
  readonly ats: readonly string[];
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

function headingsOf(figures: readonly PublishedFigure[]): Heading[] {
  return unique(figures.map(({ place: cell }) => cell?.over ?? '')).map((over) => ({
    over,
    ats: unique(figures.flatMap(({ place: cell }) => (cell?.over === over ? [cell.at] : []))),
  }));
}

export function PublishedFigureMatrix({ page, name, figures, draw }: MatrixProps) {
  const headings = headingsOf(figures);
  const lines = unique(figures.map(({ place: cell }) => cell?.line ?? ''));
  return (
    <section class={`${dataTableCss.dataScroll} matrix-scroll`} aria-label={name}>
      <table class={`${dataTableCss.data} ${css.matrix}`}>
        <caption>
          <SubscriptedText text={name} />
        </caption>
        <thead>
          <tr>
            <td />
            {headings.map(({ over, ats }) => (
              <th key={over} scope="colgroup" class="over" colSpan={ats.length + 1}>
                {over}
              </th>
            ))}
          </tr>
          <tr>
            <td />
            {headings.flatMap(({ over, ats }) => [
              ...ats.map((column) => (
                <th key={`${over} ${column}`} scope="col" class={dataTableCss.num}>
                  {column}
                </th>
              )),
              <th key={over} scope="col">
                <span class="unseen">run</span>
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {headings.map((heading) => (
                <Cells
                  key={heading.over}
                  {...{ page, draw }}
                  ats={heading.ats}
                  figures={figures.filter(
                    ({ place: cell }) => cell?.line === line && cell.over === heading.over,
                  )}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellsProps extends Pick<MatrixProps, 'page' | 'draw'> {
  readonly ats: readonly string[];
  readonly figures: readonly PublishedFigure[];
}

function Cells({ page, draw, ats, figures }: CellsProps) {
  const [first] = figures;
  return (
    <>
      {ats.map((column) => {
        const figure = figures.find(({ place: cell }) => cell?.at === column);
        return <td key={column}>{figure && <NumberPair figure={figure} />}</td>;
      })}
      <td class={css.run}>{first && <PublishedRunButtons {...{ page, draw }} figure={first} />}</td>
    </>
  );
}

function NumberPair({ figure }: { readonly figure: PublishedFigure }) {
  const words = replicationVerdictText(figure);
  return (
    <span class={css.pair} data-verdict={judgeFigure(figure)} title={words}>
      <span>{paperNumberText(figure)}</span>
      <b>{publishedFigureText(figure.ours, figure)}</b>
      <Remark figure={figure} />
      <span class="unseen"> {words}</span>
    </span>
  );
}

function Remark({ figure }: { readonly figure: PublishedFigure }) {
  const verdict = judgeFigure(figure);
  if (verdict === 'unjudged') return <i>not judged</i>;
  if (!isFigureDeviating(figure)) return null;
  const off = signedNumberText(computeFigureDeviation(figure), figure.decimals);
  return <em>{verdict === 'caused' ? `(${off})` : off}</em>;
}

export function PublishedMatrixLegend({ figures }: Pick<MatrixProps, 'figures'>) {
  const caused = figures.filter((figure) => judgeFigure(figure) === 'caused');
  const causes = unique(caused.flatMap(({ cause }) => cause?.words ?? []));
  const brackets =
    causes.length > 0
      ? `; the difference is in brackets if a known cause explains it: ${causes.join('; ')}`
      : '';
  return (
    <p class="data-scale small">
      First line: the paper’s number; second line: ours; third line: the difference where they
      disagree{brackets}.
    </p>
  );
}
