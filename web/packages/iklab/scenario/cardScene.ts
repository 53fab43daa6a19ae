import type { CardScene } from './catalogue.ts';

/** The scene that shows what a method is good or bad at, with its sentence as title and note. */
export function cardSceneDocument({ title, text, document }: CardScene): Record<string, unknown> {
  return { ...document, name: title, note: text };
}
