/**
 * What the solver module says of its methods: the one table that the page, the link,
 * the command line and the validation of a scenario are made from. Pure data; filled by
 * `engine/`, which reads it from the module, and what is said in words from the methods' cards.
 */

import type { EffectorGoal, Group, Per, Scale, Trait } from '../engine/protocol.ts';
import type { FormulaFindings, PrintedLine } from './formulaFindings.ts';
import type { Axis, InlineTree, Mechanism, Scene } from './types.ts';

export type { EffectorGoal, Group } from '../engine/protocol.ts';
export type ParamScale = Scale;

/** A parameter of a method, as the table has it. */
export interface Param {
  /** Key in `methods[].params` of a scenario. */
  readonly key: string;
  /** Unit as printed ('rad', 'm', ''), for `method` and `choice` empty. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** A number; 0 or 1 for `toggle`; the index into `options` for `choice` and `method`. */
  readonly initial: number;
  /**
   * `toggle`: a boolean in the document. `choice`: one of `options`, by name.
   * `even`: an even whole number.
   * `method`: the id of another method, whose own parameters may then be given as `<key>.<param>`.
   */
  readonly scale: ParamScale;
  readonly options: readonly string[];
  /** Does something only where this holds. */
  readonly when: Condition | null;
  /** Where no card says them. */
  readonly label?: string;
  readonly help?: string;
}

/** That choice of the same method (a toggle: `on`) is one of these. */
export interface Condition {
  readonly key: string;
  readonly options: readonly string[];
}

/** A paper, in the fields of BibTeX; '' where there is none. */
export interface Reference {
  readonly kind: 'article' | 'inproceedings' | 'techreport' | 'misc';
  /** `Last, F. and Last, F.` */
  readonly authors: string;
  /** null: not known. */
  readonly year: number | null;
  readonly title: string;
  /** Journal, proceedings, institution, or how it was published. */
  readonly in: string;
  readonly volume: string;
  readonly number: string;
  readonly pages: string;
  /** Without the resolver's address. */
  readonly doi: string;
}

/** A scene that shows what a method is bad at, or good at, beside another that is not. */
export interface CardScene {
  readonly title: string;
  /** What happens and why. */
  readonly text: string;
  /** A scenario of two panels: the method, then the other. */
  readonly document: Readonly<Record<string, unknown>>;
  /** What the method shows at the end, as measure/failureSign.ts reads it, */
  readonly sign: string;
  /** What the other method shows at the end. */
  readonly beside: string;
}

/** What a method lets one see of its update: so many numbers in one unit. */
export interface Observable {
  readonly key: string;
  readonly per: Per;
  readonly unit: string;
  /** Where no list of observables says it. */
  readonly label?: string;
}

/** A row of the method table. */
export interface MethodRow {
  readonly id: string;
  readonly name: string;
  readonly group: Group;
  readonly params: readonly Param[];
  readonly observables: readonly Observable[];
  /** Default largest joint change an update, radians; null: no limit; 'stage': that of the stage at work. */
  readonly maxStep: number | null | 'stage';
  readonly traits: readonly Trait[];
  /** Its card as JSON; left out where it stands in a file beside the method. */
  readonly card?: string;
}

/** A method that is written as text, read: with its row, null where it has faults. */
export interface FormulaReading<M extends MethodRow = MethodRow> extends FormulaFindings {
  readonly row: M | null;
  /** Worked out when it is asked for: it is longer than all else. */
  readonly mathematics: () => readonly PrintedLine[];
}

/** Of a text of which nothing is known. */
export const emptyReading: FormulaReading = {
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

/** The method table of a build, and what is worked out of it. */
export interface Catalogue {
  readonly methods: readonly MethodRow[];
  /** Numbers of a panel's row in a lab's buffer: room for any of these methods. */
  readonly panelStride: number;
  /**
   * How far the longest chain that a target of the scene pulls stretches, metres: what lengths of
   * methods are shares of, so that they fit. NaN if the tree is invalid.
   */
  readonly stretchOf: (mechanism: Mechanism) => number;
  /** A goal for each effector that its joints can meet; empty if the tree is invalid. `up`: of the world. */
  readonly defaultGoals: (tree: InlineTree, up: Axis) => readonly EffectorGoal[];
  /**
   * The default start pose: a value for each independent joint; empty if the tree is invalid. `goals`: one for
   * each effector, by default `defaultGoals`.
   */
  readonly readyPose: (
    tree: InlineTree,
    up: Axis,
    goals?: readonly EffectorGoal[],
  ) => readonly number[];
  /** What fits each parameter of a row for such a stretch; NaN where it is no length. */
  readonly fittedNumbers: (row: MethodRow, stretch: number) => readonly number[];
  /** What stands in a text; `scene`: sizes and cost are those in it. The same text has the same row. */
  readonly readFormula: (text: string, scene?: Scene) => FormulaReading;
  /** Short version of the build: same build, same numbers. */
  readonly build: string;
}

/** What there is to say of a method. */
export interface MethodTexts {
  /** Spelt out. */
  readonly fullName: string;
  readonly summary: string;
  /** Id of the method that it grows out of, '' where it is a root of the family; */
  readonly parent: string;
  /** and what it changes there, in a few words. */
  readonly change: string;
  readonly idea: string;
  /** LaTeX; lines end in two backslashes. */
  readonly equation: string;
  /** Of one update. */
  readonly cost: string;
  readonly good: string;
  readonly bad: string;
  /** Beside what cures it. */
  readonly failures: readonly CardScene[];
  /** Beside a method that does worse. */
  readonly strengths: readonly CardScene[];
  readonly references: readonly Reference[];
}

/** A parameter with its texts. */
export interface DescribedParam extends Param {
  readonly label: string;
  readonly help: string;
  /** What is said of its value beside the method's name, `{}` for it: the first that holds. */
  readonly caption: readonly { readonly when: Condition | null; readonly text: string }[];
  /** Where the options come from, one for each; empty: nowhere in particular. */
  readonly sources: readonly Reference[];
}

export interface DescribedObservable extends Observable {
  readonly label: string;
  /** Its letter in the equations. */
  readonly symbol: string;
  readonly help: string;
}

/** A method with the texts of its card. */
export interface DescribedMethod extends MethodRow, MethodTexts {
  readonly params: readonly DescribedParam[];
  readonly observables: readonly DescribedObservable[];
}

/** The method table with the texts of the cards. */
export interface DescribedCatalogue extends Catalogue {
  readonly methods: readonly DescribedMethod[];
  readonly readFormula: (text: string, scene?: Scene) => FormulaReading<DescribedMethod>;
}
