/**
 * The fonts that Chromium sees in a test: a fixed set, because installed fonts differ between
 * machines. Where Chromium does not use fontconfig (not on Linux) it sees the installed ones.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `none`: only a font that the page does not name, as Chromium does not start without fonts. */
const files = {
  wide: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'],
  narrow: ['LiberationSansNarrow-Regular.ttf', 'LiberationSansNarrow-Bold.ttf'],
  none: ['DejaVuSansMono.ttf'],
} as const;

/** A set of fonts for a browser; `machine`: the installed fonts. */
export type BrowserFontSet = keyof typeof files | 'machine';

/**
 * Returns the environment variables of a browser with these fonts; call `done` once it is closed.
 */
export function makeFontEnvironment(fonts: BrowserFontSet): {
  env: NodeJS.ProcessEnv;
  done(): void;
} {
  if (fonts === 'machine') return { env: process.env, done: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'iklab-fonts-'));
  const config = join(folder, 'fonts.conf');
  const chosen = files[fonts].map((name) => `<glob>*/${name}</glob>`).join('');
  writeFileSync(
    config,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}</cachedir>
  <selectfont>
    <rejectfont><glob>*.*</glob></rejectfont>
    <acceptfont>${chosen}</acceptfont>
  </selectfont>
</fontconfig>
`,
  );
  const done = () => rmSync(folder, { recursive: true, force: true });
  return { env: { ...process.env, FONTCONFIG_FILE: config }, done };
}
