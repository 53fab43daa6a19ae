import type { DescribedMethod } from '../../scenario/catalogue.ts';
import type { MethodPanel } from '../../scenario/types.ts';
import type { Page } from '../page.ts';

export interface SettingsProps {
  readonly page: Page;
  readonly index: number;
  readonly panel: MethodPanel;
  readonly row: DescribedMethod;
}
