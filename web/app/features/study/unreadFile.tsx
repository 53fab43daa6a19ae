import { signal } from '@preact/signals';
import type { Fault } from 'iklab/scenario';
import { useEffect } from 'preact/hooks';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import css from './studies.module.css';

export interface Refusal {
  readonly what: string;
  readonly faults: readonly Fault[];
  /** Why the file's rows are not opened. */
  readonly rows?: string;
}

class UnreadFile {
  /** The last unreadable file; removed when the reader navigates. */
  readonly told = signal<Refusal | null>(null);
  /** Whether a page that shows the notice is open. */
  isTold = false;
}

export const unreadOf = perLab(() => new UnreadFile());

export function UnreadNotice({ page }: { readonly page: Page }) {
  const at = unreadOf(page);
  useEffect(() => {
    const gone = new AbortController();
    at.isTold = true;
    page.scope.services.address.onChange(() => {
      at.told.value = null;
    }, gone.signal);
    return () => {
      at.isTold = false;
      gone.abort();
    };
  }, []);
  return at.told.value && <Unreadable {...at.told.value} />;
}

export const Unreadable = ({ what, faults, rows }: Refusal) => (
  <div class={css.unknown} role="alert">
    <p>{rows === undefined ? `${what} is not a valid study.` : `${what} ${rows}.`}</p>
    {faults.map(({ path, reason }) => (
      <p key={path + reason}>
        {path || 'study'} {reason}
      </p>
    ))}
  </div>
);
