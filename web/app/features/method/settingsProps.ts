import type { DescribedMethod, MethodPanel } from 'iklab/scenario';
import type { Page } from '../../page.ts';

export interface SettingsProps {
  readonly page: Page;
  readonly index: number;
  readonly panel: MethodPanel;
  readonly row: DescribedMethod;
}
