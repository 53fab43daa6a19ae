import { CAUSE_GROUPS } from '@iklab/study';
import css from './figures.module.css';

/** Of groups of causes: beside their colours, for eyes that do not see these apart. */
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
export const letterOf = (id: string): string => LETTERS[id] ?? '';

/** The place of a group in `CAUSE_GROUPS`, by which its colour is known. */
export const causePlace = (id: string): number => CAUSE_GROUPS.findIndex((each) => each.id === id);

/** The colour and letter of a group of causes, within a figure. */
export const CauseSwatch = ({ id }: { readonly id: string }) => (
  <g class={css.causeSwatch} data-cause={id}>
    <rect width="16" height="16" />
    <text x="8" y="12" text-anchor="middle">
      {letterOf(id)}
    </text>
  </g>
);
