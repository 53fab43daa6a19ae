import { comparedRows, comparedWords, ownStudy, problemWords, resultsOf } from '@iklab/study';
import type { Page } from '../../page.ts';
import { OpenedFile } from '../study/openedFile.tsx';
import type { BenchmarkState, RowsFile } from './benchmarkState.ts';

interface HeadProps {
  readonly page: Page;
  readonly at: BenchmarkState;
  readonly file: RowsFile;
}

export const OpenedHead = ({ page, at, file }: HeadProps) => (
  <OpenedFile
    {...{ page, file }}
    words={problemWords(file.study)}
    again={at.again}
    runAgain={() => at.runAgain(file)}
    close={() => at.open(null)}
    compared={(again) =>
      comparedWords(comparedRows(file, resultsOf(ownStudy(file.study), again).rows))
    }
  />
);
