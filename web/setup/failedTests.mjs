/** Reports failed tests with the command and the page output of each test. */
import { relative } from 'node:path';
import { rememberFiles } from './lastFailures.mjs';
import { root } from './tools.mjs';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const asPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the full name that the option `-t` of Vitest matches. */
function title(test) {
  const names = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name);
  return names.join(' ');
}

function commandFor(test) {
  const file = relative(root, test.module.moduleId);
  const words = ['npx vitest run --project', test.project.name, file, '-t'];
  return [...words, quoted(asPattern(title(test)))].join(' ');
}

export class FailedTests {
  onTestRunEnd(modules) {
    const file = process.env.IKLAB_FAILED_FILES; // For `npm test -- --failed`.
    const red = modules.filter((module) => !module.ok());
    if (file)
      rememberFiles(
        file,
        red.map(({ moduleId }) => relative(root, moduleId)),
      );
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    if (failed.length > 0) console.log(failed.map(failureText).join('\n\n'));
  }
}

export function failureText(test) {
  const lines = (test.meta().pages ?? []).flatMap(({ url, messages, picture }) => [
    `  page ${url}`,
    ...messages.map((line) => `    ${line}`),
    ...(picture ? [`    picture: ${relative(root, picture)}`] : []),
  ]);
  return [`${title(test)}\n  alone: ${commandFor(test)}`, ...lines].join('\n');
}
