/** What is well and what is missing on a host, in words. */

export interface Finding {
  /** `note`: all works, and could be better. */
  readonly sign: 'good' | 'lacking' | 'note';
  readonly text: string;
}

/** A file as the host gives it. */
export interface FileSeen {
  readonly path: string;
  /** HTTP status; 0: no answer. */
  readonly status: number;
  readonly type: string;
  readonly hash: string;
  /** It came compressed. */
  readonly packed: boolean;
}

const good = (text: string): Finding => ({ sign: 'good', text });
const lacking = (text: string): Finding => ({ sign: 'lacking', text });
const note = (text: string): Finding => ({ sign: 'note', text });

const LISTED = 5;
const listed = (paths: readonly string[]): string =>
  paths.length > LISTED
    ? `${paths.slice(0, LISTED).join(', ')} and ${paths.length - LISTED} more`
    : paths.join(', ');
const counted = (count: number): string => (count === 1 ? 'One file' : `${count} files`);

/** By the ending of a file: what browsers take it as, and what they do with anything else. */
const TYPES: Readonly<Record<string, readonly [RegExp, string, Finding['sign'], string]>> = {
  js: [/^(text|application)\/(x-)?javascript$/, 'text/javascript', 'lacking', 'no browser runs it'],
  css: [/^text\/css$/, 'text/css', 'lacking', 'browsers leave it out'],
  html: [/^text\/html$/, 'text/html', 'lacking', 'browsers show its text'],
  svg: [/^image\/svg\+xml$/, 'image/svg+xml', 'lacking', 'browsers do not draw it'],
  wasm: [
    /^application\/wasm$/,
    'application/wasm',
    'note',
    'the solver is compiled only after it has come, not meanwhile',
  ],
  webmanifest: [
    /^application\/(manifest\+)?json$/,
    'application/manifest+json',
    'note',
    'some browsers do not install the page',
  ],
};

/** `wanted`: the hash of each file of the build. */
export function fileFindings(
  seen: readonly FileSeen[],
  wanted: Readonly<Record<string, string>>,
): readonly Finding[] {
  const here = seen.filter(({ status }) => status === 200);
  const missing = seen.filter(({ status }) => status !== 200).map(({ path }) => path);
  const other = here.filter(({ path, hash }) => hash !== wanted[path]).map(({ path }) => path);
  const found: Finding[] = [];
  if (missing.length > 0)
    found.push(
      lacking(`${counted(missing.length)} missing: ${listed(missing)}. Upload the folder again.`),
    );
  if (other.length > 0)
    found.push(
      lacking(
        `${counted(other.length)} not of this build: ${listed(other)}. The host has changed them, or an upload has not ended; ` +
          'the page is not kept for use without a network until they are whole.',
      ),
    );
  if (found.length === 0) found.push(good(`All ${seen.length} files are here and whole.`));
  return [...found, ...typeFindings(here), ...packingFindings(here)];
}

function typeFindings(seen: readonly FileSeen[]): readonly Finding[] {
  return Object.entries(TYPES).flatMap(([ending, [right, name, sign, outcome]]) => {
    const wrong = seen.find(
      ({ path, type }) =>
        path.endsWith(`.${ending}`) && !right.test(type.replace(/;.*/, '').trim()),
    );
    const as = wrong?.type || 'nothing';
    return wrong
      ? [{ sign, text: `.${ending} is served as ${as}: ${outcome}. It is ${name}.` }]
      : [];
  });
}

function packingFindings(seen: readonly FileSeen[]): readonly Finding[] {
  const heavy = seen.filter(({ path }) => /\.(js|wasm)$/.test(path));
  if (heavy.length === 0 || heavy.some(({ packed }) => packed)) return [];
  return [note('Nothing is compressed: gzip would make the first visit a third as large.')];
}

/** What the page needs of a policy: a directive, what stands in for it, its sources, and what for. */
const NEEDS: readonly (readonly [readonly string[], string, string])[] = [
  [['script-src', 'default-src'], "'self'", 'the page’s scripts'],
  [['script-src', 'default-src'], "'wasm-unsafe-eval'", 'the solver, which is WebAssembly'],
  [['worker-src', 'child-src', 'script-src', 'default-src'], "'self'", 'studies and use offline'],
  [['style-src', 'default-src'], "'self'", 'style sheets'],
  [['connect-src', 'default-src'], "'self'", 'the solver’s file'],
  [['img-src', 'default-src'], 'data:', 'pictures in the page'],
  [['manifest-src', 'default-src'], "'self'", 'being installed'],
];
/** What allows more than is asked for. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  "'self'": ['*', 'https:', 'http:'],
  "'wasm-unsafe-eval'": ["'unsafe-eval'"],
  'data:': [],
};

/** Of a Content-Security-Policy: directive, sources. */
export const policyOf = (header: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    header
      .split(';')
      .map((each) => each.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );

/** `origin`: of the page, which a policy may name instead of 'self'. */
export function policyFindings(header: string | null, origin: string): readonly Finding[] {
  if (!header) return [];
  const policies = header.split(',').map(policyOf);
  const forbids = NEEDS.flatMap(([names, source, what]) => {
    const allow = [source, ...(WIDER[source] ?? []), ...(source === "'self'" ? [origin] : [])];
    const narrow = policies.some((policy) => {
      const sources = names.map((name) => policy.get(name)).find((each) => each !== undefined);
      return sources && !sources.some((each) => allow.includes(each.replace(/\/$/, '')));
    });
    return narrow
      ? [lacking(`Content-Security-Policy forbids ${what}: ${names[0]} must have ${source}.`)]
      : [];
  });
  return forbids.length > 0
    ? forbids
    : [good('Content-Security-Policy leaves the page what it needs.')];
}

/** May pages of others hold a run. */
export function framingFindings(page: Headers, element: Headers): readonly Finding[] {
  const policies = (page.get('Content-Security-Policy') ?? '').split(',').map(policyOf);
  const ancestors = policies.flatMap((policy) => policy.get('frame-ancestors') ?? []);
  const old = page.get('X-Frame-Options');
  const found: Finding[] = [];
  if (ancestors.includes("'none'"))
    found.push(note("No page may hold a run: frame-ancestors is 'none'."));
  else if (ancestors.length > 0 && !ancestors.includes('*'))
    found.push(note(`Only these pages may hold a run: ${ancestors.join(' ')} (frame-ancestors).`));
  else if (old && ancestors.length === 0)
    found.push(note(`Other pages cannot hold a run: X-Frame-Options is ${old}.`));
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
        `Pages that isolate themselves cannot hold a run: Cross-Origin-Resource-Policy is ${policy}.`,
      ),
    );
  return found.length > 0 ? found : [good('Pages of other hosts may hold a run.')];
}

export interface BrowserSeen {
  /** By https, or on this machine. */
  readonly secure: boolean;
  readonly keeps: boolean;
  /** It has the page already. */
  readonly kept: boolean;
  readonly wasm: boolean;
  readonly simd: boolean;
  readonly webgl: boolean;
}

export function browserFindings(seen: BrowserSeen): readonly Finding[] {
  const { secure, keeps, kept, wasm, simd, webgl } = seen;
  return [
    webgl
      ? good('WebGL 2 is here, which the mechanisms are drawn with.')
      : lacking('No WebGL 2, which the mechanisms are drawn with.'),
    wasm && simd
      ? good('WebAssembly with SIMD is here, which the solvers are compiled to.')
      : lacking(`No WebAssembly${wasm ? ' with SIMD' : ''}, which the solvers are compiled to.`),
    keepingFinding(secure, keeps, kept),
  ];
}

function keepingFinding(secure: boolean, keeps: boolean, kept: boolean): Finding {
  if (!secure)
    return note('The address is not https: the page cannot be kept for use without a network.');
  if (!keeps) return note('This browser, or this window, keeps no page for use without a network.');
  return good(
    kept
      ? 'This browser keeps the page: it opens without a network.'
      : 'This browser will keep the page, once it has been opened.',
  );
}
