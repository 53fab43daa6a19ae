/** Page that checks the host's copy of every file of the build, and the features of the browser. */
import './check.css';
import { computeFileHash } from '../offline/cachedFiles.ts';
import {
  checkBrowserFeatures,
  checkContentSecurityPolicy,
  checkFramingHeaders,
  checkServedFiles,
  type HostFinding,
  type ServedFile,
} from './hostFindings.ts';

interface BuildList {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

const PARALLEL_DOWNLOADS = 6; // Parallel downloads.
const LIST_PATH = './files.json';
const SIGN_TEXTS = {
  good: ['✓', 'Good:'],
  lacking: ['✕', 'Problem:'],
  note: ['i', 'Note:'],
} as const;
/** Bytes of a WebAssembly module whose only function uses a SIMD vector. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);

const main = document.querySelector('main') as HTMLElement;
const status = document.querySelector('[role=status]') as HTMLElement;

/** Fetches a file from the host without browser caches. */
const fetchFresh = (path: string): Promise<Response | null> =>
  fetch(`./${path}`, { cache: 'no-store' }).catch(() => null);

async function inspectFile(path: string): Promise<ServedFile> {
  const response = await fetchFresh(path);
  const bytes = await response?.arrayBuffer().catch(() => null);
  return {
    path,
    status: bytes ? (response?.status ?? 0) : 0,
    type: response?.headers.get('Content-Type') ?? '',
    hash: bytes ? await computeFileHash(bytes) : '',
    packed: response?.headers.has('Content-Encoding') ?? false,
  };
}

async function inspectFiles(paths: readonly string[]): Promise<readonly ServedFile[]> {
  const pending = [...paths];
  const inspected: ServedFile[] = [];
  const inTurn = async (): Promise<void> => {
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      inspected.push(await inspectFile(path));
      status.textContent = `Reading file ${inspected.length} of ${paths.length}`;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, inTurn));
  return inspected.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function inspectBrowser(): Promise<readonly HostFinding[]> {
  const wasm = typeof WebAssembly === 'object';
  const registration = await navigator.serviceWorker?.getRegistration('./').catch(() => undefined);
  return checkBrowserFeatures({
    secure: isSecureContext,
    keeps: 'serviceWorker' in navigator && navigator.serviceWorker !== undefined,
    isStored: Boolean(registration?.active),
    wasm,
    simd: wasm && WebAssembly.validate(SIMD_MODULE),
    webgl: document.createElement('canvas').getContext('webgl2') !== null,
  });
}

async function inspectHeaders(): Promise<readonly HostFinding[]> {
  const [page, element] = await Promise.all(['index.html', 'ik-lab.js'].map(fetchFresh));
  const headers = page?.headers ?? new Headers();
  return [
    ...checkContentSecurityPolicy(headers.get('Content-Security-Policy'), location.origin),
    ...checkFramingHeaders(headers, element?.headers ?? new Headers()),
  ];
}

function showFindings(title: string, findings: readonly HostFinding[]): void {
  const head = document.createElement('h2');
  head.textContent = title;
  const list = document.createElement('ul');
  for (const { sign, text } of findings) {
    const row = document.createElement('li');
    row.className = sign;
    const [mark, word] = SIGN_TEXTS[sign];
    const markElement = Object.assign(document.createElement('span'), { textContent: mark });
    markElement.setAttribute('aria-hidden', 'true');
    const wordElement = Object.assign(document.createElement('span'), { className: 'unseen' });
    wordElement.textContent = `${word} `;
    row.append(markElement, wordElement, text);
    list.append(row);
  }
  main.append(head, list);
}

const summarize = (findings: readonly HostFinding[]): string => {
  const count = findings.filter(({ sign }) => sign === 'lacking').length;
  if (count === 0) return 'IK Lab works here.';
  return `${count === 1 ? 'One problem' : `${count} problems`} found.`;
};

async function runCheck(): Promise<void> {
  const list = await fetchFresh(LIST_PATH).then((response) =>
    response?.ok ? (response.json() as Promise<BuildList>).catch(() => null) : null,
  );
  const files: readonly HostFinding[] = list
    ? checkServedFiles(await inspectFiles(Object.keys(list.files)), list.files)
    : [
        {
          sign: 'lacking',
          text: 'files.json, the list of the build’s files, is missing. Upload the folder again.',
        },
      ];
  const groups = { Files: files, Headers: await inspectHeaders(), Browser: await inspectBrowser() };
  status.textContent = summarize(Object.values(groups).flat());
  for (const [title, findings] of Object.entries(groups)) showFindings(title, findings);
  if (list) {
    const build = Object.assign(document.createElement('p'), { className: 'build' });
    build.textContent = `Build ${list.version}`;
    main.append(build);
  }
}

runCheck();
