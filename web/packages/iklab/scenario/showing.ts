import type { Showing } from './catalogue.ts';

/** The scene that shows what a method is good or bad at, with its sentence as title and note. */
export function showingDocument({ title, text, document }: Showing): Record<string, unknown> {
  return { ...document, name: title, note: text };
}
