import { chromium as driver } from 'playwright-core';
import { chromium } from './needs.mjs';

/** WebGL 2 without a graphics card. */
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A Chromium in which robots are drawn, on any machine; `more`: flags of its own. */
export const drawingChromium = (more = []) =>
  driver.launch({ executablePath: chromium(), args: [...FLAGS, ...more] });
