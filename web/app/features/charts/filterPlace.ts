import type { FilterLayer, FilterPicture } from '@iklab/scene/chart';
import { signal } from '@preact/signals';

type Ranges = ReturnType<FilterLayer['ranges']>;

/** Where a chart of filters stands, for what is laid over it. */
export class FilterPlace implements FilterLayer {
  /** As it was drawn last; null: no such chart stands there. */
  readonly picture = signal<FilterPicture | null>(null);
  /** The ranges that are wanted in place of those that fit; null: these. */
  wanted: ((...fitted: Ranges) => Ranges) | null = null;

  ranges(...fitted: Ranges): Ranges {
    return this.wanted?.(...fitted) ?? fitted;
  }

  drawn(picture: FilterPicture): void {
    this.picture.value = picture;
  }
}
