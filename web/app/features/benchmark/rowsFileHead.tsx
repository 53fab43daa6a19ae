import {
  collectResults,
  compareRows,
  comparisonText,
  problemText,
  withoutSolvers,
} from '@iklab/study';
import type { Page } from '../../page.ts';
import { ResultsFileHead } from '../study/resultsFileHead.tsx';
import type { BenchmarkState, RowsFile } from './benchmarkState.ts';

interface HeadProps {
  readonly page: Page;
  readonly state: BenchmarkState;
  readonly file: RowsFile;
}

export const RowsFileHead = ({ page, state, file }: HeadProps) => (
  <ResultsFileHead
    {...{ page, file }}
    words={problemText(file.study)}
    rerun={state.rerun}
    startRerun={() => state.startRerun(file)}
    close={() => state.open(null)}
    compared={(rerun) =>
      comparisonText(compareRows(file, collectResults(withoutSolvers(file.study), rerun).rows))
    }
  />
);
