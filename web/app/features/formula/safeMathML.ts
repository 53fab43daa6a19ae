const ELEMENTS =
  'math|mrow|mi|mo|mn|mtext|ms|mspace|mfrac|msqrt|mroot|mstyle|mpadded|mphantom|mfenced|msup|msub|msubsup|munder|mover|munderover|mtable|mtr|mtd';
const ATTRIBUTES =
  'display|mathvariant|stretchy|fence|form|separator|lspace|rspace|width|height|depth|accent|movablelimits|largeop|symmetric|minsize|maxsize|linethickness|columnalign|columnspacing|rowspacing|displaystyle|scriptlevel|xmlns';
const TAG = new RegExp(`</?(?:${ELEMENTS})(?: (?:${ATTRIBUTES})="[\\w .%:/+-]*")*\\s*/?>`, 'g');

/**
 * Returns MathML markup; '' if an element or attribute is not allowed. White space at the ends of
 * `mtext` becomes no-break spaces.
 */
export const safeMathML = (markup: string): string =>
  markup.replace(TAG, '').includes('<')
    ? ''
    : markup.replace(/(?<=<mtext>) | (?=<\/mtext>)/g, '\u00a0');
