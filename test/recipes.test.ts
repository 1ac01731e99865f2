/** The recipes of examples/ci: each file is in order, and its commands do what docs/ci.md says. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../src/base/kubernetes/object.js';
import { LOCK_VERSION } from '../src/olm/lock/lock-name.js';
import { writeLock } from '../src/olm/lock/lock-of.js';
import { bundleFiles } from './support/bundle-files.js';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';
import { runScript } from './support/recipes.js';
import { names } from './support/render.js';

const ROOT = join(import.meta.dirname, '..');
const RECIPES = join(ROOT, 'examples/ci');
const files = readdirSync(RECIPES, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(yaml|json)$/.test(path));

const read = (path: string): Record<string, unknown>[] =>
  parseAllDocuments(readFileSync(join(RECIPES, path), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Record<string, unknown>;
  });

/** A repository with sources and what is rendered of them. */
function repository(): string {
  const folder = folderOf();
  cpSync(join(ROOT, 'examples/gitops'), join(folder, 'clusters/prod'), { recursive: true });
  expect(cli(['render', join(folder, 'clusters/prod'), '-o', join(folder, 'rendered/prod')]).code).toBe(0);
  return folder;
}

const gitIn =
  (cwd: string) =>
  (...argv: string[]): void => {
    const settings = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    expect(spawnSync('git', [...settings, ...argv], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0 });
  };

describe('a recipe', () => {
  it.each(files)('is YAML or JSON: %s', (path) => {
    expect(read(path)).not.toEqual([]);
  });

  it.each(files)('is linked from the pages about pipelines: %s', (path) => {
    const pages = ['ci', 'gate'].map((page) => readFileSync(join(ROOT, `docs/${page}.md`), 'utf8'));
    expect(pages.join('\n')).toContain(`(../examples/ci/${path})`);
  });
});

it('a recipe that names the image is run in it', () => {
  const tests = ['recipes', 'lock-recipes', 'shard-recipes', 'gate-recipes']
    .map((name) => readFileSync(join(ROOT, `test/${name}.test.ts`), 'utf8'))
    .join('');
  const named = files.filter((path) => readFileSync(join(RECIPES, path), 'utf8').includes('registry.example.com/cdk8s-olm:0.1.0'));
  expect(named.length).toBeGreaterThan(9);
  // The plugin says what the container of the patch runs.
  const ran = named.map((path) => path.replace('repo-server-patch', 'plugin'));
  expect(ran.filter((path) => !tests.includes(`'${path}'`))).toEqual([]);
});

describe('the plugin of Argo CD', () => {
  const [{ spec } = { spec: {} }] = read('argocd/plugin.yaml') as { spec: { generate: { command: string[]; args: string[] } } }[];
  const [command = ''] = (spec as { generate: { args: string[] } }).generate.args;
  const generate = (env: Record<string, string> = {}): string[] => {
    const { status, stdout } = runScript('image', command, { cwd: join(repository(), 'clusters/prod'), env });
    expect(status).toBe(0);
    return names(parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject));
  };

  it('renders what Argo CD prunes', () => {
    const made = generate();
    expect(made).toContain('Namespace sealwright');
    expect(made.filter((name) => /^(ClusterServiceVersion|OperatorGroup)/.test(name))).toEqual([]);
  });

  it('takes parameters', () => {
    expect(generate({ PARAM_PROFILE: 'olm', PARAM_ONLY: 'olm' }).map((name) => name.split(' ')[0])).toContain('OperatorCondition');
  });
});

describe('a check', () => {
  const [github] = read('github.yaml') as { jobs: Record<string, { steps: { run?: string }[] }> }[];
  const [gitlab = {}] = read('gitlab.yaml') as Record<string, { script?: string[] }>[];
  const [task] = read('tekton/task.yaml') as {
    spec: { params: { name: string; default: string }[]; steps: { command: string[]; args: string[] }[] };
  }[];
  const params = new Map(task?.spec.params.map((parameter) => [parameter.name, parameter.default]));
  const [step] = task?.spec.steps ?? [];
  const tekton = [...(step?.command ?? []), ...(step?.args ?? [])]
    .join(' ')
    .replace(/\$\(params\.(\w+)\)/g, (_, name) => params.get(name) ?? '');

  it.each([
    ['GitHub', 'machine', github?.jobs.rendered?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? ''],
    ['GitLab', 'image', gitlab.rendered?.script?.join('\n') ?? ''],
    ['Tekton', 'image', tekton],
  ] as const)('of %s passes until the sources change', (_, where, command) => {
    const cwd = repository();
    expect(runScript(where, command, { cwd }).status).toBe(0);
    expect(runScript(where, `sed -i s/sealwright/sealwrong/ rendered/prod/cluster.k8s.yaml && ${command}`, { cwd }).status).toBe(1);
  });
});

it('a repository of bundles has each new version compared with the one that it replaces', () => {
  const [workflow] = read('catalogue-github.yaml') as { jobs: { review: { steps: { run?: string }[] } } }[];
  const script = workflow?.jobs.review.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '';
  const folder = folderOf(bundleFiles('operators/kettle/1.0.0'));
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'main');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
  const permissions = { install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'kettle', rules }] } } };
  for (const [path, text] of Object.entries(bundleFiles('operators/kettle/1.1.0', { replaces: 'kettle.v1.0.0', spec: permissions }))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const summary = join(folderOf(), 'summary.md');
  const { status } = runScript('machine', script, { cwd: folder, env: { TARGET: 'main', GITHUB_STEP_SUMMARY: summary } });
  expect([status, readFileSync(summary, 'utf8')]).toEqual([1, expect.stringContaining('Grants more')]);
});

it('Renovate finds the version of a Subscription', () => {
  const [{ customManagers } = { customManagers: [] }] = read('renovate.json') as { customManagers: { matchStrings: string[] }[] }[];
  const [pattern = ''] = (customManagers as { matchStrings: string[] }[])[0]?.matchStrings ?? [];
  const [, text = ''] = /(spec:\n {2}name: cert-manager[\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')) ?? [];
  expect(new RegExp(pattern).exec(text)?.groups).toEqual({
    datasource: 'github-releases',
    depName: 'cert-manager/cert-manager',
    currentValue: '1.16.5',
  });
});

it.each([
  ['registry.example.com/kettles/catalog', 'v4.18'],
  ['registry.example.com:5000/kettles/catalog', 'v1'],
  [`registry.example.com/${'a-long-path/'.repeat(12)}catalog`, 'latest'],
])('Renovate finds the catalog %s in a lock', (image, tag) => {
  const { customManagers } = JSON.parse(readFileSync(join(ROOT, 'examples/ci/renovate.json'), 'utf8')) as {
    customManagers: { matchStrings: string[]; datasourceTemplate?: string }[];
  };
  const [pattern = ''] = customManagers.find(({ datasourceTemplate }) => datasourceTemplate === 'docker')?.matchStrings ?? [];
  const digest = `sha256:${'a'.repeat(64)}`;
  const catalogs = [{ name: 'olm/ours', image: `${image}:${tag}`, digest }];
  const text = writeLock({ lockVersion: LOCK_VERSION, catalogs, packages: [], bundles: [] });
  expect([...text.matchAll(new RegExp(pattern, 'g'))].map(({ groups }) => ({ ...groups }))).toEqual([
    { depName: image, currentValue: tag, currentDigest: digest },
  ]);
});
