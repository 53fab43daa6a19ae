import type { Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { count } from '../session/format.ts';
import type { Notice as NoticeText } from '../session/link.ts';
import type { Session } from '../session/session.ts';
import { Logo } from './icon.tsx';
import { Caption } from './legend.tsx';
import { Notice } from './notice.tsx';
import { Pane } from './pane.tsx';
import { type Controls, Transport } from './transport.tsx';

/** What the page shows; `null`s: nothing yet, nothing to say. */
export interface Page extends Controls {
  readonly session: Signal<Session | null>;
  readonly notice: Signal<NoticeText | null>;
  /** The graphics context is gone for now. */
  readonly lost: Signal<boolean>;
  /** The panes of a session stand in the page. */
  mounted(session: Session, panes: readonly HTMLElement[]): void;
}

/** `canvas` is made outside, before the page: it must outlive every scene. */
export function App({ page, canvas }: { page: Page; canvas: HTMLCanvasElement }) {
  const session = page.session.value;
  if (!session) return null;
  const { name } = session.scene.scenario;
  return (
    <>
      <header class="top">
        <h1>
          <Logo />
          IK Lab
        </h1>
        <p class="scene-name">{name}</p>
      </header>
      <Caption scene={session.scene} />
      <main>
        {page.notice.value && (
          <Notice
            notice={page.notice.value}
            close={() => {
              page.notice.value = null;
            }}
          />
        )}
        <Panes key={session} page={page} session={session} canvas={canvas} />
      </main>
      <Transport session={session} controls={page} />
    </>
  );
}

interface PanesProps {
  readonly page: Page;
  readonly session: Session;
  readonly canvas: HTMLCanvasElement;
}

function Panes({ page, session, canvas }: PanesProps) {
  const frame = useRef<HTMLElement>(null);
  const { panels, scene } = session;
  useLayoutEffect(() => {
    const box = frame.current as HTMLElement;
    canvas.role = 'img';
    canvas.ariaLabel = describe(session);
    box.prepend(canvas);
    page.mounted(session, [...box.querySelectorAll<HTMLElement>('.pane')]);
  }, [session]);
  return (
    <section
      class="panes"
      data-count={panels.length}
      data-lost={page.lost.value}
      ref={frame}
      aria-label="Views: arrow keys move the camera, with Shift they turn it"
    >
      {panels.map((panel, i) => (
        <Pane key={`${i} ${scene.scenario.name}`} panel={panel} />
      ))}
      {page.lost.value && (
        <p class="lost" role="alert">
          The graphics driver took the picture away. It comes back when the driver does; the numbers
          go on.
        </p>
      )}
    </section>
  );
}

function describe({ panels, scene }: Session): string {
  const names = panels.map((panel) => panel.label).join(', ');
  const targets = scene.scenario.targets.length;
  const what = targets === 1 ? 'one target' : `${count(targets)} targets`;
  return (
    `Three-dimensional picture of ${scene.scenario.name}: the same mechanism following ${what}, ` +
    `one view for each method: ${names}. The error of each stands in its title.`
  );
}
