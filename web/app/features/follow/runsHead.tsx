import { comparedRuns, followedOf, ownFollow } from '@iklab/study';
import type { Page } from '../../page.ts';
import { OpenedFile } from '../study/openedFile.tsx';
import { pathOf, type RunsFile } from './pathState.ts';

interface HeadProps {
  readonly page: Page;
  readonly file: RunsFile;
}

export function RunsHead({ page, file }: HeadProps) {
  const at = pathOf(page);
  return (
    <OpenedFile
      {...{ page, file }}
      again={at.again}
      runAgain={() => at.runAgain(file)}
      close={() => at.open(null)}
      compared={(again) => comparedRuns(file, followedOf(ownFollow(file.study), again))}
    />
  );
}
