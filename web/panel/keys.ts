const OWN_SPACE = 'button, a, input, textarea, select, summary, [contenteditable]';

/** Space plays and pauses, unless it already means something where the focus is. */
export function onSpace(act: () => void): void {
  window.addEventListener('keydown', (event) => {
    const { target } = event;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
    if (event.key !== ' ' || !plain) return;
    if (target instanceof Element && target.closest(OWN_SPACE)) return;
    event.preventDefault();
    act();
  });
}
