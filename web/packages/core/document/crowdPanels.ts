import type { Catalogue } from '../scenario/methods/catalogue.ts';
import { isSameMethod } from '../scenario/methods/formula.ts';
import type { MethodPanel, Scenario } from '../scenario/types.ts';
import { applyDocumentEdit } from './edits/edits.ts';
import { addMethod } from './edits/fittedLengths.ts';

/**
 * Returns the scene's panel of this method, or else a new panel. Null if the scene cannot have the
 * method.
 */
export function makeCrowdPanel(
  scenario: Scenario,
  id: string,
  catalogue: Catalogue,
): MethodPanel | null {
  const existing = scenario.methods.find((panel) => panel.id === id);
  if (existing) return existing;
  const add = addMethod(id, scenario, catalogue);
  const read = applyDocumentEdit(
    scenario,
    (draft) => {
      Object.assign(draft, { methods: [] });
      add(draft);
    },
    catalogue,
  );
  return read.ok ? (read.value.methods[0] ?? null) : null;
}

const COMPARED_METHODS = ['transpose', 'dls', 'sdls', 'levenberg-marquardt', 'ccd'];
const MAX_PANELS = 4;

/**
 * Returns the scene with `panel` and up to three panels of other methods, preferably those of the
 * scene.
 */
export function withComparisonPanels(
  scenario: Scenario,
  panel: MethodPanel,
  catalogue: Catalogue,
): Scenario {
  const comparedPanels = COMPARED_METHODS.flatMap(
    (id) => makeCrowdPanel(scenario, id, catalogue) ?? [],
  );
  const all = [panel, ...scenario.methods, ...comparedPanels];
  const panels = all.filter((each, i) => all.findIndex((other) => isSameMethod(other, each)) === i);
  const read = applyDocumentEdit(
    { ...scenario, methods: panels.slice(0, MAX_PANELS) },
    () => {},
    catalogue,
  );
  return read.ok ? read.value : { ...scenario, methods: [panel] };
}
