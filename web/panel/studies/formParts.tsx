/** What is wrong with a form of a study, said as in every other. */
import type { Fault } from 'iklab/scenario';

export const TooLarge = ({ why }: { readonly why: string }) =>
  why === '' ? null : (
    <p class="fault" role="alert">
      {why}
    </p>
  );

interface FaultsProps {
  readonly faults: readonly Fault[];
  /** A path in words. */
  readonly said: (path: string) => string;
}

export const Faults = ({ faults, said }: FaultsProps) =>
  faults.length === 0 ? null : (
    <ul role="alert">
      {faults.map(({ path, reason }) => (
        <li class="fault" key={path + reason}>
          {said(path)} {reason}
        </li>
      ))}
    </ul>
  );

/** `of`: what it is called. */
export const Stale = ({ of }: { readonly of: string }) => (
  <p class="small" role="status">
    What is shown below is of the {of} before these changes.
  </p>
);
