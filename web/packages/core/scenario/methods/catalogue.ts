/**
 * The catalogue of methods, which the page, links, the command line and the validation of scenarios
 * share. Data only: `engine/` reads it from the module and adds the texts of the methods' cards.
 */

import type { EffectorGoal, Group, Per, Scale, Trait } from '../../engine/protocol.ts';
import type { AxisLetter, InlineTree, Mechanism, Scene } from '../types.ts';
import type { FormulaFindings, TypesetLine } from './formulaFindings.ts';

export type ParamScale = Scale;

export interface CatalogueParam {
  readonly key: string;
  /** Unit as displayed ('rad', 'm', ''); '' for `method` and `choice`. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /**
   * Default value: a number; 0 or 1 for `toggle`; the index into `options` for `choice` and
   * `method`.
   */
  readonly initial: number;
  /**
   * Kind of the parameter's value. `toggle`: a boolean. `choice`: one of `options`, by name.
   * `even`: an even whole number. `method`: id of another method; keys of its parameters are
   * `<key>.<param>`.
   */
  readonly scale: ParamScale;
  readonly options: readonly string[];
  readonly when: ParamCondition | null;
  readonly label?: string;
  readonly help?: string;
}

/**
 * A condition: parameter `key` of the same method has one of the values `options` (`on` for a
 * toggle).
 */
export interface ParamCondition {
  readonly key: string;
  readonly options: readonly string[];
}

/** A paper in the fields of BibTeX; missing fields are ''. */
export interface PaperReference {
  readonly kind: 'article' | 'inproceedings' | 'techreport' | 'misc';
  readonly authors: string;
  readonly year: number | null;
  readonly title: string;
  /** Name of the journal, the proceedings or the institution, or the form of publication. */
  readonly in: string;
  readonly volume: string;
  readonly number: string;
  readonly pages: string;
  /** DOI of the paper, without the address of the resolver. */
  readonly doi: string;
}

/** A scene that shows a weakness or a strength of a method, compared with another method. */
export interface MethodCardScene {
  readonly title: string;
  readonly text: string;
  /** Document of a scenario with two panels: one of the method, then one of the compared method. */
  readonly document: Readonly<Record<string, unknown>>;
  /**
   * Condition that the method satisfies at the end of the scene, such as `stalled and error > 0.9`.
   */
  readonly sign: string;
  /** Condition that the compared method satisfies at the end of the scene, like `sign`. */
  readonly beside: string;
}

export interface MethodObservable {
  readonly key: string;
  readonly per: Per;
  readonly unit: string;
  readonly label?: string;
}

export interface MethodRow {
  readonly id: string;
  readonly name: string;
  readonly group: Group;
  readonly params: readonly CatalogueParam[];
  readonly observables: readonly MethodObservable[];
  /** Default step limit in radians; null: unlimited; 'stage': limit of the active stage. */
  readonly maxStep: number | null | 'stage';
  readonly traits: readonly Trait[];
  readonly card?: string;
}

export interface FormulaReading<M extends MethodRow = MethodRow> extends FormulaFindings {
  readonly row: M | null;
  /** Returns the formula's lines as typeset mathematics. Slow, therefore computed on request. */
  readonly mathematics: () => readonly TypesetLine[];
}

export const emptyFormulaReading: FormulaReading = {
  faults: [],
  tokens: [],
  lines: [],
  names: [],
  functions: [],
  shows: [],
  params: [],
  cost: null,
  row: null,
  mathematics: () => [],
};

export interface Catalogue {
  readonly methods: readonly MethodRow[];
  /** Length of a panel's row of numbers in the buffer of a lab, enough for all `methods`. */
  readonly panelStride: number;
  /**
   * Returns the stretched length of the longest chain with a target, in metres, on which fitted
   * lengths are based. NaN if the tree is invalid.
   */
  readonly stretchOf: (mechanism: Mechanism) => number;
  /** Returns the kind of goal that each effector can meet; empty if the tree is invalid. */
  readonly defaultGoals: (tree: InlineTree, up: AxisLetter) => readonly EffectorGoal[];
  /**
   * Returns the default start pose; empty if the tree is invalid. `goals`: one per effector, by
   * default `defaultGoals`.
   */
  readonly readyPose: (
    tree: InlineTree,
    up: AxisLetter,
    goals?: readonly EffectorGoal[],
  ) => readonly number[];
  /**
   * Returns the fitted value of each parameter; NaN if it is not a length. `stretch`: the
   * mechanism's stretched length in metres.
   */
  readonly fittedNumbers: (row: MethodRow, stretch: number) => readonly number[];
  /** Reads a formula; `scene`: for sizes and cost. The same text gives the same row. */
  readonly readFormula: (text: string, scene?: Scene) => FormulaReading;
  /** Short version of the build; numbers of the same build are identical. */
  readonly build: string;
}

export interface MethodTexts {
  /** Name of the method without abbreviations. */
  readonly fullName: string;
  readonly summary: string;
  /** Id of the method on which this one is based; '' for the root of a family. */
  readonly parent: string;
  /** Difference of the method from its parent, in a few words. */
  readonly change: string;
  readonly idea: string;
  /** Equation of the method in LaTeX; lines end in two backslashes. */
  readonly equation: string;
  readonly cost: string;
  readonly good: string;
  readonly bad: string;
  /** Scenes in which the method fails, each compared with a remedy. */
  readonly failures: readonly MethodCardScene[];
  /** Scenes in which the method succeeds, each compared with a method that does worse. */
  readonly strengths: readonly MethodCardScene[];
  readonly references: readonly PaperReference[];
}

export interface DescribedParam extends CatalogueParam {
  readonly label: string;
  readonly help: string;
  /**
   * Captions of the parameter, with `{}` for the value. The first caption whose condition holds is
   * used.
   */
  readonly caption: readonly { readonly when: ParamCondition | null; readonly text: string }[];
  /** Papers of the parameter's options, one per option; empty if there are none. */
  readonly sources: readonly PaperReference[];
}

export interface DescribedObservable extends MethodObservable {
  readonly label: string;
  readonly symbol: string;
  readonly help: string;
}

export interface DescribedMethod extends MethodRow, MethodTexts {
  readonly params: readonly DescribedParam[];
  readonly observables: readonly DescribedObservable[];
}

export interface DescribedCatalogue extends Catalogue {
  readonly methods: readonly DescribedMethod[];
  readonly readFormula: (text: string, scene?: Scene) => FormulaReading<DescribedMethod>;
}
