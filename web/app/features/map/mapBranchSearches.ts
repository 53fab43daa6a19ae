import { runInSlices } from '@iklab/run/session';
import { findStartMapBranches, findTargetMapBranches, type MapLayer } from '@iklab/study/maps';

interface Search {
  readonly layers: readonly MapLayer[];
  labels: readonly Uint8Array[] | null;
}

type Over = 'targets' | 'starts';

export class MapBranchSearches {
  readonly #found: () => void;
  /** Searches by their first layer; the layers are complete and do not change any more. */
  readonly #searches = new WeakMap<MapLayer, Search>();

  constructor(found: () => void) {
    this.#found = found;
  }

  /**
   * Returns the branch number of each cell, by layer, as far as known. Layers of one resolution are
   * searched together, so that a number is the same branch in all maps.
   */
  find(
    layers: readonly MapLayer[],
    isPeriodic: readonly boolean[],
    over: Over,
  ): ReadonlyMap<MapLayer, Uint8Array> {
    const found = new Map<MapLayer, Uint8Array>();
    for (const cells of new Set(layers.map((layer) => layer.cells))) {
      const sameSize = layers.filter((layer) => layer.cells === cells && layer.isComplete);
      const labels = this.#labels(sameSize, isPeriodic, over);
      for (const [i, layer] of sameSize.entries())
        if (labels) found.set(layer, labels[i] as Uint8Array);
    }
    return found;
  }

  #labels(
    layers: readonly MapLayer[],
    isPeriodic: readonly boolean[],
    over: Over,
  ): readonly Uint8Array[] | null {
    const [first] = layers;
    if (!first) return null;
    const previous = this.#searches.get(first);
    if (
      previous?.layers.length === layers.length &&
      previous.layers.every((each, i) => each === layers[i])
    )
      return previous.labels;
    const search: Search = { layers, labels: null };
    this.#searches.set(first, search);
    const wanted = (): boolean => this.#searches.get(first) === search;
    const run =
      over === 'starts'
        ? findStartMapBranches(layers, isPeriodic)
        : findTargetMapBranches(layers, isPeriodic);
    runInSlices(run, wanted).then((labels) => {
      search.labels = labels;
      if (labels) this.#found();
    });
    return null;
  }
}
