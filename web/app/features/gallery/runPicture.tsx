/**
 * The picture of a card: the robot as Compare draws it. Until it is drawn, and without WebGL, a
 * line drawing.
 */

import { onTheme } from '@iklab/scene/dom';
import { loadMachineDrawing, type PicturedRun, ScenePictures } from '@iklab/scene/view';
import type { Sketch } from 'iklab/run';
import { threadTime } from 'iklab/time';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { played, SketchPicture } from '../../ui/thumbnailPicture.tsx';
import css from './gallery.module.css';

/** A renderer shared by all cards; replaced when colours change. */
export interface CardRenderer {
  /** Null if nothing can be drawn, for example without WebGL. */
  readonly pictures: ScenePictures | null;
}

/** Exists while the gallery is open; null before it is loaded. */
export function useCardRenderer({ scope }: Page): CardRenderer | null {
  const [renderer, set] = useState<CardRenderer | null>(null);
  useEffect(() => {
    const { root } = scope.services;
    const pictures = picturesOn(root);
    const gone = new AbortController();
    const ended = gone.signal;
    loadMachineDrawing().then(() => {
      if (ended.aborted) return;
      set({ pictures });
      onTheme({ root, ended }, () => set({ pictures }));
    });
    return () => {
      gone.abort();
      pictures?.dispose();
    };
  }, [scope]);
  return renderer;
}

function picturesOn(root: HTMLElement): ScenePictures | null {
  try {
    return new ScenePictures(root);
  } catch {
    return null;
  }
}

const PATIENCE = 200; // Milliseconds to wait for the page to be idle.

/** With `plays`, the motion is shown once. */
export function RunPicture(props: {
  readonly renderer: CardRenderer | null;
  readonly run: PicturedRun;
  readonly sketch: Sketch;
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
    const cancel = threadTime.idle(() => {
      pictures.draw(run, last, to);
      setDrawn(true);
    }, PATIENCE);
    return () => {
      cancel();
      setDrawn(false);
    };
  }, [renderer, run]);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const to = canvas.current;
    if (!plays || still || !to || !pictures || !drawn) return;
    return played((share) => pictures.draw(run, Math.round(share * last), to));
  }, [plays, drawn, renderer, run]);
  return (
    <>
      {!drawn && <SketchPicture of={sketch} plays={plays} />}
      {pictures && (
        <span aria-hidden="true">
          <canvas ref={canvas} class={css.picture} />
        </span>
      )}
    </>
  );
}
