import type { DocumentEdit } from '@iklab/core/document/edits';
import type { Fault, Target } from '@iklab/core/scenario';
import type { Page } from '../../page.ts';

export interface TargetProps {
  readonly page: Page;
  readonly index: number;
  readonly target: Target;
}

export interface TargetFormProps extends TargetProps {
  readonly edit: (label: string, change: DocumentEdit) => readonly Fault[];
}
