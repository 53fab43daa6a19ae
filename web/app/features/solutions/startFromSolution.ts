import { setStartPose } from '@iklab/core/document/edits';
import type { PoseSolution } from '@iklab/core/engine';
import type { Fault } from '@iklab/core/scenario';
import type { OpenDocument } from '../../page.ts';
import { isWithinLimits } from './solutionTexts.ts';

/** Returns whether a document accepts a solution as start pose. */
export const canStartFrom = (solution: PoseSolution, doc: OpenDocument): boolean =>
  isWithinLimits(solution) || doc.editor.scenario.value.limitPolicy === 'ignore';

/**
 * Makes a solution the start pose of all methods, as one undo step with the name `label`; returns
 * faults if refused.
 */
export function startFromSolution(
  { number, theta }: PoseSolution,
  doc: OpenDocument,
  label = `Start from solution ${number}`,
): readonly Fault[] {
  return doc.edit(label, setStartPose(theta));
}
