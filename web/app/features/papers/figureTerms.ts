/** What the columns of a published table mean, for who reads one for the first time. */
import type { GlossaryEntry } from '../../ui/glossary.ts';

export const VERDICT: GlossaryEntry = {
  title: 'Verdict',
  text: 'As printed: ours, rounded as the paper rounds, is the printed number: 0.24 stands for 0.235 to 0.245. Within the interval of ours: it is not, but our runs are too few to tell the two apart; where 8 or more numbers of one kind lie on one side of print, so that a two-sided sign test has p < 0.01, that is said and they do not count as come out. Off, with words behind it: off for a cause that has a name and a size, and by no more than that. Off: by more than all of these. Not judged: the paper says too little of its set-up for the same number to be expected.',
};

export const DEVIATION: GlossaryEntry = {
  title: 'Deviation',
  text: 'Ours less the paper’s, as a bar to the left where ours is smaller. Numbers of one column have one scale.',
};

export const RUN: GlossaryEntry = {
  title: 'Run',
  text: 'A number comes of one run or of many. Open shows one of them in Compare, from the same start to the same end, update by update.',
};

export const spreadEntry = (spread: string): GlossaryEntry => ({
  title: 'Spread of ours',
  text: `The grey bar: ${spread}.${spread.includes('95 %') ? INTERVAL : ''}`,
});

const INTERVAL =
  ' A 95 % interval is drawn so that of 20 samples of this size about 19 hold the number that an endless one would give; a larger sample has a narrower one.';
