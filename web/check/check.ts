/** The check page: checks every file of the build on the host, and the features of the browser. */
import './check.css';
import { hashOf } from '../offline/keptFiles.ts';
import {
  browserFindings,
  type FileSeen,
  type Finding,
  fileFindings,
  framingFindings,
  policyFindings,
} from './hostFindings.ts';

interface BuildList {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

const AT_ONCE = 6; // Parallel downloads.
const LIST = './files.json';
const SIGNS = { good: ['✓', 'Good:'], lacking: ['✕', 'Problem:'], note: ['i', 'Note:'] } as const;
/** A module whose only function uses a SIMD vector. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);

const whole = document.querySelector('main') as HTMLElement;
const status = document.querySelector('[role=status]') as HTMLElement;

/** Fetches a file from the host, past the caches of the browser. */
const fromHost = (path: string): Promise<Response | null> =>
  fetch(`./${path}`, { cache: 'no-store' }).catch(() => null);

async function see(path: string): Promise<FileSeen> {
  const response = await fromHost(path);
  const bytes = await response?.arrayBuffer().catch(() => null);
  return {
    path,
    status: bytes ? (response?.status ?? 0) : 0,
    type: response?.headers.get('Content-Type') ?? '',
    hash: bytes ? await hashOf(bytes) : '',
    packed: response?.headers.has('Content-Encoding') ?? false,
  };
}

async function seeAll(paths: readonly string[]): Promise<readonly FileSeen[]> {
  const left = [...paths];
  const seen: FileSeen[] = [];
  const inTurn = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      seen.push(await see(path));
      status.textContent = `Reading file ${seen.length} of ${paths.length}`;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  return seen.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function seeBrowser(): Promise<readonly Finding[]> {
  const wasm = typeof WebAssembly === 'object';
  const registration = await navigator.serviceWorker?.getRegistration('./').catch(() => undefined);
  return browserFindings({
    secure: isSecureContext,
    keeps: 'serviceWorker' in navigator && navigator.serviceWorker !== undefined,
    kept: Boolean(registration?.active),
    wasm,
    simd: wasm && WebAssembly.validate(SIMD),
    webgl: document.createElement('canvas').getContext('webgl2') !== null,
  });
}

async function seeHeaders(): Promise<readonly Finding[]> {
  const [page, element] = await Promise.all(['index.html', 'ik-lab.js'].map(fromHost));
  const headers = page?.headers ?? new Headers();
  return [
    ...policyFindings(headers.get('Content-Security-Policy'), location.origin),
    ...framingFindings(headers, element?.headers ?? new Headers()),
  ];
}

function put(title: string, findings: readonly Finding[]): void {
  const head = document.createElement('h2');
  head.textContent = title;
  const list = document.createElement('ul');
  for (const { sign, text } of findings) {
    const row = document.createElement('li');
    row.className = sign;
    const [mark, word] = SIGNS[sign];
    const shown = Object.assign(document.createElement('span'), { textContent: mark });
    shown.setAttribute('aria-hidden', 'true');
    const said = Object.assign(document.createElement('span'), { className: 'unseen' });
    said.textContent = `${word} `;
    row.append(shown, said, text);
    list.append(row);
  }
  whole.append(head, list);
}

const summary = (findings: readonly Finding[]): string => {
  const count = findings.filter(({ sign }) => sign === 'lacking').length;
  if (count === 0) return 'IK Lab works here.';
  return `${count === 1 ? 'One problem' : `${count} problems`} found.`;
};

async function check(): Promise<void> {
  const list = await fromHost(LIST).then((response) =>
    response?.ok ? (response.json() as Promise<BuildList>).catch(() => null) : null,
  );
  const files: readonly Finding[] = list
    ? fileFindings(await seeAll(Object.keys(list.files)), list.files)
    : [
        {
          sign: 'lacking',
          text: 'files.json, the list of the build’s files, is missing. Upload the folder again.',
        },
      ];
  const groups = { Files: files, Headers: await seeHeaders(), Browser: await seeBrowser() };
  status.textContent = summary(Object.values(groups).flat());
  for (const [title, findings] of Object.entries(groups)) put(title, findings);
  if (list) {
    const build = Object.assign(document.createElement('p'), { className: 'build' });
    build.textContent = `Build ${list.version}`;
    whole.append(build);
  }
}

check();
