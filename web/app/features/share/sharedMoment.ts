import type { Moment } from 'iklab/document';
import type { Page } from '../../page.ts';

export function momentOf(page: Page): Moment {
  const { doc, viewState, playing, timeline } = page;
  const back = (timeline.peek()?.entry.peek() ?? null) !== null;
  const ended = doc.session.peek()?.finished ?? false;
  return {
    viewpoint: page.viewpoint(),
    layout: viewState.layout.peek(),
    paused: back || (!playing.peek() && !ended),
    frame: page.framesShown(),
    hidden: viewState.hidden.peek(),
  };
}
