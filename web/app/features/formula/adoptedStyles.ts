import { StyleModule } from 'style-mod';

/**
 * The editor's own styles, in a layer below those of the page. By default the editor adds a style
 * element, which the page's policy forbids; adopted style sheets are allowed.
 */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    for (const each of Array.isArray(modules) ? modules : [modules]) adopt(root, each);
  };
}

const adopted = new WeakMap<DocumentOrShadowRoot, Set<StyleModule>>();

/** Adopts each style module once per document. */
function adopt(root: DocumentOrShadowRoot, styles: StyleModule): void {
  const present = adopted.get(root) ?? new Set();
  if (present.has(styles)) return;
  adopted.set(root, present.add(styles));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer editor {${styles.getRules()}}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
