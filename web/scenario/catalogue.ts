/**
 * What the solver module says of its methods: the one table that the page, the link,
 * the command line and the validation of a scenario are made from. Pure data; filled by
 * `engine/`, which reads it from the module.
 */

export type ParamScale = 'linear' | 'log' | 'integer' | 'toggle' | 'choice' | 'method';

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

export interface MethodRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
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
