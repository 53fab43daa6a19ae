import type { FilterLayer, FilterLayout } from '@iklab/scene/chart';
import { signal } from '@preact/signals';

type Ranges = ReturnType<FilterLayer['ranges']>;

export class ChartFilterLayer implements FilterLayer {
  /** The chart of filters as last drawn; null if there is none. */
  readonly picture = signal<FilterLayout | null>(null);
  /** Computes the axis ranges from the fitted ones; null to use the fitted ranges. */
  wanted: ((...fitted: Ranges) => Ranges) | null = null;

  ranges(...fitted: Ranges): Ranges {
    return this.wanted?.(...fitted) ?? fitted;
  }

  onDraw(picture: FilterLayout): void {
    this.picture.value = picture;
  }
}
