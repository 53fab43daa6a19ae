/** The catalogue of methods: parameters, formulas, references. */

export { cardSceneDocument } from './cardScene.ts';
export {
  type CardScene,
  type Catalogue,
  type CatalogueParam,
  type DescribedCatalogue,
  type DescribedMethod,
  type DescribedParam,
  emptyReading,
  type FormulaReading,
  type MethodRow,
  type PaperReference,
} from './catalogue.ts';
export { formulaSizeFault } from './checkFormula.ts';
export {
  bibEntry,
  bibliography,
  bibtex,
  citationText,
  distinctReferences,
  escapeTex,
  listAllMethodPapers,
  listMethodPapers,
} from './citation.ts';
export {
  FORMULA_LANGUAGE,
  FORMULA_METHOD_ID,
  formulaFaultSentence,
  formulaText,
  formulaTitle,
  isHeldFormula,
  mentionsFormula,
  normalizeLineEnds,
  panelMethodRow,
} from './formula.ts';
export {
  type FormulaFault,
  type FormulaFindings,
  type FormulaFix,
  type FormulaName,
  TOKEN_KINDS,
  type TokenKind,
} from './formulaFindings.ts';
export { isLengthParam } from './lengths.ts';
export { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
export {
  conditionHolds,
  initialValue,
  isAutomaticAtZero,
  type KeyedParam,
  keyedParams,
  methodRow,
} from './params.ts';
export { scalarObservableNames, scalarObservables } from './scalarObservables.ts';
export { preferredSlot, slotOfNewPanel } from './slots.ts';
