/** Checks sentences of proofs that a target is out of reach, against all recorded poses. */
import { outOfReachText } from '@iklab/core/format';
import { ANGLE_REGEXP_GROUP, LENGTH_REGEXP_GROUP, parseLengthInText } from './readFigures.ts';
import {
  computeRemainingErrors,
  getLastRecordedPose,
  isPoseWithinTolerance,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

/** Pattern of the sentences. */
export const PROOF_SENTENCE = `Proven: every pose(?: within the limits)?(?: (?:with the orientation|at the position) of (?:the target|target \\d+))? misses (?:the target|target (\\d+)|its (?:position|orientation))(?: by at least (?:${LENGTH_REGEXP_GROUP}|${ANGLE_REGEXP_GROUP}))?\\.`;

const SLACK = 1e-9; // Metres or radians.

/**
 * Returns whether every recorded pose of any instance misses the current goal by the stated bound:
 * poses that violate only a condition of the sentence are not counted.
 */
export function holdsProofSentence(judge: SentenceJudge, sentence: string): boolean {
  const { scene, records } = judge;
  const [, , length, angle] = new RegExp(PROOF_SENTENCE).exec(sentence) ?? [];
  const target = Number(/target (\d+)/.exec(sentence)?.[1] ?? 1) - 1;
  const { run, limitPolicy } = scene.scenario;
  const [oriented, placed] = [/with the orientation/, /at the position/].map((each) =>
    each.test(sentence),
  );
  if (sentence.includes('within the limits') && limitPolicy === 'ignore') return false;
  return records.instances.every((record) => {
    const { goals } = getLastRecordedPose(record);
    return record.entries.every((entry) => {
      const now = { ...entry, goals };
      if (isPoseWithinTolerance(scene, now, 1 - 1e-7)) return false;
      const { off = [], rotation } = computeRemainingErrors(scene, now)[target] ?? {};
      const [far, turn] = [Math.hypot(...off), Math.hypot(...(rotation ?? []))];
      if (oriented && turn > run.orientationTolerance) return true;
      if (placed && far > run.tolerance) return true;
      if (length) return far >= parseLengthInText(length, judge.unit) * 0.999 - SLACK;
      return !angle || (turn * 180) / Math.PI >= Number.parseFloat(angle) - SLACK;
    });
  });
}

/** Checks the proof of each verdict, and that no experiment of its diagnosis reached the goals. */
export function judgeProofs(judge: SentenceJudge): void {
  for (const { verdict, label } of judge.session.instances) {
    const { proof, diagnosis } = verdict.peek() ?? {};
    if (!proof || !diagnosis) continue;
    const sentence = outOfReachText(proof, judge.scene.scenario);
    const { within, released, reached, cause } = diagnosis;
    const isDenied =
      within.reached ||
      (released.reached && !proof.needsLimits) ||
      (cause !== 'no-pose-found' && reached > 0);
    judge.check(
      'proof',
      sentence,
      new RegExp(`^${PROOF_SENTENCE}$`).test(sentence) &&
        holdsProofSentence(judge, sentence) &&
        !isDenied,
      label.peek(),
    );
  }
}
