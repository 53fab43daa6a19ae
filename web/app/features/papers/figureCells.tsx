import {
  computeFigureDeviation,
  isFigureDeviating,
  judgeFigure,
  type PublishedFigure,
  verdictTextWithoutDeviation,
} from '@iklab/study/published';
import type { Page } from '../../page.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import css from '../study/dataTable.module.css';
import { openStudyCase } from '../study/openStudyCase.ts';
import { RUN_GLOSSARY_ENTRY, VERDICT_GLOSSARY_ENTRY } from './figureGlossaryEntries.ts';
import { paperNumberText, publishedFigureText, signedNumberText } from './publishedFigureText.ts';

export const NumberColumnHeaders = () => (
  <>
    {['paper', 'ours', 'off by'].map((name) => (
      <th key={name} scope="col" class={css.num}>
        {name}
      </th>
    ))}
  </>
);

export const VerdictColumnHeaders = () => (
  <>
    <th scope="col">
      <GlossaryTerm term={VERDICT_GLOSSARY_ENTRY}>verdict</GlossaryTerm>
    </th>
    <th scope="col">
      <GlossaryTerm term={RUN_GLOSSARY_ENTRY}>run</GlossaryTerm>
    </th>
  </>
);

export function PublishedFigureNumbers({ figure }: { readonly figure: PublishedFigure }) {
  return (
    <>
      <td class={css.num}>{paperNumberText(figure)}</td>
      <td class={`${css.num} ${css.strong}`}>{publishedFigureText(figure.ours, figure)}</td>
      <td class={isFigureDeviating(figure) ? `${css.num} ${css.deviating}` : css.num}>
        {signedNumberText(computeFigureDeviation(figure), figure.decimals)}
      </td>
    </>
  );
}

interface RunProps {
  readonly page: Page;
  readonly figure: PublishedFigure;
  /** Absent if the figure's paper has no drawings. */
  readonly draw?: ((figure: PublishedFigure) => void) | undefined;
  readonly drawing?: string;
}

export const PublishedFigureVerdict = (props: RunProps) => (
  <>
    <td class="said" data-verdict={judgeFigure(props.figure)}>
      {verdictTextWithoutDeviation(props.figure)}
    </td>
    <td>
      <PublishedRunButtons {...props} drawing={`plain ${css.openCase} ${css.drawCase}`} />
    </td>
  </>
);

export function PublishedRunButtons({
  page,
  figure,
  draw,
  drawing = `plain ${css.openCase}`,
}: RunProps) {
  const name = `${figure.row}, ${figure.column}`;
  const runs = figure.sample > 1 ? 'the first of its runs' : 'this run';
  const suffix = <span class="unseen"> {name}</span>;
  return (
    <>
      <button
        type="button"
        class={`plain ${css.openCase}`}
        title={`Open ${runs} in Compare`}
        onClick={() => openStudyCase(page, figure.opens, name)}
      >
        Open{suffix}
      </button>
      {draw && (
        <button type="button" class={drawing} onClick={() => draw(figure)}>
          Draw{suffix}
        </button>
      )}
    </>
  );
}
