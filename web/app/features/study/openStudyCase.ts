import { studyCaseNotice, unreadableNotice } from '@iklab/core/format/words';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { publishedTables } from '@iklab/study/published';
import type { Page } from '../../page.ts';

/**
 * Opens a case of a study as the scene in Compare. A notice names the case and the study and links
 * back, until the scene is edited.
 */
export async function openStudyCase(
  page: Page,
  document: object,
  title: string,
  study?: string,
): Promise<void> {
  const { doc } = page;
  const { address } = page.scope.services;
  const from = address.fragment;
  const table = publishedTables.find(({ id }) => from === `#/studies/${id}`);
  const parsed = await doc.withFormulas(() => parseScenarioDocument(document, doc.catalogue));
  if (parsed.ok) {
    await doc.openScene(parsed.value, { methods: false });
    doc.notice.value ??= studyCaseNotice(study ?? table?.title ?? 'a study', title, () =>
      address.follow(from),
    );
  } else doc.notice.value = unreadableNotice('This case cannot be opened', parsed.faults, '');
  page.openPage(null);
}

/** Opens a case whose document is made by the full module, which is loaded first. */
export async function openComputedCase(
  page: Page,
  makeDocument: () => object,
  title: string,
  study: string,
): Promise<void> {
  const document = await page.doc.withFullModule(makeDocument);
  if (document) await openStudyCase(page, document, title, study);
  else page.openPage(null); // Compare shows the notice about the failure.
}
