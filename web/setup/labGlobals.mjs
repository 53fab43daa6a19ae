/** Checks that code of a lab uses no globals, because a document may contain several labs. */

/** Returns whether a path is a test or a file of tests, such as testDocuments.ts or testing.ts. */
export const isTest = (path) => /(\.test\.\w+|\/test[A-Z]\w*\.tsx?|\/testing\.ts)$/.test(path);

// Properties that a window has once, and that a lab gets from `Services`; `history` on its own
// usually means that of a run.
const WINDOW_PROPERTIES = [
  /(?<![.\w#])location\.(?:hash|href|search|origin|pathname|assign|replace|reload)\b/,
  /(?<![.\w#])history\.(?:state|pushState|replaceState|back|forward|go)\b/,
  /\b(?:window|globalThis)\.(?:location|history)\b/,
  /\} = location\b/,
  /\bdocument\.title\b/,
  /\b(?:local|session)Storage\b/,
  /'(?:hashchange|popstate|pagehide)'/,
];
/** Files that may use the window's properties, and files that do not run in a lab. */
const MAY_USE_WINDOW =
  /^web\/(main|app\/browser\/(page|embed)Services)\.ts$|^web\/(packages\/element|offline|check|npm|cli|fuzz|setup|tools|e2e)\//;
/** Expressions that also find elements of other labs: a lab must search within its host. */
const DOCUMENT_SEARCH = /\bdocument\.(?:documentElement|querySelector(?:All)?|getElementById)\b/;
const STYLE_PIXEL = 'web/packages/scene/dom/stylePixel.ts';
const FIXED_ID = /\s(?:id|for|list|aria-(?:labelledby|describedby|controls))="[^"]*"/;
const SHARED_SIGNAL = /^(?:export )?const \w+(?:: [^=]+)? = (?:signal|computed)\b/m;
const SHARED_BY_LABS = [
  'web/app/ui/methodEquation.tsx',
  'web/packages/run/session/panelCaptions.ts',
];

/** Returns a message per use of a global or of a search in the whole document. */
export function labFaults(path, text) {
  if (MAY_USE_WINDOW.test(path) || isTest(path)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  const globals = WINDOW_PROPERTIES.flatMap((pattern) => pattern.exec(code) ?? []);
  const faults = globals.map(
    (name) => `${path}: \`${name}\` belongs to the window; use the services of the lab`,
  );
  const [search] = path === STYLE_PIXEL ? [] : (DOCUMENT_SEARCH.exec(code) ?? []);
  if (search)
    faults.push(`${path}: \`${search}\` finds elements of other labs; search within the host`);
  const [id] = path.endsWith('.tsx') ? (FIXED_ID.exec(code) ?? []) : [];
  if (id) faults.push(`${path}: labs would share${id}; use useUniqueId`);
  if (SHARED_SIGNAL.test(code) && !SHARED_BY_LABS.includes(path))
    faults.push(`${path}: labs would share this signal; use memoizePerLab`);
  return faults;
}
