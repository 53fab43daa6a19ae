import type { FilterChartLayout, FilterChartOverlay } from '@iklab/scene/chart';
import { signal } from '@preact/signals';

type Ranges = ReturnType<FilterChartOverlay['ranges']>;

export class ChartFilterLayer implements FilterChartOverlay {
  readonly picture = signal<FilterChartLayout | null>(null);
  /** Converts fitted axis ranges to drawn axis ranges; null for the fitted ranges. */
  wanted: ((...fitted: Ranges) => Ranges) | null = null;

  ranges(...fitted: Ranges): Ranges {
    return this.wanted?.(...fitted) ?? fitted;
  }

  onDraw(picture: FilterChartLayout): void {
    this.picture.value = picture;
  }
}
