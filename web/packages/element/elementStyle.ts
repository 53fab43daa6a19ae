/** Style sheet inside `<ik-lab>`. Rules of the embedding page take precedence. */
const CSS_TEXT = `
:host { display: block; position: relative; aspect-ratio: 16 / 10; min-height: 240px; max-width: 100%;
  box-sizing: border-box; overflow: hidden;
  border: 1px solid light-dark(#c6c7c3, #434955); border-radius: 8px; background: light-dark(#fff, #15171c); }
:host([hidden]) { display: none; }
@media (max-width: 480px) { :host { aspect-ratio: 1; } }
iframe, .still { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
iframe { color-scheme: auto; }
.still { display: grid; place-items: center; background: center / contain no-repeat; print-color-adjust: exact; }
.still[hidden] { display: none; }
i { position: absolute; visibility: hidden; color: light-dark(#fff, #000); transition: color 1ms; }
slot { position: absolute; inset: 0; display: block; }
.still[data-bare='true'] slot { display: none; }
::slotted(*) { max-width: 100%; max-height: 100%; }
::slotted(a:has(> img:only-child)) { display: block; width: 100%; height: 100%; }
button { position: absolute; left: 12px; bottom: 12px; display: grid; place-items: center; width: 44px; height: 44px;
  padding: 0 0 0 2px; border: 0; border-radius: 50%; color: light-dark(#fff, #1f0f06);
  background: light-dark(#c8410b, #ff8a4f); cursor: pointer; }
button:focus-visible { outline: 2px solid light-dark(#c8410b, #ff8a4f); outline-offset: 2px; }
.failed { position: absolute; inset: auto 0 0; padding: 10px 14px; font: 15px/1.4 system-ui, sans-serif;
  color: light-dark(#1c1d1f, #eceae5); background: light-dark(#f2f1ee, #22252c); }
.failed[hidden], .still:has(~ .failed:not([hidden])) button { display: none; }
.failed:not([hidden]) ~ iframe { visibility: hidden; }
.failed a { color: inherit; }
@media print { iframe, .failed { display: none; } .still { display: grid !important; } }
`;

let sharedSheet: CSSStyleSheet | null = null;

/**
 * Returns the style sheet of all `<ik-lab>` elements. A constructed sheet is not blocked by a
 * content security policy.
 */
export function getElementStyle(): CSSStyleSheet {
  if (!sharedSheet) {
    sharedSheet = new CSSStyleSheet();
    sharedSheet.replaceSync(CSS_TEXT);
  }
  return sharedSheet;
}
