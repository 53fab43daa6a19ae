import { ofStudy, unreadable } from '../../format/notices.ts';
import { parse } from '../../scenario/parse.ts';
import type { Page } from '../page.ts';

/**
 * Opens a case of a study in Compare: the address becomes the link that replays it. `what` it is stands
 * there with the way back, until something is edited.
 */
export async function openCase(page: Page, document: object, what: string): Promise<void> {
  const { desk } = page;
  const from = location.hash;
  const parsed = parse(document, desk.catalogue);
  if (parsed.ok) {
    await desk.openScene(parsed.value, { methods: false });
    desk.notice.value ??= ofStudy(what, () => {
      location.hash = from;
    });
  } else desk.notice.value = unreadable('This case cannot be opened', parsed.faults, '');
  page.show(null);
}
