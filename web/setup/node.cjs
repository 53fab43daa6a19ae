// Stops an outdated Node with a one-line message. This file is loaded first and only uses syntax
// that old versions of Node understand.
const least = [20, 19];
const have = process.versions.node.split('.').map(Number);
if (have[0] < least[0] || (have[0] === least[0] && have[1] < least[1])) {
  console.error(
    `Node ${least.join('.')} or newer is needed, and ${process.execPath} is ${process.versions.node}: ` +
      'install one (https://nodejs.org, or a version manager) and put it first on PATH.',
  );
  process.exit(1);
}
