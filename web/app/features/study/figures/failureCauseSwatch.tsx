import css from './figures.module.css';

const LETTERS: Readonly<Record<string, string>> = {
  limits: 'L',
  minimum: 'M',
  singular: 'S',
  damping: 'D',
  slow: 'T',
  stop: 'R',
  step: 'W',
  method: 'A',
  pose: 'N',
  reach: 'O',
  unknown: '?',
};
export const getFailureCauseLetter = (id: string): string => LETTERS[id] ?? '';

export const FailureCauseSwatch = ({ id }: { readonly id: string }) => (
  <g class={css.causeSwatch} data-cause={id}>
    <rect width="16" height="16" />
    <text x="8" y="12" text-anchor="middle">
      {getFailureCauseLetter(id)}
    </text>
  </g>
);
