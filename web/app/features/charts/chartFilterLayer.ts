import type { FilterLayer, FilterLayout } from '@iklab/scene/chart';
import { signal } from '@preact/signals';

type Ranges = ReturnType<FilterLayer['ranges']>;

export class ChartFilterLayer implements FilterLayer {
  /** Layout of the filter chart as last drawn; null if it is not drawn. */
  readonly picture = signal<FilterLayout | null>(null);
  /** Function from the fitted axis ranges to those that are drawn; null for the fitted ranges. */
  wanted: ((...fitted: Ranges) => Ranges) | null = null;

  ranges(...fitted: Ranges): Ranges {
    return this.wanted?.(...fitted) ?? fitted;
  }

  onDraw(picture: FilterLayout): void {
    this.picture.value = picture;
  }
}
