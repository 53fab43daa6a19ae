export { cardSceneDocument } from './cardSceneDocument.ts';
export {
  type Catalogue,
  type CatalogueParam,
  type DescribedCatalogue,
  type DescribedMethod,
  type DescribedParam,
  emptyFormulaReading,
  type FormulaReading,
  type MethodCardScene,
  type MethodRow,
  type PaperReference,
} from './catalogue.ts';
export { formulaSizeFault } from './checkFormula.ts';
export {
  bibtex,
  bibtexBibliography,
  citationText,
  distinctPaperReferences,
  escapeTex,
  formatBibtexEntry,
  listAllMethodPapers,
  listMethodPapers,
} from './citation.ts';
export {
  containsCustomMethod,
  FORMULA_LANGUAGE_VERSION,
  FORMULA_METHOD_ID,
  formulaFaultSentence,
  formulaText,
  formulaTitle,
  isHeldFormula,
  normalizeLineEnds,
  panelMethodRow,
} from './formula.ts';
export {
  FORMULA_TOKEN_KINDS,
  type FormulaFault,
  type FormulaFindings,
  type FormulaFix,
  type FormulaName,
  type FormulaTokenKind,
} from './formulaFindings.ts';
export { isLengthParam } from './methodLengths.ts';
export {
  initialParamValue,
  isParamAutomaticAtZero,
  type KeyedParam,
  keyedParams,
  methodRow,
  paramConditionHolds,
} from './methodParams.ts';
export { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
export { preferredPanelSlot, slotOfNewPanel } from './panelSlots.ts';
export { scalarObservableNames, scalarObservables } from './scalarObservables.ts';
