import { countText } from '../format/figures.ts';
import { freePartsText } from '../format/freePartsText.ts';
import { type Phrase, sentences } from '../format/phrase.ts';
import type { Session } from '../run/session.ts';

/** The question that a run is about to answer, and the unconstrained components of its targets. */
export const sceneQuestion = (session: Session): Phrase =>
  sentences(questionOf(session), freePartsText(session.scene.scenario.targets));

function questionOf(session: Session): Phrase {
  const { targets, run } = session.scene.scenario;
  const moving = session.isFollowing || targets.some(({ motion }) => motion !== null);
  const methods = session.instances.filter(({ given }) => !given);
  const one = methods.length === 1;
  const who = one ? 'One method' : `${capital(countText(methods.length))} methods`;
  const kind = moving ? 'moving target' : 'target';
  const what = targets.length === 1 ? kind : `${countText(targets.length)} ${kind}s`;
  const same = one ? 'the' : 'the same';
  const compared = comparison(session);
  if (moving) {
    const asked =
      compared ?? (one ? 'How closely does it follow?' : 'Which one follows most closely?');
    return [{ text: `${who} ${one ? 'follows' : 'follow'} ${same} ${what}. ${asked}` }];
  }
  const alike = session.isComparable ? 'start from one pose' : 'continue, each from its own pose';
  const start = one ? 'starts' : alike;
  const counts = run.mode === 'converge' && session.isComparable;
  const first = counts ? 'Which ones arrive, and in how many updates?' : 'Which ones arrive?';
  return [
    {
      text: `${who} ${start}, towards ${same} ${what}. ${compared ?? (one ? 'Does it arrive?' : first)}`,
    },
  ];
}

/** The criterion; null for the default one. */
function comparison({ criterion, instances }: Session): string | null {
  if (!criterion || instances.length < 2) return null;
  return `Compared by: ${criterion.name.charAt(0).toLowerCase()}${criterion.name.slice(1)}.`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
