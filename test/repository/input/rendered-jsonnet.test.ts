/** Jsonnet whose rendering is committed: a warning, as long as nothing else could evaluate it, and the change does not decide that. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import type { Change } from '../../support/git.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** The exit status and the first line of a review of two folders. */
function review(before: Change, change: Change): readonly [number | null, string] {
  const files = (folder: string, of: Change) =>
    Object.entries(of).flatMap(([path, text]) => (text === undefined ? [] : [[`${folder}/${path}`, text]]));
  process.chdir(folderOf(Object.fromEntries([...files('base', before), ...files('head', { ...before, ...change })])));
  const { code, out } = cli(['review', 'base', 'head', '--format', 'json']);
  return [code, (JSON.parse(out) as { summary: { headline: string } }).summary.headline];
}

const LINE = 'jsonnet -J vendor services/a.jsonnet | gojsontoyaml > $@';
const makefile = (line: string) => ({ Makefile: `resources/a.yaml:\n\t${line}\n` });
const SOURCES = {
  'resources/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata: {replicas: "1"}\n',
  'services/a.jsonnet': "local b = import 'b.libsonnet';\n{ replicas: b.replicas, size: 1 }\n",
  'services/b.libsonnet': '{ replicas: 1 }\n',
};
const BEFORE = { ...SOURCES, ...makefile(LINE) };
const PROGRAM = { 'services/a.jsonnet': "local b = import 'b.libsonnet';\n{ replicas: b.replicas, size: 2 }\n" };
const LIBRARY = { 'services/b.libsonnet': '{ replicas: 2 }\n' };

describe('Jsonnet that the build renders', () => {
  it.each<[string, string]>([
    ['to a file', LINE],
    ['with a variable for the program', '$(JSONNET) -J "$(VENDOR)" services/a.jsonnet > resources/a.yaml'],
    ['to several files', "jsonnet -J vendor -m resources services/a.jsonnet | xargs -I{} sh -c 'cat {} > {}.yaml'"],
    ['in a line with continuations', 'jsonnet -J vendor \\\n\t  ./services/a.jsonnet \\\n\t  -o resources/a.yaml'],
  ])('is no permission: %s', (_, line) => {
    for (const change of [PROGRAM, LIBRARY]) {
      const [exit, headline] = review({ ...SOURCES, ...makefile(line) }, change);
      expect([exit, headline]).toEqual([0, expect.stringMatching(/^No new permissions\. .*Jsonnet, which the build/)]);
    }
  });

  const application =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: t, namespace: argocd}\nspec: {source: {repoURL: u, path: services}, destination: {name: in-cluster, namespace: x}}\n';

  it.each<[string, Change]>([
    ['nothing renders it', { Makefile: undefined }],
    ['a comment names it', makefile(`# ${LINE}`)],
    ['it is only formatted', makefile('jsonnetfmt -i services/a.jsonnet > log')],
    ['it is only checked', makefile('jsonnet-lint services/a.jsonnet > log')],
    ['its output is thrown away', makefile('jsonnet services/a.jsonnet > /dev/null 2> log')],
    ['its output is applied', makefile('jsonnet services/a.jsonnet | kubectl apply -f - > log')],
    ['another file is rendered', makefile(LINE.replace('services/', 'others/'))],
    ['one of another folder is rendered', { Makefile: undefined, 'apps/Makefile': `a:\n\t${LINE}\n` }],
    ['another program evaluates the library', { 'apps/c.jsonnet': "(import '../services/b.libsonnet')\n" }],
    ['Argo CD is in the repository', { 'apps/a.yaml': application }],
  ])('stops where %s', (_, more) => {
    expect(review({ ...BEFORE, ...more }, LIBRARY)).toEqual([1, expect.stringMatching(/^Permissions may change/)]);
  });

  it.each<[string, Change, Change]>([
    ['that the change renders', SOURCES, { ...makefile(LINE), ...PROGRAM }],
    ['that is new', { ...BEFORE, 'services/a.jsonnet': undefined }, PROGRAM],
    [
      'that grants more',
      BEFORE,
      { 'services/b.libsonnet': "{ replicas: 1, kind: 'ClusterRoleBinding', roleRef: { kind: 'ClusterRole', name: 'cluster-admin' } }\n" },
    ],
    ['that Argo CD reads from now on', BEFORE, { ...LIBRARY, 'apps/a.yaml': application }],
  ])('stops for a file %s', (_, before, change) => {
    expect(review(before, change)[0]).toBe(1);
  });
});
