import type { Notice } from '../format/words/notices.ts';
import type { Catalogue } from '../scenario/methods/catalogue.ts';
import type { Scenario } from '../scenario/types.ts';
import { scenarioVersionNote } from './versionNote.ts';

export const UPGRADE_BUTTON_LABEL = 'Upgrade to version 2';

const makeNotice = (title: string, reason: string, action?: Notice['action']): Notice => ({
  title,
  reasons: [{ path: '', reason }],
  text: '',
  ...(action && { action }),
  quiet: true,
  isAboutAddress: true,
});

export interface OlderVersionNoticeActions {
  readonly fragment: string;
  /** Returns the fragment of the link in the current version; null if too long. */
  upgradedFragment(): Promise<string | null>;
  write(fragment: string): void;
  show(notice: Notice | null): void;
}

export function olderVersionNotice(note: string, address: OlderVersionNoticeActions): Notice {
  const undo = () => {
    address.write(address.fragment);
    address.show(null);
  };
  const act = async () => {
    const link = await address.upgradedFragment();
    if (link === null)
      return address.show(makeNotice(TOO_LARGE_TITLE, 'The address stays in version 1.'));
    address.write(link);
    address.show(makeNotice(UPGRADED_TITLE, UPGRADED_TEXT, { label: 'Undo', act: undo }));
  };
  return makeNotice('Version 1', `This is ${note}.`, { label: UPGRADE_BUTTON_LABEL, act });
}

const UPGRADED_TITLE = 'Upgraded to version 2';
const UPGRADED_TEXT = 'The address now has every constant written out; the results are the same.';
const TOO_LARGE_TITLE = 'Too large for a link';

export interface SceneUpgradeContext {
  readonly editor: { readonly scenario: { peek(): Scenario } };
  readonly address: {
    makeLink(scenario: Scenario): Promise<string | null>;
    rewrite(fragment: string): void;
  };
  readonly notice: { value: Notice | null };
}

/**
 * Returns a function that makes the notice for a link of version 1. Null if version 2 changes no
 * default of the link.
 */
export function olderSceneNotice(
  document: unknown,
  catalogue: Catalogue,
): ((page: SceneUpgradeContext, fragment: string) => Notice) | null {
  const note = scenarioVersionNote(document, catalogue, UPGRADE_BUTTON_LABEL);
  if (note === null) return null;
  return ({ editor, address, notice }, fragment) =>
    olderVersionNotice(note, {
      fragment,
      async upgradedFragment() {
        const link = await address.makeLink(editor.scenario.peek());
        const settings = /&.*$/.exec(fragment)?.[0] ?? '';
        return link && link + settings;
      },
      write: (text) => address.rewrite(text),
      show: (next) => {
        notice.value = next;
      },
    });
}

export function olderFileNotice(
  name: string,
  document: unknown,
  catalogue: Catalogue,
): Notice | null {
  const note = scenarioVersionNote(document, catalogue, 'saving or sharing the scene here');
  return note === null ? null : makeNotice(name, `is ${note}.`);
}
