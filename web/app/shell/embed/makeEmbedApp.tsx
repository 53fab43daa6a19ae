import './embed.css';
import type { EmbedSettings, MessageFault } from '@iklab/element';
import type { Session } from '@iklab/run/session';
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SceneMethodsColumn } from '../../features/scene/sceneMethodsColumn.tsx';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { ChartStrip, makeSessionSlotsKey, ScenePanes, WhyCard } from '../app.tsx';
import type { ComparePage } from '../comparePage.ts';
import { NoticeBanner } from '../noticeBanner.tsx';
import { TimelineScrubber } from '../playbackControls.tsx';
import { StoryBar } from '../storyBar.tsx';

const Params = makeLazyComponent(async () => (await import('./embedParams.tsx')).EmbedParams);

export const makeEmbedApp = (
  settings: EmbedSettings,
): FunctionComponent<{ page: ComparePage; canvas: HTMLCanvasElement }> =>
  function EmbedApp({ page, canvas }) {
    const session = page.doc.session.value;
    const box = useRef<HTMLElement>(null);
    useEffect(() => captureInput(box.current as HTMLElement, settings.hidden.has('camera')), []);
    if (!session) return null;
    const { notice } = page.doc;
    const why = page.viewState.why.value;
    const has = (part: 'panes' | 'transport' | 'charts' | 'cards' | 'story') =>
      settings.parts.has(part);
    const hasSide = settings.params.length > 0 || has('cards');
    return (
      <main
        ref={box}
        class="embed"
        data-hidden={[...settings.hidden].join(' ')}
        aria-label={page.doc.editor.scenario.value.name}
      >
        <div class="embed-body" data-beside={hasSide} data-charts={has('charts')}>
          <div class="stage embed-stage" data-shown={has('panes')}>
            <ScenePanes
              key={makeSessionSlotsKey(session)}
              page={page}
              session={session}
              canvas={canvas}
            />
          </div>
          {hasSide && (
            <aside class="embed-side" aria-label="Methods">
              {settings.params.length > 0 && <Params page={page} keys={settings.params} />}
              {has('cards') && <SceneMethodsColumn page={page} session={session} />}
            </aside>
          )}
          {has('story') && <StoryBar page={page} session={session} />}
          {(has('charts') || has('story')) && (
            <div class="embed-charts" hidden={!has('charts')}>
              <ChartStrip page={page} />
            </div>
          )}
        </div>
        {notice.value && !notice.value.isAboutAddress && (
          <NoticeBanner
            notice={notice.value}
            close={() => {
              notice.value = null;
            }}
          />
        )}
        {has('transport') && (
          <Foot page={page} session={session} open={!settings.hidden.has('open')} />
        )}
        {why && !settings.hidden.has('why') && <WhyCard page={page} asker={why} />}
      </main>
    );
  };

interface FootProps {
  readonly page: ComparePage;
  readonly session: Session;
  readonly open: boolean;
}

function Foot({ page, session, open }: FootProps) {
  const { playing, timeline } = page;
  const canRunAgain = !playing.value && session.numbers.ended.value;
  const name = playing.value ? 'Pause' : canRunAgain ? 'Run again' : 'Play';
  return (
    <footer class="embed-foot">
      <button type="button" class="embed-play" aria-label={name} onClick={page.togglePlaying}>
        <Icon name={playing.value ? 'pause' : canRunAgain ? 'again' : 'play'} size={14} />
      </button>
      <span class="embed-count">{session.numbers.count}</span>
      {timeline.value && (
        <TimelineScrubber page={page} session={session} timeline={timeline.value} />
      )}
      <NextMethodButton page={page} session={session} />
      {open && <OpenLink page={page} />}
    </footer>
  );
}

const SMALL = '(max-width: 369px)';

function NextMethodButton({ page, session }: { page: Page; session: Session }) {
  const { solo } = page.viewState;
  const { instances } = session;
  useEffect(() => {
    const small = matchMedia(SMALL);
    const showOne = (): void => {
      solo.value = small.matches ? (instances[0]?.slot ?? null) : null;
    };
    small.addEventListener('change', showOne);
    showOne();
    return () => small.removeEventListener('change', showOne);
  }, [session]);
  const index = instances.findIndex(({ slot }) => slot === solo.value);
  const next = instances[(index + 1) % instances.length];
  if (index < 0 || instances.length < 2) return null;
  return (
    <button
      type="button"
      class="embed-turns"
      aria-label={`Next method: ${next?.label.value}`}
      onClick={() => {
        solo.value = next?.slot ?? null;
      }}
    >
      {index + 1} of {instances.length}
      <Icon name="forward" size={14} />
    </button>
  );
}

function OpenLink({ page }: { page: Page }) {
  const [address, setAddress] = useState(pageUrl(page));
  const follow = async (): Promise<void> => {
    await page.doc.address.writeNow();
    setAddress(pageUrl(page));
  };
  const scenario = page.doc.editor.scenario.value;
  useEffect(() => {
    follow();
  }, [scenario]);
  return (
    <a class="embed-open" href={address} target="_blank" rel="noopener">
      <Icon name="share" size={14} />
      <span>Open in IK Lab</span>
    </a>
  );
}

const pageUrl = ({ doc, scope }: Page): string =>
  scope.services.address.base + doc.address.fragment;

/** Loads the code of parameters only if there are `keys`. */
export async function findUnmatchedParams(
  page: Page,
  keys: readonly string[],
): Promise<readonly MessageFault[]> {
  if (keys.length === 0) return [];
  const part = await page.doc.loadPart(import('./embedParams.tsx'));
  return part?.listUnmatchedParams(page, keys) ?? [];
}

/**
 * Lets wheel and touch scroll the embedding page until the reader clicks into the run; again after
 * Escape or a loss of focus. A finger on a target always drags the target; two fingers rotate the
 * view.
 */
function captureInput(host: HTMLElement, neverCapture: boolean): () => void {
  const over = new AbortController();
  const { signal } = over;
  const hold = (holding: boolean): void => {
    host.dataset.held = String(holding);
  };
  hold(true);
  const isHeld = (): boolean => host.dataset.held === 'true';
  host.addEventListener(
    'wheel',
    (event) => {
      if (isHeld()) event.stopPropagation();
      else event.preventDefault(); // Otherwise the embedding page would scroll, too.
    },
    { capture: true, passive: false, signal },
  );
  host.tabIndex = -1;
  host.addEventListener(
    'click',
    () => {
      hold(neverCapture);
      // A click in the picture does not move the focus by itself; after it, keys go to the run.
      if (!document.hasFocus()) host.focus({ preventScroll: true });
    },
    { signal },
  );
  window.addEventListener('blur', () => hold(true), { signal });
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hold(true);
    },
    { capture: true, signal },
  );
  return () => over.abort();
}
