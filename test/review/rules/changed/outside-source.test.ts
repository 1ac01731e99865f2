import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { Access } from '../../../../src/review/rules/access/access.js';
import { outsideSource } from '../../../../src/review/rules/changed/outside-source.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const application = (name: string, source: object): KubernetesObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: { source },
});
const OURS = application('ours', { repoURL: 'https://example.com/ours', path: 'a' });
const change = (before: KubernetesObject, after: KubernetesObject) =>
  outsideSource
    .compare?.(accessTo(namespace('op'), before), accessTo(namespace('op'), after))
    // Which fields change is tested with the sentence that tells them.
    .map(({ severity, message }) => `${severity}: ${message.replace(/; changes .*$/s, '')}`);
const whole = (before: KubernetesObject | undefined, after: KubernetesObject | undefined) =>
  outsideSource
    .compare?.(accessTo(namespace('op'), before as KubernetesObject), accessTo(namespace('op'), after as KubernetesObject))
    .map(({ message }) => message)
    .join() ?? '';
const told = (after: KubernetesObject) =>
  outsideSource
    .compare?.(accessTo(namespace('op'), OURS), accessTo(namespace('op'), OURS, after))
    // Which fields change is tested with the sentence that tells them.
    .map(({ severity, message }) => `${severity}: ${message.replace(/; changes .*$/s, '')}`);

describe('outside-source', () => {
  it('is an error for a source that nothing named before', () => {
    expect(told(application('new', { repoURL: 'https://example.com/evil', path: 'a' }))).toEqual([
      'error: Application argocd/new is new and decides what is applied from https://example.com/evil; what comes from there was not reviewed',
    ]);
  });

  it('names a source that a template makes with its short actions alone', () => {
    const from = (repoURL: string) => told(application('new', { repoURL, path: 'a' }))?.[0];
    expect(from('https://example.com/{{ .values.team }}.git')).toContain('from https://example.com/{{ .values.team }}.git;');
    const long = `{{ default\n  "https://example.com/a.git"\n  (dig "spec" "source" "repoURL" "" .) }}`;
    expect(from(long)).toContain('is new and decides what is applied from {{…}};');
    expect(from(`https://${long}/b`)).toContain('from https://{{…}}/b;');
  });

  it('is an error for another path, branch, project or account of a known source', () => {
    const changed = (spec: object) => change(OURS, { ...OURS, spec: { ...(OURS.spec as object), ...spec } });
    expect(told(application('new', { repoURL: 'https://example.com/ours', path: 'b' }))).toEqual([
      'error: Application argocd/new is new and decides what is applied from path b of https://example.com/ours; what comes from there was not reviewed',
    ]);
    const source = { repoURL: 'https://example.com/ours', path: 'a' };
    expect(changed({ source: { ...source, targetRevision: 'evil' } })).toEqual([
      'error: Application argocd/ours is changed and decides what is applied from targetRevision evil of https://example.com/ours; what comes from there was not reviewed',
    ]);
    expect(changed({ source: { ...source, directory: { recurse: true } } })?.[0]).toMatch(/^error: .* from other recurse of /);
    expect(changed({ project: 'admins' })).toEqual([
      'error: Application argocd/ours is changed and decides what is applied from https://example.com/ours with project admins instead of none; what comes from there was not reviewed',
    ]);
  });

  it('is a note for another address of a known repository, by its forge in any case', () => {
    const severities = (was: string, is: string) =>
      change(application('ours', { repoURL: was, path: 'a' }), application('ours', { repoURL: is, path: 'a' }))?.[0];
    expect(severities('git@github.com:Acme/apps.git', 'https://github.com/acme/apps')).toMatch(
      /^info: Application argocd\/ours is changed and decides what is applied from https:\/\/github\.com\/acme\/apps; /,
    );
    expect(severities('ssh://git@git.example/acme/apps', 'https://git.example/acme/apps.git')).toMatch(/^info: /);
    for (const [was, is] of [
      ['https://git.example/Acme/apps', 'https://git.example/acme/apps'],
      ['https://github.com/acme/apps', 'https://github.com/acme/apps2'],
      ['https://github.com/acme/apps/raw/main/A', 'https://github.com/acme/apps/raw/main/a'],
      ['https://github.com/acme/apps', 'https://github.com.example/acme/apps'],
      ['https://github.com/acme/apps', 'http://github.com/acme/apps'],
      ['https://github.com/acme/apps', 'https://github.com/acme/apps/../evil'],
    ] as const)
      expect(severities(was, is)).toMatch(/^error: /);
    const branch = { repoURL: 'https://github.com/acme/apps', targetRevision: 'evil' };
    expect(change(application('ours', { repoURL: 'git@github.com:acme/apps' }), application('ours', branch))?.[0]).toMatch(/^error: /);
  });

  it('is a note for the next version of a known source, and a warning for its settings', () => {
    const source = { repoURL: 'https://example.com/ours', path: 'a' };
    for (const targetRevision of ['1.2.3', 'v1.*', '>=1.0 <2', '2.0.0-rc.1'])
      expect(change(OURS, application('ours', { ...source, targetRevision }))?.[0]).toMatch(/^info/);
    expect(change(OURS, { ...OURS, spec: { source, syncPolicy: {} } })?.[0]).toMatch(/^warning/);
  });

  it('is an error for a range in place of a version, and a warning for an older version or a commit', () => {
    const at = (targetRevision?: string): KubernetesObject => application('ours', { repoURL: 'https://example.com/ours', targetRevision });
    const start = 'Application argocd/ours is changed and applies https://example.com/ours';
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect(change(at('1.2.3'), at('*'))).toEqual([
      `error: ${start} at * instead of 1.2.3, so that later versions are applied, too; what comes from there was not reviewed`,
    ]);
    expect(change(at('1.2.3'), at('1.2.2'))).toEqual([
      `warning: ${start} at 1.2.2 instead of 1.2.3, which is newer; what comes from there was not reviewed`,
    ]);
    expect(change(at('1.2.3'), at(commit))).toEqual([
      `warning: ${start} at commit ${commit} instead of 1.2.3, which can be one of a fork; what comes from there was not reviewed`,
    ]);
    expect(change(at(), at(commit))?.[0]).toMatch(/^warning/);
  });

  it('is a warning for another version of a repository that a forge packs, and an error for another repository', () => {
    const kfdef = (uri: string): KubernetesObject => ({
      apiVersion: 'kfdef.apps.kubeflow.org/v1',
      kind: 'KfDef',
      metadata: { name: 'a', namespace: 'b' },
      spec: { repos: [{ name: 'manifests', uri }] },
    });
    const severity = (was: string, is: string): unknown => change(kfdef(was), kfdef(is))?.map((text) => text.split(':')[0]);
    const at = 'https://example.com/ours/manifests/tarball';
    expect(severity(`${at}/v1.0`, `${at}/v1.1`)).toEqual(['warning']);
    expect(severity(`${at}/v1.0`, `${at.replace('ours', 'evil')}/v1.0`)).toEqual(['error']);
  });

  it('may bring permissions with another version, and none where only the way of applying differs', () => {
    const source = { repoURL: 'https://example.com/ours', path: 'a', targetRevision: '1.0.0' };
    const effectOf = (before: object, after: object) => {
      const [was, is] = [before, after].map((spec) => accessTo({ ...OURS, spec } as KubernetesObject)) as [Access, Access];
      return outsideSource.compare?.(was, is).map(({ effect = 'unknown' }) => effect);
    };
    const options = (...syncOptions: string[]) => ({ syncPolicy: { syncOptions } });
    for (const how of [
      options('SkipDryRunOnMissingResource=true', 'CreateNamespace=true', 'ServerSideApply=true', 'PruneLast=true'),
      { syncPolicy: { retry: { limit: 3 } } },
      { revisionHistoryLimit: 3 },
      { info: [{ name: 'a', value: 'b' }] },
    ]) {
      expect(effectOf({ source }, { source, ...how })).toEqual(['none']);
      expect(effectOf({ source }, { source: { ...source, targetRevision: '1.0.1' }, ...how })).toEqual(['unknown']);
    }
    // These decide whether what guards the cluster stays as it is written, or is applied at all.
    for (const how of [
      { ignoreDifferences: [{ kind: 'ValidatingAdmissionPolicyBinding', jsonPointers: ['/spec'] }] },
      { syncPolicy: { automated: { prune: true } } },
      options('Prune=false'),
      options('Validate=false'),
      options('Replace=true'),
      options('RespectIgnoreDifferences=true'),
    ])
      expect(effectOf({ source }, { source, ...how })).toEqual(['unknown']);
    expect(effectOf({ source }, { source: { ...source, targetRevision: '1.0.1' } })).toEqual(['unknown']);
    for (const more of [{ destination: { namespace: 'b' } }, { syncPolicy: { managedNamespaceMetadata: { labels: { a: 'b' } } } }])
      expect(effectOf({ source }, { source, ...more })).toEqual(['unknown']);
  });

  it('may bring nothing with values that only the programs of a chart read', () => {
    const values = (more: object) => ({
      ...application('ours', {}),
      spec: { source: { repoURL: 'https://example.com/ours', chart: 'a', targetRevision: '1.0.0', helm: { valuesObject: more } } },
    });
    const found = (before: object, after: object) =>
      outsideSource
        .compare?.(accessTo(namespace('op'), values(before)), accessTo(namespace('op'), values(after)))
        .map(({ severity, effect = 'unknown' }) => `${severity} ${effect}`);
    const [digest, other] = ['a', 'b'].map((sign) => `sha256:${sign.repeat(64)}`);
    for (const [before, after] of [
      [{ image: { repository: 'q.io/a', tag: `v1.2.3@${digest}` } }, { image: { repository: 'q.io/a', tag: `v1.3.0@${other}` } }],
      [{ image: { repository: 'q.io/a', tag: '1.5.2' } }, { image: { repository: 'q.io/a', tag: `v1.5.4@${other}` } }],
      [{ persistence: { size: '1Gi' } }, { persistence: { size: '2Gi' } }],
      [{ title: 'a' }, { title: 'b c' }],
      [{ a: { version: '2026.4.1' } }, { a: { version: '2026.4.2' } }],
      [{ resources: { limits: { memory: '512Mi', cpu: '500m' } } }, { resources: { limits: { memory: '1Gi', cpu: '1' } } }],
    ])
      expect([before, found(before as object, after as object)]).toEqual([before, ['info none']]);
    for (const [before, after] of [
      [{ rbac: { create: false } }, { rbac: { create: true } }],
      [{}, { rbac: { rules: [{ verbs: ['*'] }] } }],
      [{ serviceAccount: { name: 'a' } }, { serviceAccount: { name: 'b' } }],
      [{ image: { repository: 'quay.io/a/b' } }, { image: { repository: 'quay.io/evil/b' } }],
      [{}, { extraObjects: [{ apiVersion: 'v1', kind: 'Pod' }] }],
      [{ title: 'b' }, { title: '{{ evil }}' }],
      [{ title: 'b' }, { title: 'b\nkind: Pod' }],
      [{ watchNamespace: 'a' }, { watchNamespace: '' }],
      [{ mode: 'false' }, { mode: 'true' }],
      [{ approveSignerNames: ['a/b'] }, { approveSignerNames: ['a/*'] }],
      [{ containerMode: { type: 'kubernetes' } }, { containerMode: { type: 'dind' } }],
      [{ excludeGroups: [] }, { excludeGroups: ['system:authenticated'] }],
      [{ service: { type: 'ClusterIP' } }, { service: { type: 'LoadBalancer' } }],
      [{ service: { externalIPs: [] } }, { service: { externalIPs: ['1.2.3.4'] } }],
      [{ env: { A: 'b' } }, { env: { A: 'b', LD_PRELOAD: '/x.so' } }],
      [{ hostAliases: [] }, { hostAliases: [{ ip: '6.6.6.6', hostnames: ['a'] }] }],
      [{ fullnameOverride: 'a' }, { fullnameOverride: 'kustomize-controller' }],
      [{ dns: ['6.6.6.5'] }, { dns: ['6.6.6.6'] }],
      [{ runAsUser: 1 }, { runAsUser: 0 }],
      [{ replicas: 1 }, { replicas: 0 }],
      [{ role: { size: 'view' } }, { role: { size: 'cluster-admin' } }],
      [{ displayName: 'users' }, { displayName: 'cluster-admins' }],
      [{ capacity: 'a' }, { capacity: 'system:masters' }],
      [{ storage: '1Gi' }, { storage: '/etc/kubernetes' }],
      [{ adminGroup: { title: 'a' } }, { adminGroup: { title: 'b' } }],
      [{ namespace: { title: 'a' } }, { namespace: { title: 'kube-system' } }],
    ])
      expect([after, found(before as object, after as object)]).toEqual([after, ['warning unknown']]);
  });

  it('is a warning for values of a chart that only look like sizes', () => {
    const values = (more: object) => application('ours', { repoURL: 'https://example.com/ours', helm: { valuesObject: more } });
    expect(change(values({ resources: {} }), values({ resources: { limits: { cpu: 1 } } }))?.[0]).toMatch(/^info/);
    expect(change(values({ resources: [] }), values({ resources: [{ kind: 'MachineConfig' }] }))?.[0]).toMatch(/^warning/);
  });

  it('says nothing of another description', () => {
    const project = (description: string): KubernetesObject => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: 'team', namespace: 'argocd' },
      spec: { description, sourceRepos: ['https://a.example/x'] },
    });
    expect(change(project('old'), project('new'))).toEqual([]);
  });

  it('says nothing of another time at which the same is applied', () => {
    const flux = (spec: object): KubernetesObject => ({
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { path: './prod', sourceRef: { kind: 'GitRepository', name: 'shop' }, ...spec },
    });
    const timed = flux({ interval: '5m', retryInterval: '1m', timeout: '1m', wait: true, healthChecks: [], dependsOn: [{ name: 'a' }] });
    expect(change(flux({ interval: '10m' }), timed)).toEqual([]);
    expect(change(flux({ suspend: true }), flux({ suspend: false }))?.[0]).toMatch(/^warning/);
  });

  it('is an error for what an ApplicationSet finds out or writes by itself', () => {
    const set = (more: object): KubernetesObject => ({
      ...application('set', {}),
      kind: 'ApplicationSet',
      spec: { generators: [{ list: {} }], template: { spec: { source: { repoURL: 'https://example.com/ours', path: 'a' } } }, ...more },
    });
    for (const more of [{ templatePatch: 'spec: {}' }, { generators: [{ scmProvider: { github: { organization: 'evil' } } }] }])
      expect(change(set({}), set(more))?.[0]).toMatch(/^error/);
    expect(change(set({}), set({ generators: [{ list: { elements: [] } }] }))?.[0]).toMatch(/^warning/);
  });

  describe('of an ApplicationSet, is as bad as of an Application', () => {
    const set = (generators: object[], source: object, more: object = {}): KubernetesObject => ({
      ...application('set', {}),
      kind: 'ApplicationSet',
      spec: {
        generators,
        template: {
          metadata: { name: '{{name}}' },
          spec: { project: 'p', source: { repoURL: 'https://example.com/ours', path: 'a', ...source }, ...more },
        },
      },
    });
    const list = (...elements: object[]) => [{ list: { elements } }];
    const NAMES = ['url', 'server'];
    const SERVERS = ['https://kubernetes.default.svc', 'https://kubernetes.default.svc:443/', 'https://evil.example', '{{server}}'];

    it.each(NAMES.flatMap((name) => SERVERS.map((server) => [name, server] as const)))(
      'names no server but another one: %s %s',
      (name, server) => {
        const from = { repoURL: 'https://example.com/ours', path: '{{path}}' };
        const [a, b] = ['a', 'b'].map((path) => ({ name: path, path, [name]: SERVERS[0] })) as [object, object];
        const isOwn = server.startsWith('https://kubernetes.default.svc');
        const sets = [list(a), list(a, { ...b, [name]: server }), list({ ...a, [name]: server })].map((each) => set(each, from));
        for (const [was, is] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const text = whole(sets[was], sets[is]);
          expect(text).toMatch(/path b/);
          expect(text.includes(server)).toBe(!isOwn);
        }
        expect(whole(sets[0], sets[2]).includes(server)).toBe(!isOwn);
      },
    );

    const one = (rev: string) => application('one', { repoURL: 'https://example.com/ours', path: 'a', targetRevision: rev });
    const worst = (before: KubernetesObject, after: KubernetesObject) => change(before, after)?.map((text) => text.split(':')[0]);
    const revision = { targetRevision: '{{rev}}' };
    const VERSIONS = ['v1.0.0', 'v1.0.1', 'v0.9.0', 'main', 'feature', '*', '0123456789012345678901234567890123456789'];

    it.each(VERSIONS.flatMap((was) => VERSIONS.flatMap((is) => (was === is ? [] : [[was, is] as const]))))('%s to %s', (was, is) => {
      const alone = worst(one(was), one(is));
      const element = (rev: string) => ({ name: 'a', rev });
      expect(worst(set(list(element(was)), revision), set(list(element(is)), revision))).toEqual(alone);
      // Beside others, of other forms, and in others.
      const forms: readonly (readonly [(rev: string) => object[], object])[] = [
        [(rev) => list({ name: 'b', rev: was }, element(rev)), revision],
        [(rev) => [{ matrix: { generators: [{ git: { directories: [{ path: 'x' }] } }, ...list(element(rev))] } }], revision],
        [(rev) => list({ name: 'a', git: { rev } }), { targetRevision: '{{ .git.rev }}' }],
        [(rev) => [{ clusters: { values: { rev } } }], { targetRevision: '{{values.rev}}' }],
      ];
      for (const [generators, source] of forms) expect(worst(set(generators(was), source), set(generators(is), source))).toEqual(alone);
    });

    it('where an element names the source or the path', () => {
      const [ours, evil] = ['https://example.com/ours', 'https://example.com/evil'];
      const from = (git: string, folder = 'a') => set(list({ name: 'a', git, folder }), { repoURL: '{{git}}', path: '{{folder}}' });
      expect(change(from(ours), from(evil))).toEqual([
        `error: ApplicationSet argocd/set is changed and decides what is applied from ${evil}; what comes from there was not reviewed`,
      ]);
      expect(worst(from(ours), from(ours, 'b'))).toEqual(['error']);
    });

    it('and is a warning where one of several goes, or comes from where others do', () => {
      const from = (...repositories: string[]) =>
        set(list(...repositories.map((git, index) => ({ name: `${index}`, git, rev: 'main' }))), { repoURL: '{{git}}', ...revision });
      expect(worst(from('https://example.com/a', 'https://example.com/b'), from('https://example.com/a'))).toEqual(['warning']);
      expect(worst(from('https://example.com/a'), from('https://example.com/a', 'https://example.com/a'))).toEqual(['warning']);
      expect(worst(from('https://example.com/a'), from('https://example.com/a', 'https://example.com/b'))).toEqual(['error']);
    });

    it('where the template has another project', () => {
      expect(worst(set(list({ name: 'a' }), {}), set(list({ name: 'a' }), {}, { project: 'q' }))).toEqual(['error']);
    });

    it('and in doubt it is no lesser one', () => {
      const computed = { targetRevision: '{{ printf "x-%s" .rev }}' };
      expect(worst(set(list({ rev: 'v1.0.0' }), computed), set(list({ rev: 'v1.0.1' }), computed))).toEqual(['error']);
      const chosen = (rev: string) => [
        { matrix: { generators: [...list({ name: 'a', rev }), { git: { revision: '{{rev}}', files: [] } }] } },
      ];
      expect(worst(set(chosen('v1.0.0'), revision), set(chosen('v1.0.1'), revision))).toEqual(['warning']);
      const many = (rev: string) => list(...Array.from({ length: 5000 }, (_, index) => ({ name: `${index}`, rev })));
      expect(worst(set(many('v1.0.0'), revision), set(many('v1.0.1'), revision))).toEqual(['error']);
      const text = (rev: string) => [{ list: { elementsYaml: `- {name: a, rev: ${rev}}` } }];
      expect(worst(set(text('v1.0.0'), revision), set(text('main'), revision))).toEqual(['error']);
    });
  });

  it('counts the ConfigMaps from which Helm takes values', () => {
    const release: KubernetesObject = {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'h', namespace: 'apps' },
      spec: { chartRef: { kind: 'OCIRepository', name: 'h' }, valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] },
    };
    const values = (text: string): KubernetesObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'values', namespace: 'apps' },
      data: { 'values.yaml': text },
    });
    const [base, head] = [values('a: b'), values('rbac: {}')].map((each) => accessTo(namespace('op'), release, each));
    expect(base && head && outsideSource.compare?.(base, head).map(({ severity, subject }) => `${severity} ${subject.name}`)).toEqual([
      'warning h',
    ]);
  });

  it('knows the objects of Flux by what they refer to', () => {
    const flux = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'apps', namespace: 'flux-system' },
      spec: { path: './apps', sourceRef: { kind: 'GitRepository', name: 'evil' } },
    };
    expect(told(flux)?.[0]).toContain('decides what is applied from GitRepository flux-system/evil');
  });

  it.each([
    ['RootSync', 'configsync.gke.io/v1beta1', { git: { repo: 'https://example.com/evil' } }, 'https://example.com/evil'],
    ['Terraform', 'infra.contrib.fluxcd.io/v1alpha2', { sourceRef: { kind: 'GitRepository', name: 'evil' } }, 'GitRepository op/evil'],
    [
      'Release',
      'helm.m.crossplane.io/v1beta1',
      { forProvider: { chart: { repository: 'x', name: 'y', url: 'https://evil' } } },
      'https://evil',
    ],
    ['ClusterPackage', 'package-operator.run/v1alpha1', { image: 'evil.example.com/a' }, 'evil.example.com/a'],
  ])('knows the sources of a %s', (kind, apiVersion, spec, source) => {
    expect(told({ apiVersion, kind, metadata: { name: 'a', namespace: 'op' }, spec })).toEqual([
      `error: ${kind} op/a is new and decides what is applied from ${source}; what comes from there was not reviewed`,
    ]);
  });

  it('says nothing of one that stays, and of kinds of these names elsewhere', () => {
    expect(outsideSource.compare?.(accessTo(OURS), accessTo(OURS))).toEqual([]);
    expect(told({ ...application('new', { repoURL: 'x' }), apiVersion: 'example.com/v1' })).toEqual([]);
  });

  it.each([
    ['config.projectsveltos.io/v1beta1', 'ClusterProfile', { helmCharts: [{ repositoryURL: 'https://example.com/evil' }] }],
    ['core.rukpak.io/v1alpha2', 'BundleDeployment', { source: { image: { ref: 'example.com/evil' } } }],
    ['operator.cluster.x-k8s.io/v1alpha2', 'CoreProvider', { fetchConfig: { url: 'https://example.com/evil' } }],
  ])('counts %s %s', (apiVersion, kind, spec) => {
    expect(told({ apiVersion, kind, metadata: { name: 'a' }, spec })?.[0]).toMatch(`error: ${kind} a is new and decides what is applied`);
  });

  it('takes the path of a probe among the values of a chart for that of a request', () => {
    const values = (path: string) =>
      application('ours', { repoURL: 'https://example.com/ours', helm: { valuesObject: { probe: { httpGet: { path } }, n: 1 } } });
    expect(change(values('/v2'), values('/v2/'))?.[0]).toMatch(/^info/);
    const mounted = (from: string) =>
      application('ours', { repoURL: 'https://example.com/ours', helm: { valuesObject: { data: { path: from } } } });
    expect(change(mounted('/data'), mounted('/etc/kubernetes'))?.[0]).toMatch(/^error: .* from path \/etc\/kubernetes /);
  });

  it('is a warning without an effect for marks in values that nobody knows', () => {
    const compared = (key: string, value = 'a') => {
      const of = (annotations: object) =>
        application('ours', { repoURL: 'https://example.com/ours', helm: { valuesObject: { annotations } } });
      return outsideSource
        .compare?.(accessTo(namespace('op'), of({})), accessTo(namespace('op'), of({ [key]: value })))
        .map(({ severity, effect = 'unknown' }) => `${severity} ${effect}`);
    };
    expect(compared('hajimari.io/appName')).toEqual(['warning none']);
    expect(compared('nginx.ingress.kubernetes.io/configuration-snippet')).toEqual(['warning unknown']);
    expect(compared('eks.amazonaws.com/role-arn')).toEqual(['warning unknown']);
    expect(compared('argocd.argoproj.io/hook', 'PreSync')).toEqual(['warning unknown']);
  });
});
