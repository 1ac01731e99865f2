/** What jsii makes of the published types, and an app in Python that runs on it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { contentOf, folderOf } from '../support/files.js';
import { itWith } from '../support/needs.js';

const ROOT = join(import.meta.dirname, '../..');
const PYTHON = process.env.PYTHON ?? 'python3';
const QUIET = { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' };

/** Classes that other languages have no use for: errors reach them as their own, and cdk8s-cli loads validations by itself. */
const TYPESCRIPT_ONLY = ['OlmValidation', 'ProblemError'];

function hasRuntime(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import jsii, cdk8s, constructs'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The package as npm has it, with its assembly: the folder that it is installed in. */
function installed(): string {
  const folder = folderOf();
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'cdk8s-olm');
  mkdirSync(own, { recursive: true });
  for (const file of ['lib', 'README.md', 'LICENSE', 'package.json']) cpSync(join(ROOT, file), join(own, file), { recursive: true });
  for (const name of ['cdk8s', 'constructs']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  execFileSync(process.execPath, ['scripts/jsii.js', own], { cwd: ROOT, env: QUIET, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

const BUILT = { isThere: existsSync(join(ROOT, 'lib')), what: 'npm run build' };

itWith([BUILT], 'jsii compiles every class of the package, by the name that the package exports, and nothing internal', () => {
  const text = readFileSync(join(installed(), 'node_modules/cdk8s-olm/.jsii'), 'utf8');
  const { types } = JSON.parse(text) as { types: Record<string, { kind: string }> };
  const classes = Object.entries(types).flatMap(([name, { kind }]) => (kind === 'class' ? [name.replace('cdk8s-olm.', '')] : []));
  const exported = Object.keys(library).filter((name) => !TYPESCRIPT_ONLY.includes(name));
  expect(classes.sort()).toEqual(exported.sort());
  expect(text).not.toMatch(/"name": "_|ExistingOperatorGroup/);
});

const RUNTIME = { isThere: hasRuntime(), what: 'the Python packages jsii, cdk8s and constructs (PYTHON, PYTHONPATH)' };

itWith([BUILT, RUNTIME], 'an app in Python prints and writes what the same app in JavaScript does', () => {
  const folder = installed();
  const options = ['--code-only', '--pack-command', 'npm pack --ignore-scripts', '--targets', 'python', '--outdir', folder];
  const pacmak = [join(ROOT, 'node_modules/jsii-pacmak/bin/jsii-pacmak'), ...options, join(folder, 'node_modules/cdk8s-olm')];
  execFileSync(process.execPath, pacmak, { env: QUIET, stdio: ['ignore', 'ignore', 'pipe'] });
  writeFileSync(join(folder, 'main.mjs'), readFileSync(join(ROOT, 'examples/python/main.mjs')));

  const path = [join(folder, 'python/src'), process.env.PYTHONPATH ?? ''].join(delimiter);
  const run = (program: string, app: string, output: string): string => {
    const env = { ...QUIET, CDK8S_OUTDIR: join(folder, output), PYTHONPATH: path };
    return execFileSync(program, [app], { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const printed = run(process.execPath, 'main.mjs', 'js');
  expect(printed).toMatch(/^orders-operators\/stonedb\.v1\.8\.2: Succeeded InstallSucceeded in orders-production,orders-staging\n/);
  expect(run(PYTHON, 'examples/python/main.py', 'py')).toBe(printed);
  expect(readdirSync(join(folder, 'js'))).toHaveLength(6);
  expect(contentOf(join(folder, 'py'))).toEqual(contentOf(join(folder, 'js')));
});

it('the page shows the app', () => {
  const app = readFileSync(join(ROOT, 'examples/python/main.py'), 'utf8');
  expect(readFileSync(join(ROOT, 'docs/other-languages.md'), 'utf8')).toContain(`\`\`\`python\n${app}\`\`\`\n`);
});
