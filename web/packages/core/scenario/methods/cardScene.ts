import type { CardScene } from './catalogue.ts';

/** The card's texts become name and note. */
export function cardSceneDocument({ title, text, document }: CardScene): Record<string, unknown> {
  return { ...document, name: title, note: text };
}
