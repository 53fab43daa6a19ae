/** What the columns of a published table mean, for who reads one for the first time. */
import type { GlossaryEntry } from '../../ui/glossary.ts';

export const VERDICT: GlossaryEntry = {
  title: 'Verdict',
  text: 'As printed: our number, rounded as the paper rounds, equals the printed one; 0.24 stands for 0.235 to 0.245. Within our interval: it does not, but our runs are too few to tell the two apart. If 8 or more such numbers of one kind lie on the same side of the printed ones (two-sided sign test, p < 0.01), they do not count as reproduced. Off, followed by words: off for a named cause, and by no more than that cause allows. Off: by more than that. Not judged: the paper says too little about its set-up to expect the same number.',
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
