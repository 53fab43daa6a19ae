/** Finds the branches of solutions in the current maps, in the background. */

import type { PoseSolution } from '@iklab/core/engine';
import { runInSlices } from '@iklab/run/session';
import {
  findNumberedMapBranches,
  findStartMapBranches,
  findTargetMapBranches,
  type MapLayer,
} from '@iklab/study/maps';

interface Search {
  readonly layers: readonly MapLayer[];
  readonly solutions: readonly PoseSolution[];
  /** Branch number of each cell, per layer; null while the search runs. */
  labels: readonly Uint8Array[] | null;
}

interface BranchKind {
  readonly over: 'targets' | 'starts';
  /** All solutions of the target of a map over starts; empty without a closed form. */
  readonly solutions: readonly PoseSolution[];
}

export class MapBranchSearches {
  readonly #found: () => void;
  /** Searches by first layer. All layers are complete and final. */
  readonly #searches = new WeakMap<MapLayer, Search>();

  constructor(found: () => void) {
    this.#found = found;
  }

  /**
   * Returns the branch number of each cell, by layer, as far as known. In layers of equal
   * resolution, a number is the same branch.
   */
  find(
    layers: readonly MapLayer[],
    isPeriodic: readonly boolean[],
    kind: BranchKind,
  ): ReadonlyMap<MapLayer, Uint8Array> {
    const found = new Map<MapLayer, Uint8Array>();
    for (const cells of new Set(layers.map((layer) => layer.cells))) {
      const sameSize = layers.filter((layer) => layer.cells === cells && layer.isComplete);
      const labels = this.#labels(sameSize, isPeriodic, kind);
      for (const [i, layer] of sameSize.entries())
        if (labels) found.set(layer, labels[i] as Uint8Array);
    }
    return found;
  }

  #labels(
    layers: readonly MapLayer[],
    isPeriodic: readonly boolean[],
    { over, solutions }: BranchKind,
  ): readonly Uint8Array[] | null {
    const [first] = layers;
    if (!first) return null;
    const previous = this.#searches.get(first);
    if (
      previous?.solutions === solutions &&
      previous.layers.length === layers.length &&
      previous.layers.every((each, i) => each === layers[i])
    )
      return previous.labels;
    const search: Search = { layers, solutions, labels: null };
    this.#searches.set(first, search);
    const wanted = (): boolean => this.#searches.get(first) === search;
    const run =
      over === 'targets'
        ? findTargetMapBranches(layers, isPeriodic)
        : solutions.length > 0
          ? findNumberedMapBranches(layers, isPeriodic, solutions)
          : findStartMapBranches(layers, isPeriodic);
    runInSlices(run, wanted).then((labels) => {
      search.labels = labels;
      if (labels) this.#found();
    });
    return null;
  }
}
