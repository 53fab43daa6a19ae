/**
 * What the solver module says of its methods: the one table that the page, the link,
 * the command line and the validation of a scenario are made from. Pure data; filled by
 * `engine/`, which reads it from the module.
 */

export const GROUPS = ['spectral', 'constrained', 'optimisation', 'geometric', 'staged'] as const;
/** What a method makes of the problem. */
export type Group = (typeof GROUPS)[number];

export type ParamScale = 'linear' | 'log' | 'integer' | 'toggle' | 'choice' | 'method' | 'even';

export interface Param {
  /** Key in `methods[].params` of a scenario. */
  readonly key: string;
  readonly label: string;
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
  readonly help: string;
}

export interface Reference {
  /** Citation in one line: authors, year, title, journal. */
  readonly text: string;
  /** DOI without the resolver's address, '' where there is none. */
  readonly doi: string;
}

/** A scene in which a method fails. */
export interface Failure {
  readonly text: string;
  /** A scenario as compact JSON; its first panel is the method. */
  readonly document: string;
  /** What that panel shows at the end, as session/witness.ts reads it. */
  readonly sign: string;
}

export interface MethodRow {
  readonly id: string;
  readonly name: string;
  /** Spelt out. */
  readonly fullName: string;
  readonly group: Group;
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
  readonly failures: readonly Failure[];
  readonly reference: Reference;
  readonly params: readonly Param[];
  /** Default largest joint change an update, radians; null: no limit; 'stage': that of the stage at work. */
  readonly maxStep: number | null | 'stage';
  /** For example 'spectral', 'filter', 'clampable'. */
  readonly traits: readonly string[];
}

export interface Catalogue {
  readonly methods: readonly MethodRow[];
  /** Short version of the build: same build, same numbers. */
  readonly build: string;
}
