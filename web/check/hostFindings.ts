/** Sentences of the check page on what works or is missing on the host or in the browser. */

export interface HostFinding {
  /** `note`: everything works, but could be better. */
  readonly sign: 'good' | 'lacking' | 'note';
  readonly text: string;
}

/** A file as the host serves it. */
export interface ServedFile {
  readonly path: string;
  /** HTTP status of the response; 0 if there was no answer. */
  readonly status: number;
  readonly type: string;
  readonly hash: string;
  /** True if the host compressed the file. */
  readonly packed: boolean;
}

const good = (text: string): HostFinding => ({ sign: 'good', text });
const lacking = (text: string): HostFinding => ({ sign: 'lacking', text });
const note = (text: string): HostFinding => ({ sign: 'note', text });

const MAX_LISTED = 5;
const listPaths = (paths: readonly string[]): string =>
  paths.length > MAX_LISTED
    ? `${paths.slice(0, MAX_LISTED).join(', ')} and ${paths.length - MAX_LISTED} more`
    : paths.join(', ');
const countFiles = (count: number): string => (count === 1 ? 'One file' : `${count} files`);

/** Per file extension: accepted types, expected type, and the sign and effect of other types. */
const CONTENT_TYPES: Readonly<
  Record<string, readonly [RegExp, string, HostFinding['sign'], string]>
> = {
  js: [
    /^(text|application)\/(x-)?javascript$/,
    'text/javascript',
    'lacking',
    'browsers do not run it',
  ],
  css: [/^text\/css$/, 'text/css', 'lacking', 'browsers ignore it'],
  html: [/^text\/html$/, 'text/html', 'lacking', 'browsers show its source text'],
  svg: [/^image\/svg\+xml$/, 'image/svg+xml', 'lacking', 'browsers do not draw it'],
  wasm: [
    /^application\/wasm$/,
    'application/wasm',
    'note',
    'the solver is compiled only after its download, not during it',
  ],
  webmanifest: [
    /^application\/(manifest\+)?json$/,
    'application/manifest+json',
    'note',
    'some browsers cannot install the page',
  ],
};

/** Checks the files that a host serves. `wanted`: hash of each file of the build. */
export function checkServedFiles(
  inspected: readonly ServedFile[],
  wanted: Readonly<Record<string, string>>,
): readonly HostFinding[] {
  const available = inspected.filter(({ status }) => status === 200);
  const missingPaths = inspected.filter(({ status }) => status !== 200).map(({ path }) => path);
  const changedPaths = available
    .filter(({ path, hash }) => hash !== wanted[path])
    .map(({ path }) => path);
  const found: HostFinding[] = [];
  if (missingPaths.length > 0)
    found.push(
      lacking(
        `${countFiles(missingPaths.length)} missing: ${listPaths(missingPaths)}. Upload the folder again.`,
      ),
    );
  if (changedPaths.length > 0)
    found.push(
      lacking(
        `${countFiles(changedPaths.length)} different from this build: ${listPaths(changedPaths)}. The host has changed them, or the upload is incomplete. ` +
          'The page is not stored for offline use until they match.',
      ),
    );
  if (found.length === 0) found.push(good(`All ${inspected.length} files are present and intact.`));
  return [...found, ...checkTypes(available), ...checkCompression(available)];
}

function checkTypes(inspected: readonly ServedFile[]): readonly HostFinding[] {
  return Object.entries(CONTENT_TYPES).flatMap(([ending, [right, name, sign, outcome]]) => {
    const wrong = inspected.find(
      ({ path, type }) =>
        path.endsWith(`.${ending}`) && !right.test(type.replace(/;.*/, '').trim()),
    );
    const servedType = wrong?.type || 'an unknown type';
    return wrong
      ? [{ sign, text: `.${ending} is served as ${servedType}: ${outcome}. Expected ${name}.` }]
      : [];
  });
}

function checkCompression(inspected: readonly ServedFile[]): readonly HostFinding[] {
  const heavy = inspected.filter(({ path }) => /\.(js|wasm)$/.test(path));
  if (heavy.length === 0 || heavy.some(({ packed }) => packed)) return [];
  return [note('No file is compressed. gzip would reduce the first download to a third.')];
}

/** Requirements of a policy: a directive with fallbacks, a source, and the purpose. */
const REQUIRED_SOURCES: readonly (readonly [readonly string[], string, string])[] = [
  [['script-src', 'default-src'], "'self'", 'the page’s scripts'],
  [['script-src', 'default-src'], "'wasm-unsafe-eval'", 'the solver, which is WebAssembly'],
  [['worker-src', 'child-src', 'script-src', 'default-src'], "'self'", 'studies and use offline'],
  [['style-src', 'default-src'], "'self'", 'style sheets'],
  [['connect-src', 'default-src'], "'self'", 'the solver’s file'],
  [['img-src', 'default-src'], 'data:', 'images in the page'],
  [['manifest-src', 'default-src'], "'self'", 'installing the page'],
];
/** Wider sources that include a source of a Content-Security-Policy. */
const WIDER_SOURCES: Readonly<Record<string, readonly string[]>> = {
  "'self'": ['*', 'https:', 'http:'],
  "'wasm-unsafe-eval'": ["'unsafe-eval'"],
  'data:': [],
};

/** Returns the sources of each directive of a Content-Security-Policy. */
const parsePolicy = (header: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    header
      .split(';')
      .map((each) => each.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );

/**
 * Checks that a Content-Security-Policy allows what the page needs; null for no policy. `origin`:
 * the page's origin, which policies may name instead of 'self'.
 */
export function checkContentSecurityPolicy(
  header: string | null,
  origin: string,
): readonly HostFinding[] {
  if (!header) return [];
  const policies = header.split(',').map(parsePolicy);
  const forbids = REQUIRED_SOURCES.flatMap(([names, source, purpose]) => {
    const allow = [
      source,
      ...(WIDER_SOURCES[source] ?? []),
      ...(source === "'self'" ? [origin] : []),
    ];
    const narrow = policies.some((policy) => {
      const sources = names.map((name) => policy.get(name)).find((each) => each !== undefined);
      return sources && !sources.some((each) => allow.includes(each.replace(/\/$/, '')));
    });
    return narrow
      ? [lacking(`Content-Security-Policy forbids ${purpose}: ${names[0]} must include ${source}.`)]
      : [];
  });
  return forbids.length > 0
    ? forbids
    : [good('Content-Security-Policy allows everything that the page needs.')];
}

/**
 * Reports whether pages of other hosts may embed a run. Reads the headers of the page and the
 * element's script.
 */
export function checkFramingHeaders(page: Headers, element: Headers): readonly HostFinding[] {
  const policies = (page.get('Content-Security-Policy') ?? '').split(',').map(parsePolicy);
  const ancestors = policies.flatMap((policy) => policy.get('frame-ancestors') ?? []);
  const old = page.get('X-Frame-Options');
  const found: HostFinding[] = [];
  if (ancestors.includes("'none'"))
    found.push(note("No page may embed a run: frame-ancestors is 'none'."));
  else if (ancestors.length > 0 && !ancestors.includes('*'))
    found.push(note(`Only these pages may embed a run: ${ancestors.join(' ')} (frame-ancestors).`));
  else if (old && ancestors.length === 0)
    found.push(note(`Other pages cannot embed a run: X-Frame-Options is ${old}.`));
  if (element.get('Access-Control-Allow-Origin') !== '*')
    found.push(
      note(
        'Pages of other hosts cannot load ik-lab.js: it needs Access-Control-Allow-Origin:\u00a0*.',
      ),
    );
  const policy = page.get('Cross-Origin-Resource-Policy');
  if (policy && policy !== 'cross-origin')
    found.push(
      note(
        `Cross-origin isolated pages cannot embed a run: Cross-Origin-Resource-Policy is ${policy}.`,
      ),
    );
  return found.length > 0 ? found : [good('Pages of other hosts may embed a run.')];
}

export interface BrowserFeatures {
  /** True if the page's address is https or this machine. */
  readonly secure: boolean;
  readonly keeps: boolean;
  /** True if the browser has already stored the page. */
  readonly isStored: boolean;
  readonly wasm: boolean;
  readonly simd: boolean;
  readonly webgl: boolean;
}

export function checkBrowserFeatures(features: BrowserFeatures): readonly HostFinding[] {
  const { secure, keeps, isStored, wasm, simd, webgl } = features;
  return [
    webgl
      ? good('WebGL 2, which draws the mechanisms, is available.')
      : lacking('WebGL 2, which draws the mechanisms, is missing.'),
    wasm && simd
      ? good('WebAssembly with SIMD, which runs the solvers, is available.')
      : lacking(`WebAssembly${wasm ? ' with SIMD' : ''}, which runs the solvers, is missing.`),
    checkOfflineUse(secure, keeps, isStored),
  ];
}

function checkOfflineUse(secure: boolean, keeps: boolean, isStored: boolean): HostFinding {
  if (!secure)
    return note('The address is not https, so the page cannot be stored for offline use.');
  if (!keeps) return note('This browser or window does not store pages for offline use.');
  return good(
    isStored
      ? 'This browser has stored the page, which also opens offline.'
      : 'This browser stores the page for offline use when it first opens.',
  );
}
