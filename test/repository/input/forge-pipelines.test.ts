import { afterEach, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { history } from '../../support/git.js';
import { describeWith, program } from '../../support/needs.js';

const pipeline = (image: string): string =>
  `apiVersion: tekton.dev/v1\nkind: Pipeline\nmetadata: {name: build}\nspec:\n  tasks:\n  - name: init\n    taskRef: {params: [{name: bundle, value: '${image}'}]}\n`;
const application = (path: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: all, namespace: argocd}\nspec: {source: {repoURL: 'https://x.example/o/r', path: '${path}'}, destination: {name: in-cluster, namespace: a}}\n`;
const BINDING = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\n';

const START = process.cwd();
afterEach(() => process.chdir(START));

function review(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): readonly [number | null, string] {
  process.chdir(history({ 'a/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: d}\n', ...before }, after));
  const { code, out } = cli(['review', 'git:HEAD^', 'git:HEAD']);
  return [code, out];
}

describeWith([program('git')], 'a pipeline that events of a forge start', () => {
  const path = '.tekton/build.yaml';

  it('is a warning with the lines that change, whether one tool applies the rest or none is named', () => {
    for (const more of ['a', 'b'].map((of) => ({ 'apps/all.yaml': application(of) }))) {
      const [code, out] = review({ ...more, [path]: pipeline('q.example/t:1') }, { [path]: pipeline('q.example/t:2') });
      expect(code).toBe(0);
      expect(out).toMatch(
        /warning\[unread-file\].*value changes from q\.example\/t:1 to q\.example\/t:2; it was not read, because it is a pipeline/,
      );
    }
    expect(review({}, { [path]: pipeline('a') })[0]).toBe(0);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ['holds anything else', {}, { [path]: `${pipeline('b')}---\n${BINDING}` }],
    ['names a role', {}, { [path]: pipeline('oc adm policy add-cluster-role-to-user') }],
    ['runs this review', {}, { [path]: pipeline('cdk8s-olm') }],
    ['is in a folder below', {}, { 'a/.tekton/build.yaml': pipeline('b') }],
    ['is in another hidden folder', {}, { '.pipelines/build.yaml': pipeline('b') }],
    ['is broken', {}, { [path]: `${pipeline('b')}]` }],
    ['had something else before', { [path]: BINDING }, { [path]: pipeline('b') }],
    ['is in a folder that an Application applies', { 'apps/all.yaml': application('.tekton') }, { [path]: pipeline('b') }],
    ['is below a folder that an Application applies', { 'apps/all.yaml': application('.') }, { [path]: pipeline('b') }],
  ])('is an error where it %s', (_, before, after) => {
    const [code, out] = review({ [path]: pipeline('a'), ...before }, after);
    expect(code).toBe(1);
    expect(out).toMatch(/error\[unread-file\]/);
  });
});
