import { changedDefaultsSentence, listVersionDefaultChanges } from '@iklab/core/document';
import { CURRENT_DOCUMENT_VERSION } from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseAnyStudy } from '../follow/anyStudy.ts';

/**
 * Returns a note on defaults that version 2 changes; null if the study uses none. `upgrade`: how to
 * change the version.
 */
export function studyVersionNote(
  document: unknown,
  catalogue: Catalogue,
  upgrade?: string,
): string | null {
  if (!isRecord(document) || !isRecord(document.scenario)) return null;
  const inside = document.scenario.iklab !== undefined;
  if ((inside ? document.scenario.iklab : document.iklabStudy) !== 1) return null;
  const scenario = { ...document.scenario, ...(inside && { iklab: CURRENT_DOCUMENT_VERSION }) };
  const later = {
    ...document,
    iklabStudy: inside ? document.iklabStudy : CURRENT_DOCUMENT_VERSION,
    scenario,
  };
  const [one, two] = [document, later].map((each) => parseAnyStudy(each, catalogue));
  if (!one?.ok || !two?.ok) return null;
  const defaults = listVersionDefaultChanges(one.value.scenario, two.value.scenario, catalogue);
  return changedDefaultsSentence(inside ? 'scenario' : 'study', defaults, upgrade);
}
