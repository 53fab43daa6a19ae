import { chromium as driver } from 'playwright-core';
import { chromium } from './needs.mjs';

/** Flags of Chromium for WebGL 2 without a graphics card. */
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Launches a Chromium that can draw robots on any machine; `more`: additional flags. */
export const launchChromium = (more = []) =>
  driver.launch({ executablePath: chromium(), args: [...FLAGS, ...more] });
