import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { Session } from '@iklab/run/session';
import { onThemeChange } from '@iklab/scene/dom';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../page.ts';
import css from './solutions.module.css';

const DRAW_INTERVAL = 300; // Milliseconds between two drawings of a pose that moves.
const MAX_ATTEMPTS = 10;

interface SolutionPictureProps {
  readonly page: Page;
  readonly session: Session;
  /** Values of the independent joints. */
  readonly theta: readonly number[];
  /** Poses that must fit into the picture. */
  readonly room: readonly (readonly number[])[];
}

/** Small picture of the robot in a pose. Drawn again when the pose or the size changes. */
export function SolutionPicture({ page, session, theta, room }: SolutionPictureProps) {
  const box = useRef<HTMLSpanElement>(null);
  const pose = useRef({ theta, room });
  pose.current = { theta, room };
  const drawSoon = useRef<() => void>(() => {});
  useEffect(() => {
    const element = box.current as HTMLElement;
    const end = new AbortController();
    let cancel: CancelCallback | undefined;
    const draw = async (attempts: number): Promise<void> => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      const { theta, room } = pose.current;
      const picture = await page.stage.drawPosePicture(theta, { width, height }, { room });
      if (end.signal.aborted) return;
      if (picture) element.replaceChildren(picture);
      // The panes of the session may not be open yet.
      else if (attempts > 1) wait(attempts - 1, DRAW_INTERVAL);
    };
    const wait = (
      attempts = MAX_ATTEMPTS,
      delay = element.firstChild ? DRAW_INTERVAL : 0,
    ): void => {
      cancel ??= threadTime.schedule(delay, () => {
        cancel = undefined;
        draw(attempts);
      });
    };
    drawSoon.current = wait;
    const sizes = new ResizeObserver(() => wait());
    sizes.observe(element);
    const { root } = page.scope.services;
    onThemeChange({ root, signal: end.signal }, () => wait());
    return () => {
      end.abort();
      cancel?.();
      sizes.disconnect();
    };
  }, [session]);
  useEffect(() => drawSoon.current(), [room]);
  return <span class={css.picture} ref={box} />;
}
