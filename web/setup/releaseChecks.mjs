/** Uses the parts of a release like a user, in empty folders without a network. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { openBuilds } from './benchSite.mjs';
import { python } from './needs.mjs';
import { root, run, SetupError } from './tools.mjs';

const quiet = true;
const arm = join(root, 'wasm/examples/arm.urdf');

const IN_PYTHON = `import iklab
arm = iklab.Robot.from_urdf("arm.urdf")
pose = iklab.Pose([0.45, 0.2, 0.3], quaternion=[0, 1, 0, 0])
found = arm.solve(pose, method=iklab.dls(lambda_=0.03))
print(" ".join(f"{x:.10f}" for x in found.q) if found.reached else found.reason)
`;
const IN_JAVASCRIPT = `import { dls, Robot } from 'iklab';
const arm = await Robot.fromFile('arm.urdf');
const pose = { position: [0.45, 0.2, 0.3], quaternion: [0, 1, 0, 0] };
const found = arm.solve(pose, { method: dls({ lambda: 0.03 }) });
console.log(found.reached ? [...found.q].map((x) => x.toFixed(10)).join(' ') : found.reason);
`;
const IN_CPP = `#include <cstdio>
#include <fstream>
#include <iklab/solver.hpp>
#include <iklab/urdf.hpp>
#include <iterator>

int main() {
  using namespace iklab;
  std::ifstream file("arm.urdf", std::ios::binary);
  const urdf::Reading robot = urdf::parse(std::string(std::istreambuf_iterator<char>(file), {}));
  if (!robot) return std::puts(robot.reason().c_str()), 1;
  const Tree& tree = robot.value().tree;
  const auto model = Model::make(tree, {{.effector = tree.effectors()[0].id, .oriented = true}});
  const std::vector<Goal> goals = {
      {.position = {0.45, 0.2, 0.3}, .orientation = Eigen::Quaterniond(0, 0, 1, 0)}};
  const auto found = Solver(model.value(), DlsOptions{.lambda = 0.03}).solve(robot.value().start(), goals);
  if (!found || !found.value().reached()) return std::puts("not reached"), 1;
  for (int i = 0; i < tree.columns(); ++i)
    std::printf("%s%.10f", i ? " " : "", found.value().theta[i]);
  std::puts("");
}
`;
const CONSUMER = `cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES CXX)
find_package(iklab REQUIRED)
add_executable(consumer consumer.cpp)
target_compile_features(consumer PRIVATE cxx_std_20)
target_link_libraries(consumer iklab::ik iklab::urdf)
`;

async function inEmptyFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-release-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks the page below a sub-path of a host. Waits until a run has reached the target. */
export function usePage(archive) {
  return inEmptyFolder(async (folder) => {
    for (const [path, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
      const file = join(folder, 'some/where', path.replace(/^[^/]+\//, ''));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    const { browser, urls, close } = await openBuilds([folder]);
    try {
      const page = await browser.newPage();
      await page.goto(`${urls[0]}some/where/#preset=ur5e`);
      await page
        .getByText(/^reached in \d+$/)
        .first()
        .waitFor();
    } finally {
      await close();
    }
  });
}

/** Installs the npm package; returns the joint values that the package finds. */
export function useNpm(archive) {
  return inEmptyFolder(async (folder) => {
    const here = { quiet, cwd: folder };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    copyFileSync(arm, join(folder, 'arm.urdf'));
    await run('npm', ['install', '--offline', archive], here);
    writeFileSync(join(folder, 'old.cjs'), "console.log(typeof require('iklab').Robot);\n");
    const loaded = (await run('node', ['old.cjs'], here)).trim();
    if (loaded !== 'function') throw new SetupError(`require('iklab').Robot is ${loaded}`);
    await run(join(folder, 'node_modules/.bin/iklab'), ['presets'], here);
    writeFileSync(join(folder, 'solve.js'), IN_JAVASCRIPT);
    return (await run('node', ['solve.js'], here)).trim();
  });
}

/** Installs the wheel; returns the joint values that the wheel finds. */
export function usePython(wheel) {
  return inEmptyFolder(async (folder) => {
    const here = { quiet, cwd: folder, env: { ...process.env, PYTHONPATH: join(folder, 'site') } };
    const words = ['-m', 'pip', 'install', '--no-index', '--no-deps', '--target', 'site', wheel];
    await run(python(), words, here);
    copyFileSync(arm, join(folder, 'arm.urdf'));
    return (await run(python(), ['-c', IN_PYTHON], here)).trim();
  });
}

/**
 * Builds, installs and tries the source archive as in the README. Builds a program with the archive
 * and with the .deb; returns the findings.
 */
export function useLibrary(archive, deb) {
  return inEmptyFolder(async (folder) => {
    await run('tar', ['-xzf', archive, '-C', folder], { quiet });
    const source = join(folder, basename(archive, '.tar.gz'));
    const [, commands] = /^```sh\n(.*?)^```/ms.exec(
      readFileSync(join(source, 'README.md'), 'utf8'),
    );
    const env = { ...process.env, HOME: folder };
    const tried = await run('sh', ['-e', '-c', commands], { quiet, cwd: source, env });
    if (tried.match(/^reached after/gm)?.length !== 2)
      throw new SetupError(`unexpected output of the README of the sources:\n${tried}`);
    const prefix = join(folder, 'iklab');
    await run('dpkg-deb', ['-x', deb, join(folder, 'debian')], { quiet });
    const found = await consumer(folder, 'with-archive', prefix);
    const again = await consumer(folder, 'with-deb', join(folder, 'debian/usr'));
    if (found !== again) throw new SetupError(`archive and .deb differ:\n${found}\n${again}`);
    return found;
  });
}

async function consumer(folder, name, prefix) {
  if (!existsSync(prefix)) throw new SetupError(`${prefix} is not installed`);
  const source = join(folder, name);
  mkdirSync(source);
  writeFileSync(join(source, 'CMakeLists.txt'), CONSUMER);
  writeFileSync(join(source, 'consumer.cpp'), IN_CPP);
  copyFileSync(arm, join(source, 'arm.urdf'));
  await run('cmake', ['-S', source, '-B', source, `-DCMAKE_PREFIX_PATH=${prefix}`], { quiet });
  await run('cmake', ['--build', source], { quiet });
  return (await run(join(source, 'consumer'), [], { quiet, cwd: source })).trim();
}
