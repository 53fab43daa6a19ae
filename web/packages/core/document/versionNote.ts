import { MAX_RUN_COUNT } from '../scenario/checks/bounds.ts';
import { isRecord } from '../scenario/checks/shapes.ts';
import type { Catalogue } from '../scenario/methods/catalogue.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/types.ts';
import { CURRENT_DOCUMENT_VERSION } from '../scenario/versions.ts';
import { deepEqual } from '../scenario/write.ts';
import { methodConstants } from './edits/methodConstants.ts';

/**
 * Returns a sentence about `defaults` of version 1 that version 2 changes; null for an empty list.
 * `upgrade`: name of the action that writes the defaults into the document.
 */
export function changedDefaultsSentence(
  documentKind: 'scenario' | 'study',
  defaults: readonly string[],
  upgrade = 'iklab upgrade',
): string | null {
  if (defaults.length === 0) return null;
  return `a ${documentKind} of version 1: version 2 has other defaults for ${defaults.join(', ')}; ${upgrade} writes them out`;
}

/**
 * Returns a sentence about the defaults of a version 1 scenario that version 2 changes. Null
 * without such defaults and for other documents.
 */
export function scenarioVersionNote(
  document: unknown,
  catalogue: Catalogue,
  upgrade?: string,
): string | null {
  if (!isRecord(document) || document.iklab !== 1) return null;
  const [one, two] = [document, { ...document, iklab: CURRENT_DOCUMENT_VERSION }].map((each) =>
    parseScenarioDocument(each, catalogue),
  );
  if (!one?.ok || !two?.ok) return null;
  return changedDefaultsSentence(
    'scenario',
    listVersionDefaultChanges(one.value, two.value, catalogue),
    upgrade,
  );
}

/**
 * Lists the defaults that differ between a document read as version 1 (`one`) and as version 2
 * (`two`), with their values in version 1.
 */
export function listVersionDefaultChanges(
  one: Scenario,
  two: Scenario,
  catalogue: Catalogue,
): string[] {
  const { maxRises, minImprovement } = one.run;
  const weights = ({ targets }: Scenario) => targets.map((target) => target.orientationWeight);
  const lengths = one.methods.flatMap((panel, i) => {
    const newParams = two.methods[i]?.params ?? {};
    const changed = methodConstants(panel, one, catalogue).filter(({ key }) => {
      const [, paramKey] = /^params\.(.*)$/.exec(key) ?? [];
      return paramKey !== undefined && panel.params[paramKey] !== newParams[paramKey];
    });
    return changed.length > 0
      ? [`${panel.label}: ${changed.map(({ text }) => text).join(', ')}`]
      : [];
  });
  const rules = maxRises !== two.run.maxRises || minImprovement !== two.run.minImprovement;
  return [
    ...(lengths.length > 0 ? [`lengths of methods (${lengths.join('; ')})`] : []),
    ...(rules
      ? [
          `stop rules (maxRises ${maxRises === MAX_RUN_COUNT ? 'none' : maxRises}, minImprovement ${minImprovement})`,
        ]
      : []),
    ...(one.limitPolicy === two.limitPolicy ? [] : [`limitPolicy (${one.limitPolicy})`]),
    ...(deepEqual(weights(one), weights(two)) ? [] : [`orientationWeight (${weights(one)[0]})`]),
  ];
}
