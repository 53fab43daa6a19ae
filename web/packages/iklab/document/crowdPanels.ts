/** Methods of a crowd: those of its scene, and others with fitted constants. */
import type { Catalogue } from '../scenario/catalogue.ts';
import { sameMethod } from '../scenario/formula.ts';
import type { MethodPanel, Scenario } from '../scenario/types.ts';
import { changed } from './edits.ts';
import { addMethod } from './fittedLengths.ts';

/** The panel of the scene, or one with fitted constants; null if it does not suit the scene. */
export function crowdPanel(
  scenario: Scenario,
  id: string,
  catalogue: Catalogue,
): MethodPanel | null {
  const own = scenario.methods.find((panel) => panel.id === id);
  if (own) return own;
  const add = addMethod(id, scenario, catalogue);
  const read = changed(
    scenario,
    (draft) => {
      Object.assign(draft, { methods: [] });
      add(draft);
    },
    catalogue,
  );
  return read.ok ? (read.value.methods[0] ?? null) : null;
}

const BESIDE = ['transpose', 'dls', 'sdls', 'levenberg-marquardt', 'ccd'];
const FOUR = 4;

/** Adds up to three methods for comparison, those of the scene first. */
export function withOthers(scenario: Scenario, panel: MethodPanel, catalogue: Catalogue): Scenario {
  const beside = BESIDE.flatMap((id) => crowdPanel(scenario, id, catalogue) ?? []);
  const all = [panel, ...scenario.methods, ...beside];
  const panels = all.filter((each, i) => all.findIndex((other) => sameMethod(other, each)) === i);
  const read = changed({ ...scenario, methods: panels.slice(0, FOUR) }, () => {}, catalogue);
  return read.ok ? read.value : { ...scenario, methods: [panel] };
}
