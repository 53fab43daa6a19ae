/** What methods may be compared by beside their updates: the least is the best. */
import { length, turned, words } from '../format/figures.ts';
import type { JudgedBy, LengthUnit } from '../scenario/types.ts';
import type { Measures } from './measures.ts';

export interface Judging {
  /** “Largest turn of a joint in one update”. */
  readonly name: string;
  /** `distances`: of the targets where it stands, metres. */
  readonly of: (measures: Measures, distances: ArrayLike<number>) => number;
  /** It is of where the instance stands, and not of its way. */
  readonly now?: true;
  /** `turns`: some joint does; where none does, it is of those that slide. */
  readonly say: (value: number, unit: LengthUnit, turns: boolean) => string;
}

const far = (value: number, unit: LengthUnit): string => words(length(value, unit));
const angle: Judging['say'] = (value, unit, turns) => (turns ? turned(value) : far(value, unit));

export const JUDGINGS: Readonly<Record<Exclude<JudgedBy, 'updates' | 'error'>, Judging>> = {
  first: {
    name: 'Distance of the first target',
    of: (_, distances) => distances[0] ?? 0,
    now: true,
    say: far,
  },
  turn: { name: 'Largest turn of a joint in one update', of: ({ turn }) => turn, say: angle },
  beyond: { name: 'Farthest beyond a joint limit', of: ({ beyond }) => beyond, say: angle },
  shake: {
    name: 'Change of course in an update, on average',
    of: ({ shake }) => shake,
    say: angle,
  },
  travel: {
    name: 'Turned by all joints together',
    of: ({ travel, slide }) => (travel > 0 ? travel : slide),
    say: angle,
  },
};
