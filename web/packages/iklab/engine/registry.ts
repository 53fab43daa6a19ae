/** The methods that labs and batches may have: a registry of the module, and its catalogue. */
import type { Catalogue } from '../scenario/catalogue.ts';
import { formulaText, formulaTexts } from '../scenario/formula.ts';
import { AXES } from '../scenario/free.ts';
import type { Axis, InlineTree, MethodPanel } from '../scenario/types.ts';
import { describeMechanism, describeTree } from './describe.ts';
import { FormulaReader, faultyFormula } from './formulaReader.ts';
import type { BufferView, Glue, RawLabBuilder, RawRegistry } from './glue.ts';
import { EFFECTOR_GOALS, type EffectorGoal } from './protocol.ts';
import { readCatalogue } from './readCatalogue.ts';
import { EngineError } from './withMemory.ts';

type Asked = Pick<MethodPanel, 'id' | 'params'>;

/** Those of the library, and methods written as text. */
export class Registry {
  readonly catalogue: Catalogue;
  #raw: RawRegistry;
  #glue: Glue;
  readonly #reader: FormulaReader;
  /** Their places, by their texts. */
  readonly #formulas: ReadonlyMap<string, number>;

  /** `catalogue`: of a registry of the same library. */
  constructor(glue: Glue, formulas: readonly string[] = [], catalogue?: Catalogue) {
    this.#raw = new glue.Registry();
    this.#glue = glue;
    this.#reader = new FormulaReader(() => this.#glue);
    this.catalogue = catalogue ?? this.#catalogue();
    this.#formulas = new Map(formulas.map((text) => [text, this.#add(text)]));
  }

  /** Of this folder's own. */
  get raw(): RawRegistry {
    return this.#raw;
  }

  /** Likewise. */
  get glue(): Glue {
    return this.#glue;
  }

  /** A text was to be read where nothing reads it. */
  get lacksFormulas(): boolean {
    return this.#reader.missed;
  }

  /** Goes on in another module of the same build; of a registry without formulas. */
  moveTo(glue: Glue): void {
    this.#raw.delete();
    this.#raw = new glue.Registry();
    this.#glue = glue;
    this.#reader.forget();
  }

  #add(text: string): number {
    const place = this.#raw.addFormula(text);
    if (place >= 0) return place;
    this.delete();
    throw new EngineError(faultyFormula(this.catalogue.readFormula(text)));
  }

  /** Of a panel's method, as the module counts; -1: it is none of these. */
  placeOf(panel: Asked): number {
    const text = formulaText(panel);
    if (text !== null) return this.#formulas.get(text) ?? -1;
    return this.catalogue.methods.findIndex(({ id }) => id === panel.id);
  }

  /**
   * Acts with these methods and the formulas of these panels. What is made with the registry that
   * `act` is given keeps its methods: that itself is gone afterwards.
   */
  withFormulas<T>(panels: readonly MethodPanel[], act: (registry: Registry) => T): T {
    const more = formulaTexts(panels).filter((text) => !this.#formulas.has(text));
    if (more.length === 0) return act(this);
    const own = new Registry(this.#glue, [...this.#formulas.keys(), ...more], this.catalogue);
    try {
      return act(own);
    } finally {
      own.delete();
    }
  }

  /** Labs and batches that were made with it keep its methods. */
  delete(): void {
    this.#raw.delete();
  }

  #catalogue(): Catalogue {
    const table = readCatalogue(this.#raw, this.#glue);
    return {
      ...table,
      stretchOf: (mechanism) =>
        this.#built((builder) => {
          describeMechanism(mechanism, builder, this.#glue);
          return builder.stretch();
        }),
      defaultGoals: (tree, up) =>
        this.#ready(tree, up, [], false).map((goal) => EFFECTOR_GOALS[goal] ?? 'position'),
      readyPose: (tree, up, goals = []) =>
        this.#ready(tree, up, goals, true).slice(tree.effectors.length),
      fittedNumbers: (row, stretch) => {
        const place = table.methods.findIndex(({ id }) => id === row.id);
        // the numbers of a text are its own
        if (place < 0) return row.params.map(() => Number.NaN);
        return this.#numbers(this.#raw.fittedNumbers(place, stretch));
      },
      readFormula: (text, scene) => this.#reader.read(text, scene),
    };
  }

  #built<T>(act: (builder: RawLabBuilder) => T): T {
    const builder = new this.#glue.LabBuilder();
    try {
      return act(builder);
    } finally {
      builder.delete();
    }
  }

  #ready(tree: InlineTree, up: Axis, goals: readonly EffectorGoal[], posed: boolean) {
    return this.#built((builder) => {
      describeTree(tree, builder);
      for (const goal of goals) builder.goal(EFFECTOR_GOALS.indexOf(goal));
      return this.#numbers(builder.ready(AXES.indexOf(up), posed));
    });
  }

  #numbers({ address, length }: BufferView): readonly number[] {
    return [...new Float64Array(this.#glue.HEAPF64.buffer, address, length)];
  }
}
