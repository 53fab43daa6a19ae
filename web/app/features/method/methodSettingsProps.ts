import type { MethodPanel } from '@iklab/core/scenario';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import type { Page } from '../../page.ts';

export interface MethodSettingsProps {
  readonly page: Page;
  readonly index: number;
  readonly panel: MethodPanel;
  readonly row: DescribedMethod;
}
