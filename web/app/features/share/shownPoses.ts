import type { Page } from '../../page.ts';
import type { PoseOfMethod } from './posesXmlComment.ts';

export function shownPoses({ doc, history, timeline }: Page): readonly PoseOfMethod[] {
  const instances = doc.session.peek()?.instances ?? [];
  if (!history) return [];
  const entry = timeline.peek()?.shownEntry ?? history.last;
  return instances.map(({ label }, i) => ({
    label: label.peek(),
    values: [...history.angles(entry, i)],
  }));
}
