import { count } from '../format/figures.ts';
import type { Phrase } from '../format/phrase.ts';
import type { Scene } from '../scenario/types.ts';

/** The question that a run is about to answer. */
export function question({ scenario }: Scene): Phrase {
  const { methods, targets, run } = scenario;
  const moving = targets.some(({ motion }) => motion !== null);
  const who = methods.length === 1 ? 'One method' : `${capital(count(methods.length))} methods`;
  const kind = moving ? 'moving target' : 'target';
  const what = targets.length === 1 ? kind : `${count(targets.length)} ${kind}s`;
  const same = methods.length === 1 ? 'the' : 'the same';
  if (moving) {
    const verb = methods.length === 1 ? 'follows' : 'follow';
    return [{ text: `${who} ${verb} ${same} ${what}. Who stays closest?` }];
  }
  const start = methods.length === 1 ? 'starts' : 'start from one pose';
  const first =
    run.mode === 'converge' ? 'Who gets there, in how many updates?' : 'Who gets there?';
  return [{ text: `${who} ${start}, towards ${same} ${what}. ${first}` }];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
