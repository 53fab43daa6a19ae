/** The methods that labs and batches may have: a registry of the module, and its catalogue. */
import type { Catalogue } from '../scenario/catalogue.ts';
import type { Scene } from '../scenario/types.ts';
import { describeScene } from './describe.ts';
import type { Glue, RawRegistry } from './glue.ts';
import { readCatalogue } from './readCatalogue.ts';

/** Those of the library. */
export class Registry {
  /** Of this folder's own. */
  readonly raw: RawRegistry;
  readonly catalogue: Catalogue;

  constructor(glue: Glue) {
    const raw = new glue.Registry();
    const table = readCatalogue(raw, glue);
    this.raw = raw;
    this.catalogue = {
      ...table,
      stretchOf: (scene) => stretchOf(scene, glue),
      fittedNumbers(row, stretch) {
        const { address, length } = raw.fittedNumbers(table.methods.indexOf(row), stretch);
        return [...new Float64Array(glue.HEAPF64.buffer, address, length)];
      },
    };
  }

  /** Labs and batches that were made with it keep its methods. */
  delete(): void {
    this.raw.delete();
  }
}

function stretchOf(scene: Scene, glue: Glue): number {
  const builder = new glue.LabBuilder();
  try {
    describeScene(scene, builder, glue);
    return builder.stretch();
  } finally {
    builder.delete();
  }
}
