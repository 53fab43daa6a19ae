/**
 * `npm run release`: makes release/VERSION from a clean checkout. Uses each part in an empty folder
 * without a network.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { buildAll } from './build.mjs';
import { forNative, forPage, forRelease, provide, python } from './needs.mjs';
import { buildNpm, packageFolder } from './npmPackage.mjs';
import { progress } from './progress.mjs';
import { useLibrary, useNpm, usePage, usePython } from './releaseChecks.mjs';
import { asProgram, jobs, root, run, SetupError } from './tools.mjs';

const quiet = true;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `iklab-${version}`;

const LIBRARY = [
  ...['CMakeLists.txt', 'CMakePresets.json', 'package.json', 'LICENSE', 'CHANGELOG.md'],
  ...['wasm/include', 'wasm/src', 'wasm/examples', 'wasm/docs'],
];

async function release() {
  checkCitation(readFileSync(join(root, 'CITATION.cff'), 'utf8'));
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const folder = join(root, 'release', version);
  await checkState(folder);
  await provide([...forRelease, ...forNative, ...forPage], 'makes a release: about 10 minutes');
  const build = join(root, 'release/build');
  rmSync(build, { recursive: true, force: true });
  mkdirSync(build, { recursive: true });
  await buildAll();
  await progress('npm package', () => packNpm(build));
  await progress('Python package', () => packPython(build));
  await progress('C++ library', () => packLibrary(build));
  writeFileSync(join(build, `iklab-page-${version}.zip`), zippedPage());
  writeFileSync(join(build, 'NOTES.md'), notes);
  const poses = await progress('Use of each part', async () => {
    await usePage(join(build, `iklab-page-${version}.zip`));
    return [
      await useNpm(join(build, `${name}.tgz`)),
      await usePython(wheelIn(build)),
      await useLibrary(join(build, `${name}-source.tar.gz`), debIn(build)),
    ];
  });
  checkSame(poses);
  writeFileSync(join(build, 'SHA256SUMS'), sums(build));
  renameSync(build, folder);
  return { folder, files: readdirSync(folder) };
}

export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => /^## ([^\s,]+)/.exec(each)?.[1] === version);
  if (!section)
    throw new SetupError(`CHANGELOG.md has no section "## ${version}"; add what has changed`);
  const [, date] = /^## \S+, (\S+)$/m.exec(section) ?? [];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date ?? ''))
    throw new SetupError(
      `CHANGELOG.md: "## ${version}" needs its date, as in "## 1.0.0, 2026-12-01"`,
    );
  return section.replace(/^## .*/, `# IK Lab ${version}`);
}

function checkCitation(text) {
  if (!text.includes(`\nversion: ${version}\n`))
    throw new SetupError(`CITATION.cff: version must be ${version}, and date-released its date`);
}

async function checkState(folder) {
  if (existsSync(folder))
    throw new SetupError(
      `release/${version} exists; raise the version in package.json, or delete the folder`,
    );
  const git = (...words) => run('git', words, { quiet, cwd: root });
  const tags = await git('tag', '--list', `v${version}`);
  if (tags.trim()) throw new SetupError(`the tag v${version} exists; raise the version`);
  const changed = (await git('status', '--porcelain')).trim();
  if (changed)
    throw new SetupError(`the checkout has changes; commit or remove them first:\n${changed}`);
}

async function packNpm(build) {
  await buildNpm();
  await run('npm', ['pack', packageFolder, '--pack-destination', build], { quiet });
}

/**
 * Packs the Python package. pip builds the wheel from the source archive, which proves that the
 * archive is complete.
 */
async function packPython(build) {
  const text = `import build_backend; build_backend.build_sdist(${JSON.stringify(build)})`;
  const env = { ...process.env, PYTHONPATH: join(root, 'wasm/python') };
  await run(python(), ['-c', text], { quiet, env });
  const words = ['-m', 'pip', 'wheel', '--no-index', '--no-deps', '--no-cache-dir'];
  await run(python(), [...words, '-w', build, join(build, `${name}.tar.gz`)], { quiet });
}

async function packLibrary(build) {
  const source = join(build, `${name}-source`);
  const listed = await run('git', ['ls-files', '-z', ...LIBRARY], { quiet, cwd: root });
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(join(source, file, '..'), { recursive: true });
    copyFileSync(join(root, file), join(source, file));
  }
  copyFileSync(join(root, 'wasm/docs/overview.md'), join(source, 'README.md'));
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  await run('tar', [...fixed, '-czf', `${source}.tar.gz`, '-C', build, `${name}-source`], {
    quiet,
  });
  const compiled = join(build, 'compiled');
  const configure = ['-S', source, '-B', compiled, '-DCMAKE_INSTALL_PREFIX=/usr'];
  await run('cmake', configure, { quiet });
  await run('cmake', ['--build', compiled, '--parallel', String(jobs)], { quiet });
  await run('cpack', ['-G', 'DEB', '-B', build], { quiet, cwd: compiled });
  for (const each of [source, compiled, join(build, '_CPack_Packages')])
    rmSync(each, { recursive: true, force: true });
}

function zippedPage() {
  const files = {};
  const from = join(root, 'web/dist');
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[`iklab-page-${version}/${path.slice(from.length + 1)}`] = readFileSync(path);
  }
  const guide = readFileSync(join(root, 'docs/hosting.md'), 'utf8').replaceAll(
    '[embed.md](embed.md)',
    '`docs/embed.md` of the project',
  );
  files[`iklab-page-${version}/README.md`] = strToU8(guide);
  return zipSync(files, { mtime: new Date(1980, 0, 1), level: 9 });
}

const only = (build, pattern) => {
  const found = readdirSync(build).filter((file) => pattern.test(file));
  if (found.length !== 1) throw new SetupError(`${build}: ${found.length} files ${pattern}`);
  return join(build, found[0]);
};
const wheelIn = (build) => only(build, /\.whl$/);
const debIn = (build) => only(build, /\.deb$/);

function checkSame([first, ...others]) {
  for (const each of others)
    if (each !== first) throw new SetupError(`the same pose differs:\n${first}\n${each}`);
}

function sums(build) {
  const lines = readdirSync(build).map((file) => {
    const sum = createHash('sha256').update(readFileSync(join(build, file)));
    return `${sum.digest('hex')}  ${file}\n`;
  });
  return lines.join('');
}

asProgram(import.meta.url, async () => {
  const { folder, files } = await release();
  console.log(`Made ${folder}:\n${files.map((file) => `  ${file}`).join('\n')}`);
});
