import type { EditableDocument } from '@iklab/core/document';
import type { DocumentDraft, DocumentEdit } from '@iklab/core/document/edits';
import {
  type FilterKnot,
  knotFilterFormula,
  knotParamKey,
  panelKnots,
  readKnotFilter,
} from '@iklab/core/document/knotFilter';
import type { Fault, MethodPanel } from '@iklab/core/scenario';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  FORMULA_METHOD_ID,
  formulaText,
  panelMethodRow,
} from '@iklab/core/scenario/methods';

export interface FilterEditingDocument extends EditableDocument {
  readonly catalogue: Catalogue;
}

const MERGE_KEY = 'bend a filter'; // Successive edits are one undo step.
const TOO_MANY = `The scene has the maximum of ${MAX_METHODS} methods. Remove one to bend this filter.`;

type Refused = { readonly refused: string };

/**
 * Writes the knots of a panel's filter. Returns the panel's slot number, or why the scene refused
 * the edit. If the panel has no knots, adds a copy with a formula. `live`: if only heights differ,
 * writes parameters, so that the run continues.
 */
export function writeFilterKnots(
  doc: FilterEditingDocument,
  panel: MethodPanel,
  knots: readonly FilterKnot[],
  live: boolean,
): { readonly slot: number } | Refused {
  const { methods } = doc.editor.scenario.peek();
  const isBent = panelKnots(panel) !== null;
  if (!isBent && methods.length >= MAX_METHODS) return { refused: TOO_MANY };
  const params = (live ? heightParams(doc.catalogue, panel, knots) : null) ?? null;
  const change = isBent ? setParams(panel, params, knots) : addBentCopy(panel, knots);
  const faults = doc.edit(`Bend ${panel.label}`, change, MERGE_KEY);
  if (faults.length > 0) return { refused: sentence(faults[0] as Fault) };
  const { slot } = isBent ? panel : (doc.editor.scenario.peek().methods.at(-1) as MethodPanel);
  return { slot };
}

const sentence = ({ path, reason }: Fault): string =>
  `Not possible in this scene: ${path} ${reason}.`;

function heightParams(
  catalogue: Catalogue,
  panel: MethodPanel,
  knots: readonly FilterKnot[],
): MethodPanel['params'] | null {
  const text = formulaText(panel) ?? '';
  const { knots: written } = readKnotFilter(text) ?? {};
  const params = panelMethodRow(catalogue, panel)?.params ?? [];
  const isExpressible =
    written?.length === knots.length &&
    knots.every(({ sigma, tau }, i) => {
      const { min = 1, max = 0 } = params.find(({ key }) => key === knotParamKey(i)) ?? {};
      return sigma === written[i]?.sigma && tau >= min && tau <= max;
    });
  if (!isExpressible) return null;
  const set = knots.map(({ tau }, i) => [knotParamKey(i), tau] as const);
  return { text, ...Object.fromEntries(set.filter(([, tau], i) => tau !== written[i]?.tau)) };
}

const setParams =
  (
    { slot, label, params: old }: MethodPanel,
    params: MethodPanel['params'] | null,
    knots: readonly FilterKnot[],
  ): DocumentEdit =>
  ({ methods }) => {
    const method = methods.find((each) => each.slot === slot);
    const { title = label } = readKnotFilter(String(old.text)) ?? {};
    if (method) method.params = { ...(params ?? { text: knotFilterFormula(title, knots) }) };
  };

const addBentCopy =
  (panel: MethodPanel, knots: readonly FilterKnot[]): DocumentEdit =>
  ({ methods }) => {
    const { slot: _, maxStep, ...rest } = structuredClone(panel);
    const label = unusedLabel(`${panel.label}, bent`, methods);
    const params = { text: knotFilterFormula(label, knots) };
    const step = maxStep === 'stage' ? {} : { maxStep };
    methods.push({
      ...rest,
      ...step,
      id: FORMULA_METHOD_ID,
      label,
      params,
    } as DocumentDraft['methods'][number]);
  };

function unusedLabel(name: string, methods: DocumentDraft['methods']): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (methods.every(({ label }) => label !== free)) return free;
  }
}
