import { deviation, type Figure, isOff, verdictOf, verdictWords } from '@iklab/study';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.ts';
import { openCase } from '../openCase.ts';
import { figureText, paperText, signed } from './figureText.ts';

/** The paper's number, ours, and by how much it is off: cells of a row. */
export function FigureNumbers({ figure }: { readonly figure: Figure }) {
  return (
    <>
      <td class="num">{paperText(figure)}</td>
      <td class="num strong">{figureText(figure.ours, figure)}</td>
      <td class={isOff(figure) ? 'num off' : 'num'}>
        {signed(deviation(figure), figure.decimals)}
      </td>
    </>
  );
}

interface VerdictProps {
  readonly page: Page;
  readonly figure: Figure;
  /** What else may be done with it. */
  readonly children?: ComponentChildren;
}

/** What is said of it, and the way to a run behind it. */
export function FigureVerdict({ page, figure, children }: VerdictProps) {
  return (
    <>
      <td class={`said ${verdictOf(figure)}`}>{verdictWords(figure)}</td>
      <td>
        <button
          type="button"
          class="plain open-case"
          title="Open this run in Compare"
          onClick={() => openCase(page, figure.opens, `${figure.row}, ${figure.column}`)}
        >
          Open
          <span class="unseen">
            {' '}
            {figure.row}, {figure.column}
          </span>
        </button>
        {children}
      </td>
    </>
  );
}
