/** The picture of a card: its robot as Compare draws it; as lines where nothing can be drawn. */

import { onTheme } from '@iklab/scene/dom';
import { loadMachineDrawing, type PicturedRun, ScenePictures } from '@iklab/scene/view';
import type { Sketch } from 'iklab/run';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { played, SketchPicture } from '../../ui/thumbnailPicture.tsx';
import css from './gallery.module.css';

/** One renderer for all cards; another object where colours have changed. */
export interface CardRenderer {
  /** Null: nothing can be drawn here. */
  readonly pictures: ScenePictures | null;
}

/** As long as the gallery is open; null: not yet. */
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

/** `plays`: it moves once. */
export function RunPicture(props: {
  readonly renderer: CardRenderer | null;
  readonly run: PicturedRun;
  readonly sketch: Sketch;
  readonly plays: boolean;
}) {
  const { renderer, run, sketch, plays } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = run.angles.length - 1;
  useEffect(() => {
    if (canvas.current) renderer?.pictures?.draw(run, last, canvas.current);
  }, [renderer, run]);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const [to, pictures] = [canvas.current, renderer?.pictures];
    if (!plays || still || !to || !pictures) return;
    return played((share) => pictures.draw(run, Math.round(share * last), to));
  }, [plays, renderer, run]);
  if (!renderer) return null;
  if (!renderer.pictures) return <SketchPicture of={sketch} plays={plays} />;
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} class={css.picture} />
    </span>
  );
}
