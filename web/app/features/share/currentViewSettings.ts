import type { ViewSettings } from '@iklab/core/document';
import type { Page } from '../../page.ts';

export function currentViewSettings(page: Page): ViewSettings {
  const { doc, viewState, playing, timeline } = page;
  const back = (timeline.peek()?.entry.peek() ?? null) !== null;
  const finished = doc.session.peek()?.finished ?? false;
  return {
    viewpoint: page.viewpoint(),
    layout: viewState.layout.peek(),
    paused: back || (!playing.peek() && !finished),
    frame: page.framesShown(),
    hidden: viewState.hidden.peek(),
  };
}
