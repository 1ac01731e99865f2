/** Ways to hide cluster-admin in a pull request: each is told, by name, and none ends with exit code 0. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cli } from './support/command-line.js';
import { copyCommitted, git as runGit } from './support/git.js';
import { expectTold, type Files, GROUP, NAMESPACE, RBAC, review, reviewFolder, type Told } from './support/reviewed-files.js';

const csv = (more = '', pod = ''): string => `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: etcd.v1.0.0${more}}
spec:
  displayName: etcd
  version: 1.0.0
  installModes:
    - {type: OwnNamespace, supported: true}
    - {type: SingleNamespace, supported: true}
    - {type: MultiNamespace, supported: true}
    - {type: AllNamespaces, supported: true}
  install:
    strategy: deployment
    spec:
      permissions:
        - serviceAccountName: etcd
          rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
      deployments:
        - name: etcd
          spec:
            selector: {matchLabels: {app: etcd}}
            template:
              metadata: {labels: {app: etcd}}
              spec: {serviceAccountName: etcd, ${pod === '' ? 'containers: [{name: etcd, image: "quay.io/etcd/etcd:1"}]' : pod}}
`;
const CSV = csv(', namespace: op');
const binding = (role: string, name = 'evil', version = `${RBAC}/v1`): string =>
  `apiVersion: ${version}\nkind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: '${role}'}\nsubjects: [{kind: ServiceAccount, name: mallory, namespace: op}]\n`;
const EVIL = binding('cluster-admin');
const ITEMS = `items:\n- ${EVIL.trimEnd().replaceAll('\n', '\n  ')}\n`;
const BASE: Files = { 'namespace.yaml': NAMESPACE, 'group.yaml': GROUP, 'csv.yaml': CSV };
const BUNDLE: Files = {
  'bundles/etcd/manifests/csv.yaml': csv(),
  'bundles/etcd/metadata/annotations.yaml':
    'annotations:\n  operators.operatorframework.io.bundle.package.v1: etcd\n  operators.operatorframework.io.bundle.channels.v1: stable\n',
};

const SUBSCRIPTION =
  'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: etcd, namespace: op}\nspec: {name: etcd, source: c, sourceNamespace: olm, startingCSV: etcd.v1.0.0}\n';

const { path: pathOf, write, reviewFiles } = reviewFolder();

const canBuild = spawnSync('kubectl', ['version', '--client']).status === 0;

/** The base, and more in the head. */
function adding(files: Files, base: Files = BASE): Told {
  return reviewFiles(base, { ...base, ...files });
}

describe('nothing of a pull request is hidden behind "No change in meaning"', () => {
  it('which is said of one that changes nothing', () => {
    expect(adding({})).toMatchObject({ code: 0, headline: 'No change in meaning' });
  });

  it.each(['system:controller:clusterrole-aggregation-controller', 'system:kube-controller-manager', 'system:node'])(
    'a binding to %s, which every cluster has',
    (role) => {
      const told = adding({ 'evil.yaml': binding(role) });
      expect(told.headline).not.toContain('No change in meaning');
      expect(told.text).toContain('ServiceAccount op/mallory');
      if (role !== 'system:node') expect(told.code).toBe(1);
    },
  );

  it('a binding to a role that something else installed', () => {
    expectTold(adding({ 'evil.yaml': binding('installed-by-helm') }), 'unknown-role', 'installed-by-helm', 'ServiceAccount op/mallory');
  });

  it('a binding of OpenShift', () => {
    expectTold(adding({ 'evil.yaml': binding('cluster-admin', 'evil', 'authorization.openshift.io/v1') }), 'op/mallory');
    const olderForm =
      'apiVersion: authorization.openshift.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {name: cluster-admin}\nuserNames: ["system:serviceaccount:op:mallory"]\n';
    expectTold(adding({ 'evil.yaml': olderForm }), 'op/mallory');
  });

  describe('a file that is passed over:', () => {
    it('one that .indexignore names', () => {
      expectTold(adding({ 'evil.yaml': EVIL, '.indexignore': 'evil.yaml\n' }), 'op/mallory');
    });

    it('one in a list of written files', () => {
      expectTold(adding({ 'sub/evil.k8s.yaml': EVIL, 'sub/.cdk8s-olm': 'evil.k8s.yaml\n' }), 'op/mallory');
    });

    it.each(['.evil.yaml', '.evil.JSON', '.folder/evil.yml', 'sub/.folder/deeper/evil.json', 'node_modules/a/evil.yaml'])('%s', (path) => {
      expectTold(adding({ [path]: EVIL }), 'unread-file', path);
    });

    it('one that changes', () => {
      expectTold(adding({ '.evil.yaml': EVIL }, { ...BASE, '.evil.yaml': 'a: 1\n' }), 'unread-file', '.evil.yaml');
    });

    it('one that was read before', () => {
      const { 'evil.yaml': _, ...rest } = { ...BASE, 'evil.yaml': EVIL };
      expectTold(reviewFiles({ ...BASE, 'evil.yaml': EVIL }, { ...rest, '.evil.yaml': EVIL }), '.evil.yaml');
    });

    it('the name of a baseline, with a manifest in it', () => {
      expectTold(adding({ 'sub/.cdk8s-olm.yaml': EVIL }), 'unread-file', 'sub/.cdk8s-olm.yaml');
      // One further down counts as soon as somebody reviews that folder alone.
      expectTold(adding({ 'sub/.cdk8s-olm.yaml': 'accept: []\n' }), 'unread-file', 'sub/.cdk8s-olm.yaml');
      expect(adding({ '.cdk8s-olm.yaml': 'accept: []\n' }).text).not.toContain('unread-file');
    });

    it('a link that leads out, and one to a folder', () => {
      const base = write('base', BASE);
      const head = write('head', BASE);
      write('elsewhere', { 'evil.yaml': EVIL });
      symlinkSync('../elsewhere/evil.yaml', join(head, 'link.yaml'));
      symlinkSync('../elsewhere', join(head, 'folder'));
      expectTold(review(base, head), 'unread-file', 'link.yaml', 'folder');
    });

    it.each(['.sourceignore', 'sub/.krmignore', '.helmignore', '.argocd-source.yaml', 'sub/.argocd-source-app.yaml'])(
      'a list of what to leave out, which lets it be applied by going or changing: %s',
      (list) => {
        const base = { ...BASE, 'sub/evil.yaml': EVIL, [list]: 'evil.yaml\n' };
        expectTold(reviewFiles(base, { ...BASE, 'sub/evil.yaml': EVIL }), 'unread-file', list);
        expectTold(adding({ [list]: '# evil.yaml\n' }, base), 'unread-file', list);
      },
    );

    it.each([
      '{"$imagepolicy": "flux-system:evil:tag"}',
      '{"a": "b", "$imagepolicy": "flux-system:evil:tag"}',
      String.raw`{"\u0024imagepolicy": "flux-system:evil:tag"}`,
      'kpt-set: role',
    ])('a comment that a tool executes: %s', (comment) => {
      const [plain, marked] = [binding('view'), binding('view').replace("name: 'view'}", `name: 'view'} # ${comment}`)];
      const files = { ...BASE, 'b.yaml': plain };
      expectTold(reviewFiles(files, { ...files, 'b.yaml': marked }), 'unread-file', '$imagepolicy for Flux, kpt-set for kpt');
      expect(reviewFiles({ ...BASE, 'b.yaml': marked }, { ...BASE, 'b.yaml': marked }).headline).toBe('No change in meaning');
    });

    it('and a hidden file without any object has a line', () => {
      expect(adding({ '.github/workflows/ci.yaml': 'on: push\njobs: {}\n' })).toMatchObject({
        code: 0,
        headline: 'No new permissions. Changes: File .github/workflows/ci.yaml: new',
      });
      expectTold(adding({ '.github/evil.yaml': EVIL }), 'unread-file', '.github');
    });

    it.skipIf(!canBuild)('a file that is applied as it stands, and built into something else', () => {
      const base = { ...BASE, 'top/apps/a.yaml': NAMESPACE.replace('op', 'a') };
      const patch = 'patches: [{patch: "- {op: replace, path: /roleRef/name, value: view}", target: {kind: ClusterRoleBinding}}]';
      const kustomization = `resources: [apps/a.yaml, apps/evil.yaml]\n${patch}\n`;
      expectTold(adding({ 'top/apps/evil.yaml': EVIL, 'top/kustomization.yaml': kustomization }, base), 'raw-file', 'apps/evil.yaml');
    });

    it('a comment by which Argo CD leaves its file out, which goes', () => {
      const skipped = { ...BASE, 'evil.yaml': `# +argocd:skip-file-rendering\n${EVIL}` };
      expectTold(reviewFiles(skipped, { ...BASE, 'evil.yaml': EVIL }), 'unread-file', 'evil.yaml');
      expect(reviewFiles(skipped, skipped)).toMatchObject({ code: 0, headline: 'No change in meaning' });
    });

    it('a manifest by whose name its folder is a Helm chart', () => {
      const chart =
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: op}\nname: a\ndependencies: [{name: evil, repository: "https://evil"}]\n';
      expectTold(adding({ 'Chart.yaml': chart }), 'unread-file', 'Chart.yaml');
      expectTold(reviewFiles({ ...BASE, 'Chart.yaml': chart }, BASE), 'unread-file', 'Chart.yaml');
    });

    it('a template of a Helm chart in a comment, in a file of another ending, and in an archive', () => {
      const settings = (comment: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: op}\n# ${comment}\n`;
      const chart = { ...BASE, 'c/Chart.yaml': settings('a'), 'c/templates/a.yaml': settings('a') };
      expect(reviewFiles(chart, chart).headline).toBe('No change in meaning');
      for (const [file, text] of [
        ['c/templates/a.yaml', settings('{{ .Files.Get "evil.txt" | printf "\\n---\\n%s" }}')],
        ['c/templates/evil.txt', EVIL],
        ['c/evil.txt', EVIL],
        ['c/charts/evil-1.0.0.tgz', 'packed'],
      ] as const)
        expectTold(adding({ [file]: text }, chart), 'unread-file', file);
    });

    it('attributes by which git writes other content than the commit has, and no others', () => {
      expectTold(adding({ '.gitattributes': '*.yaml working-tree-encoding=SHIFT-JIS\n' }), 'unread-file', '.gitattributes');
      expect(adding({ '.gitattributes': 'rendered/** linguist-generated\n' }).headline).toMatch(
        /^No new permissions\. File \.gitattributes/,
      );
    });

    it('and it is a note while it stays as it is', () => {
      const told = adding({}, { ...BASE, '.hidden.yaml': EVIL });
      expect(told).toMatchObject({ code: 0, headline: 'No change in meaning' });
      expect(told.text).toContain('1 file was not read; it did not change.');
      expect(review(pathOf('base'), pathOf('head'), '--all').text).toContain('.hidden.yaml: it is hidden');
    });
  });

  describe('in a commit:', () => {
    const here = process.cwd();
    const git = (...argv: string[]): void => {
      runGit(pathOf(), ...argv);
    };
    beforeEach(() => {
      copyCommitted(pathOf(), BASE, ['tag', 'base']);
      process.chdir(pathOf());
    });
    afterEach(() => process.chdir(here));

    it('a link', () => {
      symlinkSync('/tmp/evil.yaml', pathOf('link.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'head');
      expectTold(review('git:base', 'git:main'), 'unread-file', 'link.yaml');
    });

    it('what a link leads to, which changes', () => {
      write('.', { 'note.txt': NAMESPACE.replace('op', 'other') });
      symlinkSync('note.txt', pathOf('link.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'link');
      git('tag', 'linked');
      write('.', { 'note.txt': EVIL });
      git('commit', '-qam', 'head');
      expectTold(review('git:linked', 'git:main'), 'op/mallory');
    });

    it('what a link leads to outside of the folder, which changes', () => {
      write('prod', BASE);
      write('shared', { 'a.yaml': NAMESPACE });
      symlinkSync('../shared/a.yaml', pathOf('prod/link.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'link');
      git('tag', 'linked');
      write('shared', { 'a.yaml': EVIL });
      git('commit', '-qam', 'head');
      expectTold(review('git:linked:prod', 'git:main:prod'), 'unread-file', 'link.yaml');
      expect(review('git:main:prod', 'prod').text).toContain('No change in meaning');
    });

    it('what a link leads to through another one, or through a folder, which changes', () => {
      write('prod', BASE);
      write('shared/deep', { 'b.yaml': NAMESPACE });
      symlinkSync('deep/b.yaml', pathOf('shared/a.yaml'));
      symlinkSync('shared', pathOf('folder'));
      symlinkSync('../shared/a.yaml', pathOf('prod/link.yaml'));
      symlinkSync('../folder/deep/b.yaml', pathOf('prod/through.yaml'));
      symlinkSync('../shared', pathOf('prod/all'));
      git('add', '-A');
      git('commit', '-qm', 'link');
      git('tag', 'linked');
      write('shared/deep', { 'b.yaml': EVIL });
      const told = review('git:linked:prod', 'prod');
      expectTold(told, 'unread-file', 'link.yaml', 'through.yaml', 'file all changed');
      git('commit', '-qam', 'head');
      expectTold(review('git:linked:prod', 'git:main:prod'), 'unread-file', 'link.yaml', 'through.yaml', 'file all changed');
      expect(review('git:main:prod', 'prod').text).toContain('No change in meaning');
    });

    it('a link through a link to a folder, from where its path leads elsewhere', () => {
      write('.', { 'a.txt': NAMESPACE.replace('op', 'other'), 'far/a.txt': NAMESPACE.replace('op', 'other'), 'far/away/b.txt': '' });
      symlinkSync('far/away', pathOf('folder'));
      symlinkSync('folder/../a.txt', pathOf('link.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'link');
      git('tag', 'linked');
      write('.', { 'far/a.txt': EVIL });
      git('commit', '-qam', 'head');
      expectTold(review('git:linked', 'git:main'), 'unread-file', 'link.yaml');
    });

    it('a submodule', () => {
      git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendored`);
      git('commit', '-qm', 'head');
      expectTold(review('git:base', 'git:main'), 'unread-file', 'vendored', 'submodule');
    });

    it('a hidden file, which is the same one in the working folder', () => {
      write('.', { '.evil.yaml': EVIL });
      git('add', '-A');
      git('commit', '-qm', 'head');
      expectTold(review('git:base', 'git:main'), 'unread-file', '.evil.yaml');
      expect(review('git:main', '.').text).toContain('No change in meaning');
    });

    it('a file whose name reads like that of another one, as neither is UTF-8', () => {
      const named = (byte: number): Buffer => Buffer.concat([Buffer.from(`${pathOf()}/a`), Buffer.from([byte]), Buffer.from('.yaml')]);
      writeFileSync(named(0xff), NAMESPACE.replace('op', 'other'));
      git('add', '-A');
      git('commit', '-qm', 'odd');
      git('tag', 'odd');
      writeFileSync(named(0xfe), EVIL);
      git('add', '-A');
      git('commit', '-qm', 'head');
      const told = review('git:odd', 'git:main');
      expect(told.code).toBe(2);
      expect(told.text).toContain('two entries of the commit have the name');
    });

    it('a file that git shows as another one in this clone alone', () => {
      write('.', { 'evil.yaml': EVIL, 'note.txt': NAMESPACE.replace('op', 'other') });
      git('add', '-A');
      git('commit', '-qm', 'head');
      git('replace', 'main:evil.yaml', 'main:note.txt');
      expectTold(review('git:base', 'git:main'), 'op/mallory');
    });

    it('a kustomization that patches', () => {
      write('.', { 'kustomization.yaml': KUSTOMIZATION });
      git('add', '-A');
      git('commit', '-qm', 'head');
      expectTold(review('git:base', 'git:main', '--fail-on', 'warning'));
    });
  });

  it.each([
    'bundles/etcd/manifests/evil.yaml',
    'bundles/etcd/manifests/more/evil.yaml',
    'bundles/etcd/tests/evil.yaml',
    'bundles/etcd/ci.yaml',
    'bundles/etcd.package.yaml',
  ])('a manifest beside those of a bundle: %s', (path) => {
    expectTold(adding({ [path]: EVIL }, { ...BASE, ...BUNDLE }), path.includes('manifests/evil') ? 'ClusterRoleBinding evil' : path);
  });

  it('a binding in the items of something that is not called a List, as kubectl and Argo CD apply it', () => {
    const configMap = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: op}\n${ITEMS}`;
    expectTold(adding({ 'a.yaml': configMap }), 'ServiceAccount op/mallory can do everything');
  });

  it.each([
    ['', { 'olm.managed': 'true' }],
    ['of a group', { 'olm.managed': 'true', 'olm.owner': 'g', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'op' }],
    [
      'of a CSV',
      {
        'olm.managed': 'true',
        'olm.permissions.hash': 'x',
        'olm.owner': 'etcd.v1.0.0',
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': 'op',
      },
    ],
  ])('a binding whose labels claim that OLM made it: %s', (_, labels) => {
    const claimed = EVIL.replace('{name: evil}', `{name: evil, labels: ${JSON.stringify(labels)}}`);
    expectTold(adding({ 'evil.yaml': claimed }), 'ServiceAccount op/mallory can do everything');
    expectTold(
      adding({ 'evil.yaml': `apiVersion: v1\nkind: List\nitems: [${JSON.stringify(parse(claimed))}]\n` }),
      'mallory can do everything',
    );
  });

  describe('a binding of a bundle', () => {
    const base = { ...BASE, 'csv.yaml': '', ...BUNDLE, 'subscription.yaml': SUBSCRIPTION };
    const path = 'bundles/etcd/manifests/evil.yaml';

    const withKey = (key: string): void => {
      const odd = EVIL.replace(new RegExp(`${key}(?=: )`, 'gi'), key);
      expectTold(adding({ [path]: odd.replace('metadata: {Name', 'metadata: {name') }, base), 'mallory can do everything');
    };
    it.each(['Subjects', 'RoleRef', 'Name'])('with the key %s, which OLM reads in any case', withKey);

    it('that another one of its name covers up', () => {
      expectTold(
        adding({ [path]: EVIL, 'decoy.yaml': EVIL.replace(/subjects:.*/, 'subjects: []') }, base),
        'ClusterRoleBinding evil is there twice',
      );
    });

    it('that is not in order', () => {
      expectTold(adding({ [path]: EVIL.replace(/roleRef:.*\n/, '') }, base), 'ClusterRoleBinding evil');
    });
  });

  it('a manifest in the scorecard configuration of a bundle, which is no risk itself', () => {
    const scorecard = 'apiVersion: scorecard.operatorframework.io/v1alpha3\nkind: Configuration\nmetadata: {name: config}\nstages: []\n';
    const base = { ...BASE, ...BUNDLE };
    expect(adding({ 'bundles/etcd/tests/scorecard/config.yaml': scorecard }, base).text).not.toContain('unread-file');
    const path = 'bundles/etcd/tests/scorecard/config.yaml';
    expectTold(adding({ [path]: `${scorecard}---\n${EVIL}` }, base), 'config.yaml');
    expectTold(adding({ [path]: scorecard + ITEMS }, base), 'config.yaml');
  });

  it.each([
    ['annotations.yaml', '---\n'],
    ['dependencies.yaml', 'dependencies: []\n'],
    ['properties.yaml', 'properties: []\n'],
  ])('a manifest in what says something about a bundle: %s', (name, before) => {
    const path = `bundles/etcd/metadata/${name}`;
    const base = { ...BASE, ...BUNDLE, 'subscription.yaml': SUBSCRIPTION };
    expectTold(adding({ [path]: `${BUNDLE[path] ?? ''}${before}${EVIL}` }, base), 'unread-file', path);
  });

  it('a manifest that a kustomization names in a text, and does not load', () => {
    const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: op}\n';
    for (const field of [
      'commonAnnotations: {note: PATH}',
      'metadata: {name: PATH}\nnamePrefix: a-',
      'secretGenerator: [{name: a, literals: ["a=PATH"]}]',
    ]) {
      const kustomization = (path: string): string => `resources: [a.yaml]\n${field.replace('PATH', path)}\n`;
      const beside = { 'sub/a.yaml': settings, 'sub/kustomization.yaml': kustomization('../evil.yaml'), 'evil.yaml': EVIL };
      const inside = { 'sub/a.yaml': settings, 'sub/kustomization.yaml': kustomization('evil.yaml'), 'sub/evil.yaml': EVIL };
      for (const files of canBuild ? [beside, inside] : []) expectTold(adding(files), 'evil');
    }
    expectTold(
      adding({
        'sub/a.yaml': settings,
        'sub/evil.yaml': EVIL,
        'sub/kustomization.yaml': 'metadata: {name: evil.yaml}\nresources: [a.yaml]\n',
      }),
      'sub/evil.yaml',
    );
  });

  it('a manifest in a folder with a CSV that has no namespace', () => {
    const base = { ...BASE, 'sub/manifests/csv.yaml': csv() };
    expectTold(adding({ 'sub/manifests/evil.yaml': EVIL }, base), 'ClusterRoleBinding evil');
  });

  it('a whole bundle that no Subscription installs', () => {
    expectTold(adding({ ...BUNDLE, 'bundles/etcd/manifests/evil.yaml': EVIL }), 'Bundle etcd.v1.0.0', 'ClusterRoleBinding evil');
  });

  describe('a rendered folder beside a manifest', () => {
    const rendered = (): string => {
      const folder = pathOf('base');
      expect(cli(['render', write('input', BASE), '-o', folder]).code).toBe(0);
      expect(cli(['render', pathOf('input'), '-o', pathOf('head')]).code).toBe(0);
      return folder;
    };
    it('is read whole', () => {
      const base = rendered();
      const head = write('head', { 'note.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: op}\n' });
      expect(review(base, head).text).toContain('ConfigMap op/a');
      write('head', { 'evil.k8s.yaml': EVIL });
      appendFileSync(join(head, '.cdk8s-olm'), 'evil.k8s.yaml\n');
      expectTold(review(base, head), 'op/mallory');
    });
    it('is told of where its CSV asks for more than its roles give', () => {
      const base = rendered();
      const file = pathOf('head', 'ns-op.k8s.yaml');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/( permissions:[\s\S]*?resources:\s+- )pods/, "$1'*'"));
      expectTold(review(base, pathOf('head')), 'unrendered-permission', 'op/etcd');
    });
    it('counts beside what it was rendered from', () => {
      const base = rendered();
      const head = write('head', BASE);
      write('base', BASE);
      expect(review(base, head)).toMatchObject({ code: 0, headline: 'No change in meaning' });
      write('head', { 'evil.k8s.yaml': EVIL });
      appendFileSync(join(head, '.cdk8s-olm'), 'evil.k8s.yaml\n');
      expectTold(review(base, head), 'op/mallory');
    });
  });

  const KUSTOMIZATION =
    'resources: [namespace.yaml, group.yaml, csv.yaml]\npatches:\n  - target: {kind: OperatorGroup}\n    patch: |\n      - {op: remove, path: /spec/targetNamespaces}\n';
  it('a kustomization with a patch', () => {
    const told = adding({ 'kustomization.yaml': KUSTOMIZATION });
    expect(told.text).not.toContain('No change in meaning');
    expect(told.text).toContain(canBuild ? 'Grants more: OperatorGroup op/g targets all namespaces instead of op' : 'kubectl kustomize');
  });

  it('a kustomization that cannot be built', () => {
    const told = adding({ 'kustomization.yaml': 'resources: [namespace.yaml, gone.yaml]\nnamePrefix: a-\n' });
    expect(told.code).toBe(2);
    expect(told.text).toContain('kubectl kustomize');
  });

  it('what another host has of a kustomization', () => {
    const evil = 'https://example.com/evil.yaml';
    const kustomization = `resources: [namespace.yaml, group.yaml, csv.yaml, "${evil}"]\nnamePrefix: a-\n`;
    expectTold(adding({ 'kustomization.yaml': kustomization }), `the part kustomization.yaml: ${evil} is new`);
    const alone = adding({ 'kustomization.yaml': `resources: ["${evil}"]\nnamePrefix: a-\n` });
    expectTold(alone, `the part kustomization.yaml: ${evil} is new`);
    expect(alone.code).toBe(1);
  });

  it('a kustomization that leaves out what was read', () => {
    const told = adding({ 'kustomization.yaml': 'resources: [namespace.yaml, group.yaml]\n' });
    expectTold(told, 'unread-file', 'csv.yaml');
  });

  it('a Flux Kustomization and an Argo CD Application that patch', () => {
    const flux =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: prod, namespace: op}\nspec: {path: ., patches: [{patch: x}], postBuild: {substitute: {a: b}}}\n';
    const argo =
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: prod, namespace: op}\nspec: {source: {path: ., kustomize: {namePrefix: a-}}}\n';
    const told = adding({ 'flux.yaml': flux, 'argo.yaml': argo });
    expect(told.text).not.toContain('No change in meaning');
    expect(told.text).toContain('spec.patches and spec.postBuild');
    expect(told.text).toContain('spec.source.kustomize');
  });

  it('a binding that kustomize reads in another way than kubectl: a merge key that takes its subjects', () => {
    const told = adding({ 'evil.yaml': `${EVIL}<<: {subjects: []}\n` });
    expect(told.code).toBe(2);
    expect(told.text).toContain('a merge key comes after the key "subjects"');
  });

  it('a baseline that accepts its own risk', () => {
    const accept = 'accept:\n  - {id: all-rights, reason: trust me}\n';
    expectTold(adding({ 'evil.yaml': EVIL, '.cdk8s-olm.yaml': accept }), 'op/mallory', 'all-rights');
  });

  it.each([
    ['apps', 'deployments', 'etcd'],
    ['operators.coreos.com', 'clusterserviceversions', 'etcd.v1.0.0'],
  ])('a permission on what runs as a powerful account, by its name: %s %s', (apiGroup, resource, name) => {
    const powerful = CSV.replace(
      '      deployments:',
      '      clusterPermissions: [{serviceAccountName: etcd, rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]}]\n      deployments:',
    );
    const base = { ...BASE, 'csv.yaml': powerful };
    const role = (of: string): Files => ({
      'role.yaml': `apiVersion: ${RBAC}/v1\nkind: Role\nmetadata: {name: r, namespace: op}\nrules: [{apiGroups: [${apiGroup}], resources: [${resource}], resourceNames: [${of}], verbs: [patch]}]\n---\napiVersion: ${RBAC}/v1\nkind: RoleBinding\nmetadata: {name: r, namespace: op}\nroleRef: {apiGroup: ${RBAC}, kind: Role, name: r}\nsubjects: [{apiGroup: ${RBAC}, kind: User, name: eve}]\n`,
    });
    expectTold(adding(role(name), base), 'User eve can run Pods or commands in op as ServiceAccount op/etcd');
    expect(adding(role('web'), base).code).toBe(0);
  });

  it('a webhook of an operator whose group is not in the input', () => {
    const hook =
      '  webhookdefinitions:\n    - {type: MutatingAdmissionWebhook, generateName: x.example.com, deploymentName: etcd, admissionReviewVersions: [v1], sideEffects: None, containerPort: 443, rules: [{apiGroups: [""], apiVersions: [v1], resources: [secrets], operations: [CREATE]}]}\n';
    const base = { 'namespace.yaml': NAMESPACE, 'csv.yaml': CSV };
    const told = reviewFiles(base, { ...base, 'csv.yaml': CSV.replace('  install:\n', `${hook}  install:\n`) });
    expectTold(told, 'which can change create secrets in any namespace');
  });

  it('another target of a group whose account comes from elsewhere', () => {
    const before = GROUP.replace('spec: {', 'spec: {serviceAccountName: installer, ');
    const told = reviewFiles({ ...BASE, 'group.yaml': before }, { ...BASE, 'group.yaml': before.replace(', targetNamespaces: [op]', '') });
    expectTold(told, 'now targets all namespaces instead of op');
  });

  it.each([
    ['accept:\n  - {id: all-rights, reason: noise}\n', 'accepts the finding for every subject'],
    ["accept:\n  - {id: all-rights, subject: 'ServiceAccount */*', reason: noise}\n", 'accepts the finding for every subject'],
    ['severities: {all-rights: info, data-delete: info}\n', 'and all-rights is no error then'],
  ])('a baseline that accepts the risk of a later change: %j', (baseline, message) => {
    expectTold(adding({ '.cdk8s-olm.yaml': baseline }), message);
  });

  it('a baseline that accepts what one subject can do, beside another change', () => {
    const accept = "accept:\n  - {id: all-rights, subject: 'ServiceAccount op/ci', reason: noise}\n";
    const policy = 'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n';
    const told = adding({ '.cdk8s-olm.yaml': accept, 'class.yaml': policy });
    expect(told).toMatchObject({
      code: 0,
      headline: expect.stringMatching('adds an entry, which applies after the merge: all-rights of ServiceAccount op/ci'),
    });
  });

  it.each<[string, string, string]>([
    ['another image', 'containers: [{name: etcd, image: "evil.example.com/etcd:1"}]', 'evil.example.com'],
    [
      'a privileged container',
      'containers: [{name: etcd, image: "quay.io/etcd/etcd:1", securityContext: {privileged: true}}]',
      'privileged',
    ],
    ['the processes of the host', 'hostPID: true, containers: [{name: etcd, image: "quay.io/etcd/etcd:1"}]', 'hostPID'],
    [
      'the files of the host',
      'volumes: [{name: r, hostPath: {path: /}}], containers: [{name: etcd, image: "quay.io/etcd/etcd:1", volumeMounts: [{name: r, mountPath: /r}]}]',
      'hostPath',
    ],
  ])('of an operator: %s', (_, pod, name) => {
    const told = adding({ 'csv.yaml': csv(', namespace: op', pod) });
    expect(told.text).not.toContain('No change in meaning');
    expect(told.text).toContain(name);
  });

  it('a Pod that runs as the account of the operator', () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: evil, namespace: op}\nspec: {serviceAccountName: etcd, containers: [{name: a, image: evil}]}\n';
    expect(adding({ 'evil.yaml': pod }).text).toContain('Pod op/evil');
  });

  it('another source of an operator', () => {
    const subscription = (source: string, approval: string): string =>
      `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: etcd, namespace: op}\nspec: {name: etcd, channel: stable, source: ${source}, sourceNamespace: olm, installPlanApproval: ${approval}}\n`;
    const catalog = (image: string): string =>
      `apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: catalog, namespace: olm}\nspec: {sourceType: grpc, image: ${image}}\n`;
    const { 'csv.yaml': _, ...rest } = { ...BASE, ...BUNDLE };
    const base = { ...rest, 'subscription.yaml': subscription('catalog', 'Manual'), 'catalog.yaml': catalog('a') };
    const told = (files: Files): string => adding(files, base).text;
    expect(told({ 'catalog.yaml': catalog('evil') })).toContain('CatalogSource olm/catalog');
    expect(told({ 'subscription.yaml': subscription('evil', 'Manual') })).toContain('Subscription op/etcd');
    expect(told({ 'subscription.yaml': subscription('catalog', 'Automatic') })).toContain('Automatic');
  });

  it('a ClusterRole in a bundle without apiVersion', () => {
    const { 'csv.yaml': _, ...rest } = { ...BASE, ...BUNDLE };
    const base = {
      ...rest,
      'subscription.yaml':
        'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: etcd, namespace: op}\nspec: {name: etcd, channel: stable, source: a, sourceNamespace: op}\n',
    };
    const evil = {
      'bundles/etcd/manifests/role.yaml':
        'kind: ClusterRole\nmetadata: {name: evil}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]\n',
      'bundles/etcd/manifests/binding.yaml': binding('evil'),
    };
    expectTold(adding(evil, base), 'op/mallory', 'all-rights');
    const { out } = cli(['who-can', '*', '*', pathOf('head')]);
    expect(out).toContain('op/mallory');
  });
});

describe('who-can', () => {
  it('says perhaps of whoever is bound to a role that nobody knows', () => {
    const folder = write('head', { ...BASE, 'evil.yaml': binding('installed-by-helm') });
    expect(cli(['who-can', 'get', 'secrets', folder]).out).toContain('perhaps');
    expect(JSON.parse(cli(['who-can', 'get', 'secrets', folder, '--format', 'json']).out)).toMatchObject({
      perhaps: [
        { subject: { kind: 'ServiceAccount', namespace: 'op', name: 'mallory' }, scope: 'cluster', role: { name: 'installed-by-helm' } },
      ],
    });
  });
});

describe('names that every object of the program has', () => {
  const WORDS = ['constructor', 'hasOwnProperty', 'toString', 'valueOf'];
  const objects = WORDS.flatMap((word) => [
    `apiVersion: ${word}/v1\nkind: ${word}\nmetadata: {name: ${word}, namespace: ${word}, labels: {${word}: a}, annotations: {${word}: b}}\nspec: {${word}: {image: ${word}, ${word}: [1]}}\n`,
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${word}, namespace: ${word}}\ndata: {${word}: a}\n`,
    `apiVersion: v1\nkind: Namespace\nmetadata: {name: n-${word.toLowerCase()}, labels: {${word}: a}}\n`,
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${word}, namespace: op}\nspec: {serviceAccountName: ${word}, nodeSelector: {${word}: x}, containers: [{name: ${word}, image: ${word}, ${word}: 1, env: [{name: ${word}, value: a}]}]}\n`,
    `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: ${word}}\nrules: [{apiGroups: [${word}], resources: [${word}], verbs: [${word}]}]\n`,
    `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: ${word}}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: ${word}}\nsubjects: [{kind: ServiceAccount, name: ${word}, namespace: ${word}}, {kind: ${word}, name: ${word}}]\n`,
    `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: ${word}}\nwebhooks: [{name: ${word}, type: ${word}, clientConfig: {service: {name: ${word}, namespace: ${word}}}, namespaceSelector: {matchLabels: {${word}: x}}}]\n`,
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: ${word.toLowerCase()}, namespace: op}\nspec: {${word}: 1}\n`,
    `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${word.toLowerCase()}, namespace: op}\nspec: {name: ${word}, source: ${word}, sourceNamespace: ${word}, channel: ${word}}\n`,
  ]);

  it('are names like others: each of them can come, change and go', () => {
    const files = Object.fromEntries(objects.map((text, index) => [`${index}.yaml`, text]));
    const changed = Object.fromEntries(
      objects.map((text, index) => [`${index}.yaml`, text.replace(/: a\}/g, ': c}').replace('spec: {', 'spec: {z: 1, ')]),
    );
    for (const [before, after] of [
      [{}, files],
      [files, changed],
      [files, {}],
    ] as const)
      expect(reviewFiles({ 'namespace.yaml': NAMESPACE, ...before }, { 'namespace.yaml': NAMESPACE, ...after })).toMatchObject({
        code: expect.toSatisfy((code) => code === 0 || code === 1),
        text: expect.not.stringContaining('internal error'),
      });
  });
});
