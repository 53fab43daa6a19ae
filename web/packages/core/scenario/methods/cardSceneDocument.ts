import type { MethodCardScene } from './catalogue.ts';

export function cardSceneDocument({
  title,
  text,
  document,
}: MethodCardScene): Record<string, unknown> {
  return { ...document, name: title, note: text };
}
