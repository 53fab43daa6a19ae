/**
 * The fonts that Chromium sees in a test: chosen ones, for those of the machine are others on every
 * machine. Where Chromium does not ask fontconfig (not on Linux) it sees the machine's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `none` of those that the page names: one is left, as Chromium does not start without any. */
const files = {
  wide: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'],
  narrow: ['LiberationSansNarrow-Regular.ttf', 'LiberationSansNarrow-Bold.ttf'],
  none: ['DejaVuSansMono.ttf'],
} as const;

/** `machine`: those that are installed. */
export type Fonts = keyof typeof files | 'machine';

/** The environment of a browser that sees these; `done` when it has closed. */
export function browserFonts(fonts: Fonts): { env: NodeJS.ProcessEnv; done(): void } {
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
