import { compareRuns, completedRuns, followWithoutSolvers } from '@iklab/study';
import type { Page } from '../../page.ts';
import { ResultsFileHead } from '../study/resultsFileHead.tsx';
import { pathState, type RunsFile } from './pathState.ts';

interface HeadProps {
  readonly page: Page;
  readonly file: RunsFile;
}

export function RunsHead({ page, file }: HeadProps) {
  const state = pathState(page);
  return (
    <ResultsFileHead
      {...{ page, file }}
      rerun={state.rerun}
      startRerun={() => state.startRerun(file)}
      close={() => state.open(null)}
      compared={(rerun) =>
        compareRuns(file, completedRuns(followWithoutSolvers(file.study), rerun))
      }
    />
  );
}
