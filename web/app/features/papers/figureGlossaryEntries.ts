import type { GlossaryEntry } from '../../ui/glossary.ts';

export const VERDICT_GLOSSARY_ENTRY: GlossaryEntry = {
  title: 'Verdict',
  text: 'As printed: our number, rounded as in the paper, equals the printed one; 0.24 means 0.235 to 0.245. Within our interval: it differs, but not significantly for our number of runs. If 8 or more such numbers of one kind are on the same side of the printed ones (two-sided sign test, p < 0.01), they do not count as reproduced. Off, followed by words: it differs for a known cause, by no more than that cause allows. Off: it differs by more. Not judged: the paper describes its set-up too incompletely to expect the same number.',
};

export const DEVIATION_GLOSSARY_ENTRY: GlossaryEntry = {
  title: 'Deviation',
  text: 'Our number minus the paper’s. The bar points left if ours is smaller. All numbers of a column share a scale.',
};

export const RUN_GLOSSARY_ENTRY: GlossaryEntry = {
  title: 'Run',
  text: 'A number is computed from one or many runs. Open shows one of them in Compare, update by update.',
};

export const spreadGlossaryEntry = (spread: string): GlossaryEntry => ({
  title: 'Spread of ours',
  text: `Grey bar: ${spread}.${spread.includes('95 %') ? INTERVAL : ''}`,
});

const INTERVAL =
  ' Of 20 samples of this size, the 95 % intervals of about 19 contain the true value. Larger samples have narrower intervals.';
