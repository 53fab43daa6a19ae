import { countWord } from '@iklab/core/format';
import { joinSentences, type Phrase, targetConstraintText } from '@iklab/core/format/words';
import type { Session } from '../session/session.ts';

/** Returns the question that a run answers, and the constraints of its targets. */
export const sceneQuestion = (session: Session): Phrase =>
  joinSentences(runQuestion(session), targetConstraintText(session.scene.scenario.targets));

function runQuestion(session: Session): Phrase {
  const { targets, run } = session.scene.scenario;
  const moving = session.isFollowing || targets.some(({ motion }) => motion !== null);
  const methods = session.instances.filter(({ externalPanel }) => !externalPanel);
  const one = methods.length === 1;
  const who = one ? 'One method' : `${capitalize(countWord(methods.length))} methods`;
  const kind = moving ? 'moving target' : 'target';
  const targetText = targets.length === 1 ? kind : `${countWord(targets.length)} ${kind}s`;
  const article = one ? 'the' : 'the same';
  const compared = criterionText(session);
  if (moving) {
    const followUp =
      compared ?? (one ? 'How closely does it follow?' : 'Which one follows most closely?');
    return [{ text: `${who} ${one ? 'follows' : 'follow'} ${article} ${targetText}. ${followUp}` }];
  }
  const alike = session.isComparable ? 'start from one pose' : 'continue, each from its own pose';
  const start = one ? 'starts' : alike;
  const counts = run.mode === 'converge' && session.isComparable;
  const first = counts ? 'Which ones arrive, and in how many updates?' : 'Which ones arrive?';
  return [
    {
      text: `${who} ${start}, towards ${article} ${targetText}. ${compared ?? (one ? 'Does it arrive?' : first)}`,
    },
  ];
}

function criterionText({ criterion, instances }: Session): string | null {
  if (!criterion || instances.length < 2) return null;
  return `Compared by: ${criterion.name.charAt(0).toLowerCase()}${criterion.name.slice(1)}.`;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
