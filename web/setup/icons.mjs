/** `node web/setup/icons.mjs` writes web/public's icons from the mark in web/favicon.svg. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './needs.mjs';
import { asProgram, root } from './tools.mjs';

const INK = '#16181d';
const GROUND = '#f7f7f5';
/**
 * Size of the mark as a fraction of the icon. The mark fits within the central 80 % that masks
 * preserve.
 */
const SHARE = 0.62;

/** Returns the SVG of the mark on a square, which operating systems crop. */
export function iconSvg(favicon) {
  const mark = favicon
    .replace(/<style>.*?<\/style>\s*/s, '')
    .replace('<g>', `<g stroke="${INK}" fill="${INK}">`)
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    .trim();
  const [, attributes] = favicon.match(/viewBox="0 0 16 16" ([^>]*)>/);
  const edge = 8 * (1 - SHARE);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" ${attributes}>
  <path d="M0 0h16v16H0Z" fill="${GROUND}"/>
  <g transform="translate(${edge.toFixed(2)} ${edge.toFixed(2)}) scale(${SHARE})">
  ${mark}
  </g>
</svg>
`;
}

asProgram(import.meta.url, async () => {
  const { chromium: driver } = await import('playwright-core');
  const svg = iconSvg(readFileSync(join(root, 'web/favicon.svg'), 'utf8'));
  const put = (name, content) => writeFileSync(join(root, 'web/public', name), content);
  put('icon.svg', svg);
  const browser = await driver.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const size of [192, 512]) {
    await page.setViewportSize({ width: size, height: size });
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    await page.setContent(`<body style="margin: 0"><img width="${size}" src="${source}">`);
    await page.evaluate(() => document.images[0].decode());
    put(`icon-${size}.png`, await page.screenshot());
  }
  await browser.close();
});
