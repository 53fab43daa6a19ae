import type { Fault } from '@iklab/core/scenario';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import css from './studies.module.css';

export interface FileRefusal {
  readonly source: string;
  readonly faults: readonly Fault[];
  /** Why the rows of the file cannot be opened; absent if the file is a study. */
  readonly rows?: string;
}

class UnreadFile {
  /** Refused file with reasons; null if none. Kept until the reader navigates. */
  readonly refusal = signal<FileRefusal | null>(null);
  isNoticeShown = false;
}

export const refusedStudyFile = memoizePerLab(() => new UnreadFile());

export function RefusedFileNotice({ page }: { readonly page: Page }) {
  const unread = refusedStudyFile(page);
  useEffect(() => {
    const controller = new AbortController();
    unread.isNoticeShown = true;
    page.scope.services.address.onChange(() => {
      unread.refusal.value = null;
    }, controller.signal);
    return () => {
      unread.isNoticeShown = false;
      controller.abort();
    };
  }, []);
  return unread.refusal.value && <RefusedFileMessage {...unread.refusal.value} />;
}

export const RefusedFileMessage = ({ source, faults, rows }: FileRefusal) => (
  <div class={css.unknown} role="alert">
    <p>{rows === undefined ? `${source} is not a valid study.` : `${source} ${rows}.`}</p>
    {faults.map(({ path, reason }) => (
      <p key={path + reason}>
        {path || 'study'} {reason}
      </p>
    ))}
  </div>
);
