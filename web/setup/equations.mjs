/** The equations of the method table as MathML, made when the page is built. */
import temml from 'temml';

/** Throws where the LaTeX has a mistake. */
export function mathml(latex) {
  const aligns = latex.includes('&') && !latex.includes('\\begin');
  const whole = aligns ? `\\begin{aligned}${latex}\\end{aligned}` : latex;
  const markup = temml.renderToString(whole, { displayMode: true, throwOnError: true });
  // the page's policy forbids inline styles; what they say of columns, a class does
  return markup
    .replaceAll(/class="([^"]*)" style="padding-left:1em;[^"]*"/g, 'class="$1 tml-gap"')
    .replaceAll(/ style="[^"]*"/g, '');
}
