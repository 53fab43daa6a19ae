/** Finds branches of the current maps in the background. */

import { type MapLayer, solutionBranches, solutionSheets } from '@iklab/study';
import { runInSlices } from 'iklab/run';

interface Search {
  readonly of: readonly MapLayer[];
  /** Null while the search is running. */
  labels: readonly Uint8Array[] | null;
}

type Over = 'targets' | 'starts';

export class MapBranches {
  readonly #found: () => void;
  /** By the first layer of a search; complete layers do not change. */
  readonly #kept = new WeakMap<MapLayer, Search>();

  /** `found`: called when more branches are known. */
  constructor(found: () => void) {
    this.#found = found;
  }

  /**
   * The known branches of layers. Layers of one resolution are searched together, so that a number
   * is the same branch in all maps.
   */
  of(
    layers: readonly MapLayer[],
    turns: readonly boolean[],
    over: Over,
  ): ReadonlyMap<MapLayer, Uint8Array> {
    const known = new Map<MapLayer, Uint8Array>();
    for (const cells of new Set(layers.map((layer) => layer.cells))) {
      const same = layers.filter((layer) => layer.cells === cells && layer.whole);
      const labels = this.#labels(same, turns, over);
      for (const [i, layer] of same.entries())
        if (labels) known.set(layer, labels[i] as Uint8Array);
    }
    return known;
  }

  #labels(
    layers: readonly MapLayer[],
    turns: readonly boolean[],
    over: Over,
  ): readonly Uint8Array[] | null {
    const [first] = layers;
    if (!first) return null;
    const kept = this.#kept.get(first);
    if (kept?.of.length === layers.length && kept.of.every((each, i) => each === layers[i]))
      return kept.labels;
    const search: Search = { of: layers, labels: null };
    this.#kept.set(first, search);
    const wanted = (): boolean => this.#kept.get(first) === search;
    const run = over === 'starts' ? solutionBranches(layers, turns) : solutionSheets(layers, turns);
    runInSlices(run, wanted).then((labels) => {
      search.labels = labels;
      if (labels) this.#found();
    });
    return null;
  }
}
