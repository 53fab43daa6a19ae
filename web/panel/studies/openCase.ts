import { unreadable } from '../../format/notices.ts';
import { parse } from '../../scenario/parse.ts';
import type { Page } from '../page.ts';

/** Opens a case of a study in Compare: the address becomes the link that replays it. */
export async function openCase(page: Page, document: object): Promise<void> {
  const { desk } = page;
  const parsed = parse(document, desk.catalogue);
  if (parsed.ok) await desk.openScene(parsed.value, { methods: false });
  else desk.notice.value = unreadable('This case cannot be opened', parsed.faults, '');
  page.show(null);
}
