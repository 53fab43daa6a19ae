import {
  type CrowdSpec,
  formatCrowdAddress,
  openSceneLink,
  readCrowdAddress,
  withComparisonPanels,
} from '@iklab/core/document';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import css from './crowd.module.css';
import { CrowdHeader, CrowdPlaybackControls } from './crowdBars.tsx';
import { CrowdRun } from './crowdRun.ts';
import { CrowdSizeControl } from './crowdSizeControl.tsx';

const DEFAULT_SCENE = '#preset=ur5e';
const LOAD_FAULT =
  'A part of the page could not be loaded. Check the connection and load the page again';
const CLICK = 6; // Pixels between press and release.

/** Shows the crowd page. `id`: part of the address with scene and settings. */
export function CrowdPage({ page, id }: { readonly page: Page; readonly id: string }) {
  const [read] = useState(() =>
    readCrowdAddress(
      id,
      page.doc.catalogue.methods.map((row) => row.id),
    ),
  );
  const [opened, setOpened] = useState<OpenedScene | null>(null);
  const [faults, setFaults] = useState(read.faults);
  useEffect(() => {
    let wanted = true;
    // The full module, which also solves crowds.
    page.doc
      .withFullModule(() => openScene(page, read.scene))
      .then((made) => {
        if (!wanted) return;
        if (!made) return setFaults([...read.faults, LOAD_FAULT]);
        const { scene, fragment, notice } = made;
        setOpened({ scene, fragment });
        if (notice?.reasons)
          setFaults([
            ...read.faults,
            ...notice.reasons.map(({ path, reason }) => `${path} ${reason}`),
          ]);
      });
    return () => {
      wanted = false;
    };
  }, []);
  return (
    <section class={css.crowd} aria-label="Crowd">
      {faults.length > 0 && (
        <p class={css.fault} role="alert">
          {faults.join('. ')}.
        </p>
      )}
      {opened && <Running page={page} spec={read.spec} {...opened} />}
    </section>
  );
}

interface OpenedScene {
  readonly scene: Scene;
  /** Fragment from which the scene was opened; '' if the scene is too large for a fragment. */
  readonly fragment: string;
}

async function openScene({ doc }: Page, fragment: string) {
  if (fragment === '') {
    const own = doc.editor.scenario.peek();
    if ((await doc.address.makeLink(own)) === null)
      return { scene: resolveScenario(own), fragment, notice: null };
  }
  const known = fragment || DEFAULT_SCENE;
  return { ...(await openSceneLink(known, doc.catalogue)), fragment: known };
}

interface RunningProps extends OpenedScene {
  readonly page: Page;
  readonly spec: CrowdSpec;
}

function Running({ page, scene, spec, fragment }: RunningProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [run, setRun] = useState<CrowdRun | null>(null);
  const [refusal, refuse] = useState('');
  const { services } = page.scope;
  useEffect(() => {
    const box = canvas.current as HTMLCanvasElement;
    let made: CrowdRun;
    try {
      made = new CrowdRun(page, box, scene, spec);
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
      return;
    }
    const watch = new ResizeObserver(() => made.measure());
    watch.observe(box);
    const stop = made.spec.subscribe((current) => {
      services.setTitle(`Crowd of ${current.count} · IK Lab`);
      const to = formatCrowdAddress(current, fragment);
      if (services.address.fragment !== to) services.address.replace(null, to);
    });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) made.loop.play();
    setRun(made);
    return () => {
      stop();
      watch.disconnect();
      made.dispose();
    };
  }, []);
  const open = (instance: number): void => {
    if (!run || instance < 0) return;
    const { doc } = page;
    const chosen = withComparisonPanels(run.sceneOf(instance), run.panel, doc.catalogue);
    doc.openScene(chosen, { methods: false }).then(() => page.openPage(null));
  };
  return (
    <>
      {run && (
        <div class={css.above}>
          <CrowdHeader page={page} run={run} scene={scene} />
          <CrowdSizeControl run={run} />
        </div>
      )}
      <div class={css.picture}>
        <Picture canvas={canvas} run={run} open={open} />
        {refusal && (
          <p class={css.fault} role="alert">
            {refusal}.
          </p>
        )}
      </div>
      {run && (
        <CrowdPlaybackControls
          page={page}
          run={run}
          linked={fragment !== ''}
          open={() => open(0)}
        />
      )}
    </>
  );
}

interface PictureProps {
  readonly canvas: { readonly current: HTMLCanvasElement | null };
  readonly run: CrowdRun | null;
  readonly open: (instance: number) => void;
}

function Picture({ canvas, run, open }: PictureProps) {
  const down = useRef({ x: 0, y: 0 });
  return (
    <canvas
      ref={canvas as never}
      role="img"
      aria-label="All instances, seen from above. Arrow keys move the camera"
      onPointerDown={({ clientX: x, clientY: y }) => {
        down.current = { x, y };
      }}
      onPointerMove={({ clientX: x, clientY: y }) => {
        if (run?.magnet.peek()) run.attract({ x, y });
      }}
      onPointerLeave={() => run?.attract(null)}
      onPointerUp={({ clientX: x, clientY: y, button }) => {
        const isClick = Math.hypot(x - down.current.x, y - down.current.y) < CLICK;
        if (run && isClick && button === 0 && !run.magnet.peek()) open(run.instanceAt(x, y));
      }}
    />
  );
}
