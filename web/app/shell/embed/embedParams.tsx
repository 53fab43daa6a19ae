/** Parameters of methods beside an embedded run. Loaded only if the page of the run asks for them. */

import { withCardTexts } from '@iklab/core/engine';
import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import { panelMethodRow } from '@iklab/core/scenario/methods';
import { type MessageFault, makeMessageFault } from '@iklab/element';
import { listActiveMethodParams, MethodParamRows } from '../../features/method/methodInspector.tsx';
import type { Page } from '../../page.ts';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';

const isNamed = (keys: readonly string[], { id, label }: MethodPanel, param: string): boolean =>
  keys.some((key) => key === '*' || key === `${id}.${param}` || key === `${label}.${param}`);

const selectedParams = ({ doc }: Page, keys: readonly string[], { methods }: Scenario) =>
  methods.flatMap((panel, index) => {
    const row = panelMethodRow(withCardTexts(doc.catalogue), panel);
    const params = row ? listActiveMethodParams(panel, row, doc.catalogue) : [];
    const shown = params.filter(({ key }) => isNamed(keys, panel, key));
    return row && shown.length > 0 ? [{ panel, index, row, shown }] : [];
  });

export const listUnmatchedParams = (page: Page, keys: readonly string[]): readonly MessageFault[] =>
  keys
    .filter((key) => selectedParams(page, [key], page.doc.editor.scenario.peek()).length === 0)
    .map((key) =>
      makeMessageFault(
        'ui',
        'params:METHOD.KEY, with a method of the scene and one of its parameters',
        `params:${key}`,
      ),
    );

export function EmbedParams({ page, keys }: { page: Page; keys: readonly string[] }) {
  return selectedParams(page, keys, page.doc.editor.scenario.value).map(({ panel, index, row }) => (
    <section key={panel.slot} aria-label={panel.label}>
      <h2>
        <SlotMarkIcon slot={panel.slot} /> {panel.label}
      </h2>
      <MethodParamRows
        {...{ page, index, panel, row }}
        shows={(key) => isNamed(keys, panel, key)}
      />
    </section>
  ));
}
