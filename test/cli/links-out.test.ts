/** What is beside the input is read by nothing: not through a link with a name that the program looks for, and no pipe stops it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** Files that a reader looks for by name, each in a folder of the input or at its top. */
const NAMES = [
  '.cdk8s-olm',
  '.cdk8s-olm.yaml',
  '.gitattributes',
  '.github/CODEOWNERS',
  '.github/workflows/x.yaml',
  '.helmignore',
  '.indexignore',
  '.sops.yaml',
  '.sourceignore',
  '.tekton/x.yaml',
  'CODEOWNERS',
  'Chart.yaml',
  'Makefile',
  'a.jsonnet',
  'a.yaml',
  'bundle/manifests/a.yaml',
  'bundle/metadata/annotations.yaml',
  'catalog/catalog.json',
  'chart/Chart.yaml',
  'chart/templates/a.yaml',
  'chart/values.yaml',
  'kustomization.yaml',
  'kustomized/values.env',
  'kustomized/x.yaml',
  'olm-lock.yaml',
  'out/.cdk8s-olm',
  'out/a.k8s.yaml',
  'values.yaml',
];

const INPUT = {
  'group.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: demo, namespace: demo}\n',
  'subscription.yaml':
    'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: demo, namespace: demo}\nspec: {name: demo, channel: stable, source: catalog, sourceNamespace: olm}\n',
  'bundle/metadata/annotations.yaml': 'annotations: {operators.operatorframework.io.bundle.package.v1: demo}\n',
  'chart/Chart.yaml': 'apiVersion: v2\nname: demo\nversion: 1.0.0\n',
  'chart/templates/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndata: {a: "{{ .Values.a }}"}\n',
  'kustomized/kustomization.yaml': 'resources: [x.yaml]\nconfigMapGenerator: [{name: x, envs: [values.env]}]\n',
  'out/.cdk8s-olm': 'a.k8s.yaml\n',
};

/** Texts with a secret, of which each could be shown: in a message, an excerpt or a difference. */
const SECRETS = {
  'a kubeconfig': 'apiVersion: v1\nkind: Config\nmetadata: {name: hunter2}\nusers:\n- name: hunter2\n  user: {token: hunter2}\n',
  'a token': 'hunter2\n',
  settings: 'hunter2: hunter2\noptions: {catalog: [hunter2], hunter2: hunter2}\naccept: [{rule: hunter2}]\n- [hunter2\n',
};

const COMMANDS = [
  ['check', 'head'],
  ['check', 'head/out'],
  ['review', 'base', 'head'],
  ['render', 'head', '--check', '-o', 'head/out'],
  ['resolve', 'head'],
  ['check', 'head', '--baseline', 'head/.cdk8s-olm.yaml'],
];

/** A folder with both sides and a secret beside them, as the current one. @returns the head */
function sides(secret: string, isRepository: boolean): string {
  const place = folderOf({ 'secret/x.yaml': secret });
  for (const side of ['base', 'head']) for (const [path, text] of Object.entries(INPUT)) write(join(place, side, path), text);
  if (isRepository) for (const side of ['base', 'head']) mkdirSync(join(place, side, '.git'));
  process.chdir(place);
  return join(place, 'head');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Puts something else in the place of a file. */
function replace(path: string, put: (path: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  put(path);
}

describe.each(NAMES)('%s as a link out of the input', (name) => {
  it.each(['secret/x.yaml', 'secret'])('shows nothing of %s', (target) => {
    for (const [what, secret] of Object.entries(SECRETS))
      for (const isRepository of [false, true]) {
        const head = sides(secret, isRepository);
        replace(join(head, name), (path) => symlinkSync(join(process.cwd(), target), path));
        for (const argv of COMMANDS) {
          const { out, err } = cli(argv);
          expect([what, isRepository, argv, /.*hunter2.*/.exec(`${out}\n${err}`)?.[0]]).toEqual([what, isRepository, argv, undefined]);
        }
      }
  });
});

describe.each(NAMES)('%s as a pipe', (name) => {
  it('stops nothing, and is named', () => {
    const head = sides('', false);
    replace(join(head, name), (path) => execFileSync('mkfifo', [path]));
    for (const argv of COMMANDS) cli(argv);
    const { out } = cli(['review', 'base', 'head']);
    expect(out).toContain(name);
    expect(out).toContain('it is a pipe, a socket or a device');
  });
});

it('a link to a file of its own folder is followed without a repository', () => {
  const head = sides('', false);
  write(join(head, 'shared.yaml'), 'options: {lenient: true}\n');
  replace(join(head, '.cdk8s-olm.yaml'), (path) => symlinkSync('shared.yaml', path));
  expect(cli(['check', 'head']).err).not.toContain('a link to another place');
});
