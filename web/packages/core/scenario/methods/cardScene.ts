import type { MethodCardScene } from './catalogue.ts';

/** Returns the document of a card's scene, with the card's texts as name and note. */
export function cardSceneDocument({
  title,
  text,
  document,
}: MethodCardScene): Record<string, unknown> {
  return { ...document, name: title, note: text };
}
