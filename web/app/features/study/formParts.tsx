/** Parts that all forms of studies have. */
import type { ComponentChildren } from 'preact';
import type { FormState } from './shownRun.ts';
import css from './studies.module.css';

interface LabelledProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export const Labelled = ({ name, children }: LabelledProps) => (
  <div class={css.variant}>
    <span class="small">{name}</span>
    {children}
  </div>
);

interface FaultsProps {
  readonly form: Pick<FormState, 'tooLarge' | 'faults'>;
  /** A path in words. */
  readonly pathWords: (path: string) => string;
  /** Paths whose faults are told at their fields. */
  readonly elsewhere?: RegExp;
}

/** Why it cannot be begun. */
export function Faults({ form: { tooLarge, faults }, pathWords, elsewhere }: FaultsProps) {
  if (tooLarge)
    return (
      <p class="fault" role="alert">
        {tooLarge}
      </p>
    );
  const here = faults.filter(({ path }) => !elsewhere?.test(path));
  if (here.length === 0) return null;
  return (
    <ul role="alert">
      {here.map(({ path, reason }) => (
        <li class="fault" key={path + reason}>
          {pathWords(path)} {reason}
        </li>
      ))}
    </ul>
  );
}

/** `what`: what it is called. */
export const Stale = ({ what }: { readonly what: string }) => (
  <p class="small" role="status">
    The results below belong to the {what} before these changes.
  </p>
);
