import { fullDocument, type Scenario } from '@iklab/core/scenario';
import { listWords, nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  methodPreset,
  methodPresets,
  methodRow,
} from '@iklab/core/scenario/methods';
import { listMethodIds, parseScenarioDocument } from '@iklab/core/scenario/parse';
import { InputError, UsageError } from './errors.ts';

type MethodEntry = Readonly<Record<string, unknown>>;

export interface PanelSelection {
  readonly scenario: Scenario;
  readonly numbers: readonly number[];
}

/**
 * Returns the panels that `--method` names, then the `further` panels. A method that the document
 * lacks gets a panel with its defaults.
 */
export function selectPanels(
  document: unknown,
  scenario: Scenario,
  wanted: readonly string[],
  further: readonly MethodEntry[],
  catalogue: Catalogue,
): PanelSelection {
  const { methods } = scenario;
  const names = listMethodIds(document);
  const isNamed = (index: number, word: string) =>
    [methods[index]?.id, methods[index]?.label, names[index]].includes(word);
  const isWanted = (index: number) =>
    wanted.length === 0 || wanted.some((word) => isNamed(index, word));
  const selected = [...methods.keys()].filter(isWanted);
  const lacking = [...new Set(wanted)].filter((word) => !methods.some((_, i) => isNamed(i, word)));
  for (const word of lacking) checkMethodName(word, scenario, catalogue);
  const entries = [...lacking.map((id) => ({ id })), ...further];
  const more = makePanels(scenario, entries, catalogue);
  const panels = [...selected.map((i) => methods[i]), ...more].filter(
    (panel) => panel !== undefined,
  );
  if (panels.length > 8) throw new UsageError(`at most 8 panels can run; got ${panels.length}`);
  const numbers = [...selected, ...more.map((_, i) => methods.length + i)];
  return { scenario: { ...scenario, methods: panels }, numbers };
}

function makePanels(scenario: Scenario, methods: readonly MethodEntry[], catalogue: Catalogue) {
  if (methods.length === 0) return [];
  const parsed = parseScenarioDocument({ ...fullDocument(scenario), methods }, catalogue);
  if (!parsed.ok) throw new InputError(parsed.faults);
  return parsed.value.methods;
}

function checkMethodName(word: string, { methods }: Scenario, catalogue: Catalogue): void {
  if (methodRow(catalogue, word) || methodPreset(word)) return;
  const ids = [...catalogue.methods, ...methodPresets].map(({ id }) => id);
  const names = [...new Set([...ids, ...methods.map(({ label }) => label)])];
  const meant = nearestWordSuggestion(word, names);
  throw new UsageError(
    `--method: unknown method ${quoteInOneLine(word)}${meant}; expected one of: ${listWords(names, 40)}`,
  );
}
