import type { PageLocation } from '@iklab/core/document';
import { countWord } from '@iklab/core/format';
import type { PhoneSheetTab, Session, ViewState } from '@iklab/run/session';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Introduction } from '../features/introduction/introduction.tsx';
import { SceneMethodsColumn } from '../features/scene/sceneMethodsColumn.tsx';
import type { Page } from '../page.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { makeLazyComponent } from '../ui/makeLazyComponent.tsx';
import { NoticeBanner } from './noticeBanner.tsx';
import { PageHeader } from './pageHeader.tsx';
import { PaneFrame } from './paneFrame.tsx';
import { PlaybackControls } from './playbackControls.tsx';
import { StoryBar } from './storyBar.tsx';
import { ViewBar } from './viewbar.tsx';

const TABS: readonly (readonly [PhoneSheetTab, string, IconName])[] = [
  ['views', 'Views', 'grid'],
  ['methods', 'Methods', 'list'],
  ['charts', 'Charts', 'chart'],
  ['more', 'More', 'more'],
];

function TabBar({ viewState: { tab, inspected, solutions } }: { readonly viewState: ViewState }) {
  return (
    <nav class="tabbar" aria-label="Sheet">
      {TABS.map(([id, name, icon]) => (
        <button
          key={id}
          type="button"
          aria-current={tab.value === id ? 'page' : undefined}
          onClick={() => {
            tab.value = id;
            inspected.value = null;
          }}
        >
          <Icon name={icon} size={20} />
          <span>{id === 'charts' && solutions.value ? 'Solutions' : name}</span>
        </button>
      ))}
    </nav>
  );
}

const Gallery = makeLazyComponent(async () => (await import('./finders.ts')).Gallery);
const Picker = makeLazyComponent(async () => (await import('./finders.ts')).MethodPicker);
const Palette = makeLazyComponent(async () => (await import('./finders.ts')).CommandPalette);
const Inspector = makeLazyComponent(async () => (await import('./laterParts.ts')).InspectorContent);
const ShareDialog = makeLazyComponent(async () => (await import('./laterParts.ts')).ShareDialog);
const TextDialog = makeLazyComponent(
  async () => (await import('./laterParts.ts')).DocumentTextDialog,
);
export const WhyCard = makeLazyComponent(
  async () => (await import('./laterParts.ts')).WhyUnreachedPopover,
);
const Sheet = makeLazyComponent(async () => (await import('./laterParts.ts')).BottomSheet);
const LogQuestion = makeLazyComponent(
  async () => (await import('../features/logs/unclearLogDialog.tsx')).UnclearLogDialog,
);
const Marks = makeLazyComponent(async () => (await import('./laterParts.ts')).MethodMarkButtons);
const SplitBar = makeLazyComponent(async () => (await import('./laterParts.ts')).PaneSplitBar);
const Presentation = makeLazyComponent(
  async () => (await import('./laterParts.ts')).PresentationView,
);
const FormulaColumn = makeLazyComponent(
  async () => (await import('../features/formula/formulaColumn.tsx')).FormulaColumn,
);
const Methods = makeLazyComponent(
  async () => (await import('../features/methods/methodsPage.tsx')).MethodsPage,
);
const ClosedForm = makeLazyComponent(
  async () =>
    (await import('../features/methods/closedForm/closedFormArticle.tsx')).ClosedFormArticle,
);
const Studies = makeLazyComponent(
  async () => (await import('../features/studies/studiesPage.tsx')).StudiesPage,
);
const Crowd = makeLazyComponent(
  async () => (await import('../features/crowd/crowdPage.tsx')).CrowdPage,
);
const MapInScene = makeLazyComponent(
  async () => (await import('../features/map/mapInScene.tsx')).MapInScene,
);
const Solutions = makeLazyComponent(
  async () => (await import('../features/solutions/solutionStrip.tsx')).SolutionStrip,
);
const KeysDialog = makeLazyComponent(
  async () => (await import('./laterParts.ts')).KeyboardShortcutsDialog,
);

/** The caller creates `canvas`, because `canvas` outlives every scene. */
export function App({ page, canvas }: { page: Page; canvas: HTMLCanvasElement }) {
  const session = page.doc.session.value;
  if (!session) return null;
  const sidePage = page.viewState.openPage.value;
  const close = (): void => {
    page.doc.notice.value = null;
  };
  const inspected = page.viewState.inspected.value !== null;
  const shut = (): void => {
    page.viewState.inspected.value = null;
  };
  const why = page.viewState.why.value;
  const sheeted = why !== null && page.viewState.narrow.value;
  const writing = page.viewState.writing.value !== null;
  const isNarrow = page.viewState.narrow.value;
  const solutions = page.viewState.solutions.value;
  const written = writing && isNarrow && !inspected && !sheeted;
  const stopWriting = (): void => {
    page.viewState.writing.value = null;
  };
  const unask = (): void => {
    page.viewState.why.value = null;
  };
  return (
    <>
      {!sidePage && <Skip page={page} />}
      <PageHeader page={page} />
      {sidePage && <SidePage page={page} {...sidePage} />}
      <main
        class="compare"
        style={splitStyle(page)}
        data-tab={page.viewState.tab.value}
        data-inspected={inspected || sheeted || written}
        data-introducing={page.viewState.introducing.value}
        data-written={writing && !isNarrow}
        data-solutions={solutions}
      >
        {page.doc.notice.value && <NoticeBanner notice={page.doc.notice.value} close={close} />}
        {writing && !isNarrow ? (
          <FormulaColumn page={page} />
        ) : page.viewState.introducing.value ? (
          <Introduction page={page} session={session} />
        ) : (
          <SceneMethodsColumn page={page} session={session} />
        )}
        <div class="stage">
          {page.viewState.mapInScene.value && !sidePage && <MapInScene page={page} />}
          <ScenePanes
            key={makeSessionSlotsKey(session)}
            page={page}
            session={session}
            canvas={canvas}
          />
          {(inspected || written) && !sheeted && <Marks page={page} session={session} />}
        </div>
        <ViewBar page={page} />
        <StoryBar page={page} session={session} />
        <SplitBar page={page} split="left" />
        <ChartStrip page={page} />
        {solutions && <Solutions page={page} />}
        <SplitBar page={page} split="charts" />
        <SplitBar page={page} split="inspector" />
        {sheeted && (
          <Sheet key="why" page={page} close={unask}>
            <WhyCard page={page} asker={why} />
          </Sheet>
        )}
        {written && (
          <Sheet key="text" page={page} close={stopWriting}>
            <FormulaColumn page={page} />
          </Sheet>
        )}
        {inspected && !sheeted && (
          <Sheet page={page} close={shut}>
            <Inspector page={page} />
          </Sheet>
        )}
      </main>
      <PlaybackControls page={page} session={session} />
      <TabBar viewState={page.viewState} />
      {page.viewState.presenting.value && <Presentation page={page} />}
      {why && !sheeted && <WhyCard page={page} asker={why} />}
      <OpenDialog page={page} />
    </>
  );
}

function SidePage({ page, mode, id }: PageLocation & { page: Page }) {
  return (
    <main class={`beside ${mode}`}>
      {mode === 'methods' && (
        <Methods page={page} id={id} closedForm={<ClosedForm page={page} />} />
      )}
      {mode === 'studies' && <Studies page={page} id={id} />}
      {mode === 'crowd' && <Crowd key={id} page={page} id={id} />}
    </main>
  );
}

function splitStyle({ splits: { positions } }: Page): Record<string, string> {
  const moved = Object.entries(positions.value);
  return Object.fromEntries(
    moved.map(([split, position]) => [`--${split}`, `${position / 16}rem`]),
  );
}

/**
 * A button that moves the focus to the handles in the 3D view. Not a link, because the fragment
 * encodes the scene.
 */
function Skip({ page }: { page: Page }) {
  const { host } = page.scope;
  const skip = (): void => host.querySelector<HTMLElement>('.handles > button')?.focus();
  return (
    <button type="button" class="skip" onClick={skip}>
      Skip to the first target
    </button>
  );
}

function OpenDialog({ page }: { page: Page }) {
  const close = (): void => {
    page.viewState.openDialog.value = null;
  };
  if (page.viewState.openDialog.value === 'scenes') return <Gallery page={page} close={close} />;
  if (page.viewState.openDialog.value === 'methods') return <Picker page={page} close={close} />;
  if (page.viewState.openDialog.value === 'commands') return <Palette page={page} close={close} />;
  if (page.viewState.openDialog.value === 'share') return <ShareDialog page={page} close={close} />;
  if (page.viewState.openDialog.value === 'text') return <TextDialog page={page} close={close} />;
  if (page.viewState.openDialog.value === 'log') return <LogQuestion page={page} close={close} />;
  return page.viewState.openDialog.value === 'keys' ? (
    <KeysDialog page={page} close={close} />
  ) : null;
}

export function ChartStrip({ page }: { page: Page }) {
  const host = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    page.loadCharts(host.current as HTMLElement);
  }, []);
  return <section class="chart-strip" aria-label="Charts" ref={host} />;
}

interface PanesProps {
  readonly page: Page;
  readonly session: Session;
  readonly canvas: HTMLCanvasElement;
}

export function ScenePanes({ page, session, canvas }: PanesProps) {
  const frame = useRef<HTMLElement>(null);
  const { instances } = session;
  const visible = page.viewState.visible.value;
  useLayoutEffect(() => {
    const box = frame.current as HTMLElement;
    canvas.role = 'img';
    canvas.ariaLabel = describe(session);
    box.prepend(canvas);
    page.panesReady(session, [...box.querySelectorAll<HTMLElement>('.pane')]);
  }, [session]);
  return (
    <section
      class="panes"
      data-count={page.viewState.layout.value === 'one' ? 1 : visible.filter(Boolean).length}
      data-layout={page.viewState.layout.value}
      data-lost={page.contextLost.value}
      ref={frame}
      aria-label="Views: arrow keys move the camera, Shift and arrow keys rotate it"
    >
      {instances.map((panel, i) => (
        <PaneFrame key={panel.slot} page={page} panel={panel} hidden={!visible[i]} />
      ))}
      {page.contextLost.value && (
        <p class="lost" role="alert">
          The graphics driver was reset. The view returns when it recovers; the run continues.
        </p>
      )}
    </section>
  );
}

/** Returns a component key of a session's panes. Sessions with equal slots share pane elements. */
export const makeSessionSlotsKey = ({ instances }: Session): string =>
  instances.map(({ slot }) => slot).join(' ');

function describe({ instances, scene }: Session): string {
  const names = instances.map((panel) => panel.label.value).join(', ');
  const targets = scene.scenario.targets.length;
  const targetsText = targets === 1 ? 'one target' : `${countWord(targets)} targets`;
  return (
    `Three-dimensional view of ${scene.scenario.name}: the same mechanism following ${targetsText}, ` +
    `one view per method: ${names}. Each title shows the method’s error.`
  );
}
