import type { MethodPanel } from '@iklab/core/scenario';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import type { Page } from '../../page.ts';

export interface SettingsProps {
  readonly page: Page;
  readonly index: number;
  readonly panel: MethodPanel;
  readonly row: DescribedMethod;
}
