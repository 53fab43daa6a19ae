import { withCardTexts } from '@iklab/core/engine';
import { methodConstantSymbolLines, type Study } from '@iklab/study/document';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import dataTableCss from './dataTable.module.css';

interface ConstantsProps {
  readonly page: Page;
  readonly ran: Pick<Study, 'scenario'> & Partial<Pick<Study, 'sweep'>>;
}

export function MethodConstantsList({ page, ran }: ConstantsProps) {
  const { catalogue } = page.doc;
  const lines = useMemo(
    () => methodConstantSymbolLines(ran, withCardTexts(catalogue)),
    [ran, catalogue],
  );
  if (lines.length === 0) return null;
  return (
    <details class={`${dataTableCss.constants} small`}>
      <summary class="one-line">
        Constants
        <span>
          : <SubscriptedText text={lines.join('; ')} />
        </span>
      </summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <SubscriptedText text={line} />
          </li>
        ))}
      </ul>
    </details>
  );
}
