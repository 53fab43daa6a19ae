import { MAX_REPORTED_FAULTS } from '@iklab/core/scenario/checks';
import type { ReadResult, RobotFault } from './robot.ts';

/** Returns a refusal with one fault per merge conflict in a text; null if the text has none. */
export function refuseMergeConflicts(text: string, file: string): ReadResult<never> | null {
  if (!text.includes('<<<<<<<')) return null;
  const faults: RobotFault[] = [];
  let from = 0;
  let isParted = false;
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^<{7}(\s|$)/.test(line)) [from, isParted] = [i + 1, false];
    else if (/^={7}\s*$/.test(line)) isParted = from > 0;
    else if (isParted && /^>{7}(\s|$)/.test(line)) {
      const reason = `a merge conflict was left in the file, lines ${from} to ${i + 1}`;
      faults.push({ file, line: from, element: 'document', reason });
      [from, isParted] = [0, false];
    }
    if (faults.length >= MAX_REPORTED_FAULTS) break;
  }
  return faults.length > 0 ? { ok: false, faults } : null;
}
