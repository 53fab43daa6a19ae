import type { ViewState } from '@iklab/run/session';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Page } from '../../page.ts';

const KEY = 'iklab.all-tools';

/** Returns whether the visitor has asked for all tools, in this or an earlier visit. */
export const hasAllToolsEnabled = ({ scope }: Pick<Page, 'scope'>): boolean =>
  readSavedValue(scope.services, KEY) === true;

export function showAllTools({ scope, viewState }: Pick<Page, 'scope' | 'viewState'>): void {
  viewState.introducing.value = false;
  writeSavedValue(scope.services, KEY, true);
}

export const isNonIntroductionToolOpen = ({
  inspected,
  writing,
  mapInScene,
  solutions,
  tab,
}: ViewState): boolean =>
  inspected.value !== null ||
  writing.value !== null ||
  mapInScene.value ||
  solutions.value ||
  tab.value !== 'views';
