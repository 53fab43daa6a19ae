import type { Catalogue } from '../scenario/methods/catalogue.ts';
import { formulaText, formulaTexts } from '../scenario/methods/formula.ts';
import { COORDINATE_AXES } from '../scenario/targets/free.ts';
import type { AxisLetter, InlineTree, MethodPanel } from '../scenario/types.ts';
import { FormulaReader, formulaFaultText, replaceLoneSurrogates } from './formulaReader.ts';
import type { BufferView, RawLabBuilder, RawRegistry, SolverModule } from './glue.ts';
import { EFFECTOR_GOALS, type EffectorGoal } from './protocol.ts';
import { readCatalogue } from './readCatalogue.ts';
import { EngineError } from './withOutOfMemoryError.ts';
import { writeMechanismToBuilder, writeTreeToBuilder } from './writeSceneToBuilder.ts';

type MethodChoice = Pick<MethodPanel, 'id' | 'params'>;

export class Registry {
  readonly catalogue: Catalogue;
  #raw: RawRegistry;
  #glue: SolverModule;
  readonly #reader: FormulaReader;
  readonly #formulas: ReadonlyMap<string, number>;

  /**
   * Creates a registry of the library's methods and `formulas`. `catalogue`: from another registry
   * of the library.
   */
  constructor(glue: SolverModule, formulas: readonly string[] = [], catalogue?: Catalogue) {
    this.#raw = new glue.Registry();
    this.#glue = glue;
    this.#reader = new FormulaReader(() => this.#glue);
    this.catalogue = catalogue ?? this.#catalogue();
    this.#formulas = new Map(formulas.map((text) => [text, this.#add(text)]));
  }

  get raw(): RawRegistry {
    return this.#raw;
  }

  get glue(): SolverModule {
    return this.#glue;
  }

  get lacksFormulas(): boolean {
    return this.#reader.missed;
  }

  /** Moves a registry without formulas to another module of the same build. */
  moveTo(glue: SolverModule): void {
    this.#raw.delete();
    this.#raw = new glue.Registry();
    this.#glue = glue;
    this.#reader.clearCache();
  }

  #add(text: string): number {
    const index = this.#raw.addFormula(replaceLoneSurrogates(text));
    if (index >= 0) return index;
    this.delete();
    throw new EngineError(formulaFaultText(this.catalogue.readFormula(text)));
  }

  /** Returns the index of a panel's method in this registry; -1 if the registry lacks it. */
  indexOf(panel: MethodChoice): number {
    const text = formulaText(panel);
    if (text !== null) return this.#formulas.get(text) ?? -1;
    return this.catalogue.methods.findIndex(({ id }) => id === panel.id);
  }

  /**
   * Calls `act` with a registry that also has the formulas of `panels`. The registry is deleted
   * afterwards; objects created with it keep the methods.
   */
  withFormulas<T>(panels: readonly MethodPanel[], act: (registry: Registry) => T): T {
    const more = formulaTexts(panels).filter((text) => !this.#formulas.has(text));
    if (more.length === 0) return act(this);
    const extended = new Registry(this.#glue, [...this.#formulas.keys(), ...more], this.catalogue);
    try {
      return act(extended);
    } finally {
      extended.delete();
    }
  }

  delete(): void {
    this.#raw.delete();
  }

  #catalogue(): Catalogue {
    const table = readCatalogue(this.#raw, this.#glue);
    return {
      ...table,
      stretchOf: (mechanism) =>
        this.#withBuilder((builder) => {
          writeMechanismToBuilder(mechanism, builder, this.#glue);
          return builder.stretch();
        }),
      defaultGoals: (tree, up) =>
        this.#readyNumbers(tree, up, [], false).map((goal) => EFFECTOR_GOALS[goal] ?? 'position'),
      readyPose: (tree, up, goals = []) =>
        this.#readyNumbers(tree, up, goals, true).slice(tree.effectors.length),
      fittedNumbers: (row, stretch) => {
        const index = table.methods.findIndex(({ id }) => id === row.id);
        // A custom method has no fitted numbers.
        if (index < 0) return row.params.map(() => Number.NaN);
        return this.#numbers(this.#raw.fittedNumbers(index, stretch));
      },
      readFormula: (text, scene) => this.#reader.read(text, scene),
    };
  }

  #withBuilder<T>(act: (builder: RawLabBuilder) => T): T {
    const builder = new this.#glue.LabBuilder();
    try {
      return act(builder);
    } finally {
      builder.delete();
    }
  }

  #readyNumbers(
    tree: InlineTree,
    up: AxisLetter,
    goals: readonly EffectorGoal[],
    withPose: boolean,
  ) {
    return this.#withBuilder((builder) => {
      writeTreeToBuilder(tree, builder);
      for (const goal of goals) builder.goal(EFFECTOR_GOALS.indexOf(goal));
      return this.#numbers(builder.ready(COORDINATE_AXES.indexOf(up), withPose));
    });
  }

  #numbers({ address, length }: BufferView): readonly number[] {
    return [...new Float64Array(this.#glue.HEAPF64.buffer, address, length)];
  }
}
