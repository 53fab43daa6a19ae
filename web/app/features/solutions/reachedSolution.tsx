import type { InstanceState } from '@iklab/run/session';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { solutionsState } from './solutionsState.ts';

interface ReachedSolutionProps {
  readonly page: Page;
  readonly panel: InstanceState;
}

/** Shows which solution a panel reached, and a seal for a certified pose. */
export function ReachedSolution({ page, panel }: ReachedSolutionProps) {
  const { reachedNumbers, certificates } = solutionsState(page);
  const index = page.doc.session.value?.instances.indexOf(panel) ?? -1;
  const number = reachedNumbers.value[index] ?? null;
  const certificate = certificates.value[index] ?? '';
  if (number === null && certificate === '') return null;
  return (
    <i class="ending">
      {number !== null && (
        <i class="solution">
          <b>solution </b>
          {number}
        </i>
      )}
      {certificate !== '' && (
        <i class="seal" title={certificate}>
          <Icon name="seal" size={14} />
        </i>
      )}
    </i>
  );
}
