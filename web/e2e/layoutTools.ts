/** Layout errors. These functions run in the page. */

/** Returns the texts of tags (labels in the panes) that leave their pane or overlap another tag. */
export function findMisplacedTags(): string[] {
  const bad: string[] = [];
  for (const pane of document.querySelectorAll('.pane')) {
    const frame = pane.getBoundingClientRect();
    const boxes = [...pane.querySelectorAll<HTMLElement>('.tag:not([hidden])')].map((tag) => {
      const parts = [...tag.children].map((part) => part.getBoundingClientRect());
      const edge = (pick: (box: DOMRect) => number, of: (...values: number[]) => number) =>
        of(...parts.map(pick));
      return {
        text: tag.textContent ?? '',
        left: edge((box) => box.left, Math.min),
        right: edge((box) => box.right, Math.max),
        top: edge((box) => box.top, Math.min),
        bottom: edge((box) => box.bottom, Math.max),
      };
    });
    boxes.forEach((a, i) => {
      const inside =
        a.left >= frame.left &&
        a.right <= frame.right &&
        a.top >= frame.top &&
        a.bottom <= frame.bottom;
      if (!inside) bad.push(`${a.text} leaves its pane`);
      for (const b of boxes.slice(i + 1)) {
        const apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        if (!apart) bad.push(`${a.text} lies on ${b.text}`);
      }
    });
  }
  return bad;
}

/** Returns elements outside the window, and titles that overflow their pane. */
export function findOverflowingElements(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push('page');
  const parts =
    'header, header *, .transport, .transport *, .tabbar, .notice, .pane, .column, .chart-strip';
  for (const part of document.querySelectorAll(parts)) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (!inside) found.push(part.outerHTML.slice(0, 120));
    const box = part.closest('.pane')?.getBoundingClientRect();
    if (box && right > box.right + 0.5) found.push(`out of its pane: ${part.outerHTML}`);
  }
  return found;
}
