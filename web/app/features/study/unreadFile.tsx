import { signal } from '@preact/signals';
import type { Fault } from 'iklab/scenario';
import { useEffect } from 'preact/hooks';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import css from './studies.module.css';

/** What could not be read as a study. */
export interface Refusal {
  readonly what: string;
  readonly faults: readonly Fault[];
  /** It was to be rows: why they are not opened. */
  readonly rows?: string;
}

class UnreadFile {
  /** The file that came last, where it could not be read; until the reader goes elsewhere. */
  readonly told = signal<Refusal | null>(null);
  /** A page is looked at that tells of it, and all of it stays. */
  isTold = false;
}

export const unreadOf = perLab(() => new UnreadFile());

/** The file that could not be read, if there is one. */
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
