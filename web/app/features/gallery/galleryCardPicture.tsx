/**
 * Picture of a gallery card: the robot as in Compare. While loading and without WebGL: a line
 * drawing.
 */

import { threadTime } from '@iklab/core/time';
import type { SceneSketch } from '@iklab/run/drawing';
import { onThemeChange } from '@iklab/scene/dom';
import { loadHousingDrawingCode, RunThumbnails, type ThumbnailRun } from '@iklab/scene/picture';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { animateProgress, SketchPicture } from '../../ui/sketchPicture.tsx';

/** Shared renderer of all gallery cards. New colours give another object. */
export interface GalleryCardRenderer {
  readonly pictures: RunThumbnails | null;
}

/**
 * Returns the shared renderer of the gallery; null while loading. The gallery disposes of the
 * renderer.
 */
export function useGalleryCardRenderer({ scope }: Page): GalleryCardRenderer | null {
  const [renderer, set] = useState<GalleryCardRenderer | null>(null);
  useEffect(() => {
    const { root } = scope.services;
    const pictures = createPictures(root);
    const controller = new AbortController();
    const endSignal = controller.signal;
    loadHousingDrawingCode().then(() => {
      if (endSignal.aborted) return;
      set({ pictures });
      onThemeChange({ root, signal: endSignal }, () => set({ pictures }));
    });
    return () => {
      controller.abort();
      pictures?.dispose();
    };
  }, [scope]);
  return renderer;
}

function createPictures(root: HTMLElement): RunThumbnails | null {
  try {
    return new RunThumbnails(root);
  } catch {
    return null;
  }
}

const MAX_WAIT = 200; // Milliseconds to wait for the page to be idle.

/** Shows the picture of a card's run. `plays`: plays the motion once. */
export function GalleryCardPicture(props: {
  readonly renderer: GalleryCardRenderer | null;
  readonly run: ThumbnailRun;
  readonly sketch: SceneSketch;
  readonly plays: boolean;
}) {
  const { renderer, run, sketch, plays } = props;
  const pictures = renderer?.pictures ?? null;
  const [drawn, setDrawn] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = run.angles.length - 1;
  // One picture per idle period, so that the gallery stays responsive where WebGL is slow.
  useEffect(() => {
    const to = canvas.current;
    if (!pictures || !to) return;
    const cancel = threadTime.requestIdle(() => {
      pictures.draw(run, last, to);
      setDrawn(true);
    }, MAX_WAIT);
    return () => {
      cancel();
      setDrawn(false);
    };
  }, [renderer, run]);
  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const to = canvas.current;
    if (!plays || reducedMotion || !to || !pictures || !drawn) return;
    return animateProgress((share) => pictures.draw(run, Math.round(share * last), to));
  }, [plays, drawn, renderer, run]);
  return (
    <>
      {!drawn && <SketchPicture sketch={sketch} plays={plays} />}
      {pictures && (
        <span aria-hidden="true">
          <canvas ref={canvas} />
        </span>
      )}
    </>
  );
}
