import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { FileTab } from './fileTab.tsx';
import { LinkTab } from './linkTab.tsx';
import './shareDialog.module.css';
import { LogNotIncludedNotice } from './logNotIncludedNotice.tsx';

const TABS = ['Link', 'Embed', 'Picture', 'Code', 'File', 'Cite'] as const;

const EmbedTab = makeLazyComponent(async () => (await import('./embedTab.tsx')).EmbedTab);
const PictureTab = makeLazyComponent(async () => (await import('./pictureTab.tsx')).PictureTab);
const CodeTab = makeLazyComponent(async () => (await import('./codeTab.tsx')).CodeTab);
const CiteTab = makeLazyComponent(async () => (await import('./citeTab.tsx')).CiteTab);
type ShareTab = (typeof TABS)[number];

export function ShareDialog({ page, close }: { page: Page; close: () => void }) {
  const id = useUniqueId();
  const [tab, setTab] = useState<ShareTab>('Link');
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] as ShareTab;
    setTab(next);
    const tabs = (event.currentTarget as HTMLElement).children;
    (tabs[TABS.indexOf(next)] as HTMLElement).focus();
  };
  return (
    <Dialog title="Share this run" class="share" close={close}>
      <div class="tabs" role="tablist" aria-label="Ways to share" onKeyDown={walk}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === tab}
            aria-controls={id}
            tabIndex={name === tab ? 0 : -1}
            autofocus={name === 'Link'}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        {(tab === 'Link' || tab === 'Embed' || tab === 'Code') && (
          <LogNotIncludedNotice page={page} instead="the scene file can include it." />
        )}
        {tab === 'Link' && <LinkTab page={page} toFile={() => setTab('File')} />}
        {tab === 'Embed' && <EmbedTab page={page} toFile={() => setTab('File')} />}
        {tab === 'Picture' && <PictureTab page={page} />}
        {tab === 'File' && <FileTab page={page} />}
        {tab === 'Code' && <CodeTab page={page} />}
        {tab === 'Cite' && <CiteTab page={page} />}
      </div>
    </Dialog>
  );
}
