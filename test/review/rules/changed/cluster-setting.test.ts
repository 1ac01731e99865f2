import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const object = (apiVersion: string, kind: string, id: string, fields: object = {}): KubernetesObject => {
  const [first = '', second] = id.split('/');
  return { apiVersion, kind, metadata: second === undefined ? { name: first } : { namespace: first, name: second }, ...fields };
};
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  clusterSetting
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after))
    // Which fields change is tested with the sentence that tells them.
    .map(({ severity, message }) => `${severity}: ${message.replace(/; changes .*$/s, '')}`);

describe('cluster-setting', () => {
  it.each([
    ['work.open-cluster-management.io/v1', 'ManifestWork'],
    ['policy.open-cluster-management.io/v1', 'Policy'],
    ['policy.open-cluster-management.io/v1', 'PlacementBinding'],
    ['capsule.clastix.io/v1beta2', 'Tenant'],
    ['redhatcop.redhat.io/v1alpha1', 'NamespaceConfig'],
    ['hnc.x-k8s.io/v1alpha2', 'HNCConfiguration'],
    ['hive.openshift.io/v1', 'SelectorSyncSet'],
    ['kubernetes.crossplane.io/v1alpha2', 'Object'],
    ['policy.cert-manager.io/v1alpha1', 'CertificateRequestPolicy'],
    ['config.gatekeeper.sh/v1alpha1', 'Config'],
    ['externaldata.gatekeeper.sh/v1beta1', 'Provider'],
    ['config.openshift.io/v1', 'FeatureGate'],
  ])('is a warning for what is removed and applied or refused something: one of %s, kind %s', (apiVersion, kind) => {
    expect(told(namespace('a'), object(apiVersion, kind, 'x'))?.[0]).toMatch(/^warning: .* x was removed; it decided /);
  });

  it('has a note for a list of programs that gets shorter or has another order, and warns of any other', () => {
    const consoleOf = (plugins: readonly string[], more: object = {}) =>
      object('operator.openshift.io/v1', 'Console', 'cluster', { spec: { plugins, ...more } });
    const was = consoleOf(['a', 'b', 'b']);
    const severities = (after: KubernetesObject): unknown => told(after, was)?.map((text) => text.replace(/:.*$/s, ''));
    for (const less of [['b', 'a', 'b'], ['a'], []]) expect(severities(consoleOf(less))).toEqual(['info']);
    for (const more of [['a', 'b', 'c'], ['c']]) expect(severities(consoleOf(more))).toEqual(['warning']);
    expect(severities(consoleOf(['a'], { ingress: {} }))).toEqual(['warning']);
  });

  it('warns of another version of the release, and stops one from elsewhere', () => {
    const repository = 'quay.io/okd/scos-release';
    const version = (spec: object) => object('config.openshift.io/v1', 'ClusterVersion', 'version', { spec: { clusterID: 'a', ...spec } });
    const was = version({ channel: 'stable-4.15', desiredUpdate: { version: '4.15.1', image: `${repository}@sha256:a` } });
    const image = `${repository}@sha256:b`;
    const next = { version: '4.15.2', image };
    for (const spec of [
      { channel: 'stable-4.15', desiredUpdate: next },
      { channel: 'stable-4.16', desiredUpdate: { ...next, version: '4.16.0' } },
    ])
      expect(told(version(spec), was)).toEqual([
        'warning: ClusterVersion version is changed and decides which release the cluster runs, and from where',
      ]);
    for (const more of [
      { desiredUpdate: { ...next, image: 'quay.io/evil/release@sha256:a' } },
      { desiredUpdate: { ...next, force: true } },
      { desiredUpdate: next, upstream: 'https://evil.example' },
      { desiredUpdate: next, overrides: [{ kind: 'Deployment' }] },
      { desiredUpdate: next, clusterID: 'b' },
      { desiredUpdate: next, channel: 'candidate-4.15' },
      { desiredUpdate: { ...next, version: '4.2.1' } },
      { desiredUpdate: { ...next, version: '4.15.1' } },
      { desiredUpdate: { image } },
    ])
      expect(told(version({ channel: 'stable-4.15', ...more }), was)).toEqual([expect.stringMatching(/^error: /)]);
  });

  describe('what holds objects for another cluster', () => {
    const admin = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'boss' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'mallory' }],
    };
    const work = (name: string, ...manifests: readonly object[]) =>
      object('work.open-cluster-management.io/v1', 'ManifestWork', name, { spec: { workload: { manifests } } });

    // As it is read: the binding stands by itself once, whoever has it.
    const compared = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
      clusterSetting
        .compare?.(accessTo(admin, ...before), accessTo(admin, ...after))
        .map(({ severity, message }) => `${severity}: ${message}`);

    it('is an error where it gains a powerful binding that another one has', () => {
      const [first, second] = [work('east/w', admin), work('west/w')];
      const gains = / west\/w is (?:changed|new) .*newly binds User mallory there, who can do everything in all namespaces/;
      for (const before of [[first, second], [first]]) {
        const found = compared(before, [first, work('west/w', admin)]);
        expect(found).toEqual([expect.stringMatching(/^error: /)]);
        expect(found?.[0]).toMatch(gains);
      }
    });

    it('is a warning where it only has another name', () => {
      expect(compared([work('east/w', admin)], [work('east/v', admin)])?.[0]).toMatch(/^warning: ManifestWork east\/v is new/);
    });
  });

  it('is an error for a removed program of policies, and nothing for what only gave something', () => {
    const removed = (apiVersion: string, kind: string) => told(namespace('a'), object(apiVersion, kind, 'x'));
    expect(removed('policies.kubewarden.io/v1', 'PolicyServer')?.[0]).toMatch(/^error: .* was removed/);
    expect(removed('kyverno.io/v2', 'PolicyException')).toEqual([]);
    expect(removed('oauth.openshift.io/v1', 'OAuthAccessToken')).toEqual([]);
    expect(removed('argoproj.io/v1alpha1', 'Workflow')).toEqual([]);
  });

  it.each([
    ['security.openshift.io/v1', 'SecurityContextConstraints', 'a', 'decides which Pods can get out of their container'],
    ['machineconfiguration.openshift.io/v1', 'MachineConfig', 'a', 'decides which files and programs every node has'],
    ['config.openshift.io/v1', 'OAuth', 'cluster', 'decides who can log in as whom'],
    ['v1', 'ConfigMap', 'kube-system/aws-auth', 'decides who is in which group, system:masters among them'],
    [
      'admissionregistration.k8s.io/v1alpha1',
      'MutatingAdmissionPolicy',
      'a',
      'decides how objects of others are changed when they are written',
    ],
  ])('is an error for one of %s, kind %s', (apiVersion, kind, id, decides) => {
    expect(told(object(apiVersion, kind, id))).toEqual([`error: ${kind} ${id} is new and ${decides}`]);
  });

  it('is a warning for placements of what is new in the same change, and an error where an older policy gets to more clusters', () => {
    const [binding, placement, policy] = [
      object('policy.open-cluster-management.io/v1', 'PlacementBinding', 'p/b', {
        placementRef: { kind: 'Placement', name: 'c' },
        subjects: [{ kind: 'Policy', name: 'new' }],
      }),
      object('cluster.open-cluster-management.io/v1beta1', 'Placement', 'p/c', { spec: {} }),
      object('policy.open-cluster-management.io/v1', 'Policy', 'p/new', { spec: {} }),
    ];
    const severities = (before: readonly KubernetesObject[]) =>
      clusterSetting
        .compare?.(accessTo(...before), accessTo(binding, placement, policy))
        .map(({ severity, subject }) => [subject.kind, severity]);
    expect(severities([])).toEqual([
      ['PlacementBinding', 'warning'],
      ['Placement', 'warning'],
      ['Policy', 'warning'],
    ]);
    expect(severities([policy])).toEqual([
      ['PlacementBinding', 'error'],
      ['Placement', 'error'],
    ]);
    expect(severities([binding, policy])).toEqual([['Placement', 'error']]);
  });

  it('is a warning for a PolicySet that only gains policies of the same change, and an error where it gains an older one', () => {
    const policy = (name: string) => object('policy.open-cluster-management.io/v1', 'Policy', `p/${name}`, { spec: {} });
    const set = (policies: readonly string[], more: object = {}) =>
      object('policy.open-cluster-management.io/v1beta1', 'PolicySet', 'p/s', { spec: { policies, ...more } });
    const severity = (before: readonly KubernetesObject[], ...after: readonly KubernetesObject[]) =>
      clusterSetting
        .compare?.(accessTo(policy('a'), ...before), accessTo(policy('a'), ...after))
        .flatMap((one) => (one.subject.kind === 'PolicySet' ? [one.severity] : []));
    expect(severity([set(['a'])], set(['a', 'b']), policy('b'))).toEqual(['warning']);
    expect(severity([set(['a']), policy('b')], set(['a', 'b']), policy('b'))).toEqual(['error']);
    expect(severity([set(['a'])], set(['a', 'b']))).toEqual(['error']);
    expect(severity([set(['a'])], set(['b']), policy('b'))).toEqual(['error']);
    expect(severity([set(['a'])], set(['a', 'b'], { x: 'y' }), policy('b'))).toEqual(['error']);
  });

  it('is a warning for a placement that only new objects use, such as an ApplicationSet, and an error where an older one names it', () => {
    const placement = object('cluster.open-cluster-management.io/v1beta1', 'Placement', 'p/c', { spec: {} });
    const set = (id: string, name: string) =>
      object('argoproj.io/v1alpha1', 'ApplicationSet', id, {
        spec: { generators: [{ clusterDecisionResource: { labelSelector: { matchLabels: { placement: name } } } }] },
      });
    const severity = (before: readonly KubernetesObject[], ...after: readonly KubernetesObject[]) =>
      clusterSetting
        .compare?.(accessTo(...before), accessTo(placement, ...after))
        .flatMap((one) => (one.subject.kind === 'Placement' ? [one.severity] : []));
    expect(severity([], set('p/new', 'c'))).toEqual(['warning']);
    // An older object that named it before it was there, or names it now, gets to clusters.
    expect(severity([set('p/old', 'c')], set('p/old', 'c'))).toEqual(['error']);
    expect(severity([set('p/old', 'd')], set('p/old', 'c'))).toEqual(['error']);
    expect(severity([set('p/old', 'c')], set('p/old', 'c'), set('p/new', 'c'))).toEqual(['error']);
    // Nobody uses it, or only objects of another namespace, which cannot.
    expect(severity([])).toEqual(['error']);
    expect(severity([], set('q/new', 'c'))).toEqual(['error']);
  });

  it('tells the fields of objects in a policy, and of two policies of one name each', () => {
    const policy = (channel: string, others: object = {}): KubernetesObject =>
      object('policy.open-cluster-management.io/v1', 'Policy', 'p/a', {
        spec: {
          'policy-templates': [
            {
              objectDefinition: {
                ...object('policy.open-cluster-management.io/v1', 'ConfigurationPolicy', 'c'),
                spec: {
                  'object-templates': [
                    {
                      complianceType: 'musthave',
                      objectDefinition: object('operators.coreos.com/v1alpha1', 'Subscription', 'acme/acme', { spec: { channel } }),
                    },
                    { complianceType: 'musthave', objectDefinition: object('v1', 'Secret', 'acme/s', others) },
                  ],
                },
              },
            },
          ],
        },
      });
    const messages = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
      clusterSetting.compare?.(accessTo(...before), accessTo(...after)).map(({ message }) => message.replace(/^.*; changes /s, ''));
    expect(messages([policy('stable')], [policy('fast')])).toEqual([
      'spec.policy-templates: Subscription acme spec.channel changes from stable to fast',
    ]);
    expect(messages([policy('a', { stringData: { x: 'hunter1' } })], [policy('a', { stringData: { x: 'hunter2' } })])).toEqual([
      'spec.policy-templates: Secret s stringData.x differs',
    ]);
    expect(messages([policy('stable'), policy('other')], [policy('fast'), policy('other')])).toHaveLength(1);
  });

  it('counts a volume on a node, and a token for joining the cluster', () => {
    expect(told(object('v1', 'PersistentVolume', 'a', { spec: { hostPath: { path: '/' } } }))).toHaveLength(1);
    expect(told(object('v1', 'PersistentVolume', 'a', { spec: { csi: {} } }))).toEqual([]);
    expect(told(object('v1', 'Secret', 'kube-system/a', { type: 'bootstrap.kubernetes.io/token' }))).toHaveLength(1);
  });

  it.each([
    ['argocd-cm', { 'oidc.config': 'issuer: https://evil' }, 'error'],
    ['argocd-cm', { 'accounts.mallory': 'login' }, 'error'],
    ['argocd-cm', { 'kustomize.buildOptions': '--enable-exec' }, 'error'],
    ['argocd-cm', { 'resource.customizations': 'a' }, 'warning'],
    ['argocd-cmd-params-cm', { 'server.disable.auth': 'true' }, 'error'],
    ['argocd-cmd-params-cm', { 'server.log.level': 'debug' }, 'warning'],
    ['argocd-gpg-keys-cm', { a: 'b' }, 'warning'],
    ['argocd-image-updater-config', { a: 'b' }, 'warning'],
    ['argocd-notifications-cm', { a: 'b' }, 'warning'],
    ['argocd-ssh-known-hosts-cm', { ssh_known_hosts: 'b' }, 'warning'],
    ['argocd-tls-certs-cm', { 'git.example.com': 'b' }, 'warning'],
  ])('goes by the key in %s: %j', (name, data, severity) => {
    const before = object('v1', 'ConfigMap', `argocd/${name}`, { data: { 'accounts.alice': 'login' } });
    const after = { ...before, data: { 'accounts.alice': 'login', ...data } };
    expect(told(after, before)?.[0]).toMatch(new RegExp(`^${severity}: `));
  });

  it('is an error for the password of admin in Argo CD, and nothing for its Secret without one', () => {
    expect(told(object('v1', 'Secret', 'argocd/argocd-secret', { stringData: { 'admin.password': 'a' } }))).toHaveLength(1);
    expect(told(object('v1', 'Secret', 'argocd/argocd-secret'))).toEqual([]);
  });

  it('tells where a Secret of Argo CD leads, and by what label it is found', () => {
    const type = 'argocd.argoproj.io/secret-type';
    const cluster = (server: string, labels: object = {}): KubernetesObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'a', namespace: 'argocd', labels: { [type]: 'cluster', ...labels } },
      stringData: { name: 'a', server },
    });
    const here = cluster('https://a:6443', { env: 'dev' });
    expect(told(here)?.[0]).toMatch(/^warning: Secret argocd\/a is new and decides which servers Argo CD reads from/);
    expect(told(cluster('https://evil:6443', { env: 'dev' }), here)?.[0]).toMatch(/^error: Secret argocd\/a is changed/);
    expect(told(cluster('https://a:6443', { env: 'prod' }), here)?.[0]).toMatch(/^warning: Secret argocd\/a is changed/);
    expect(told(here, here)).toEqual([]);
  });

  const kyverno = (spec: object) => object('kyverno.io/v1', 'ClusterPolicy', 'p', { spec });
  const audits = kyverno({ validationFailureAction: 'Audit', rules: [{ name: 'a', validate: {} }] });
  const enforces = kyverno({ validationFailureAction: 'Enforce', rules: [{ name: 'a', validate: {} }] });
  const constraint = (enforcementAction: string) =>
    object('constraints.gatekeeper.sh/v1beta1', 'K8sNoPrivileged', 'p', { spec: { enforcementAction } });
  const binding = (...validationActions: readonly string[]) =>
    object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'p', { spec: { policyName: 'p', validationActions } });

  it.each([
    ['a policy of Kyverno that only counts from now on', audits, enforces],
    [
      'a rule of one',
      kyverno({ rules: [{ validate: { failureAction: 'Audit' } }] }),
      kyverno({ rules: [{ validate: { failureAction: 'Enforce' } }] }),
    ],
    ['a policy of Kyverno with other rules', kyverno({ ...(enforces.spec as object), rules: [] }), enforces],
    ['a constraint of Gatekeeper that only counts from now on', constraint('dryrun'), constraint('deny')],
    ['a binding of an admission policy that only warns from now on', binding('Warn'), binding('Deny')],
  ])('makes an error of %s', (_, after, before) => {
    expect(told(after, before)).toEqual([`error: ${after.kind} p is changed and decides which objects can be written`]);
  });

  it.each([
    ['Kyverno', enforces, audits],
    ['Gatekeeper', constraint('deny'), constraint('warn')],
    ['Kubernetes', binding('Deny'), binding('Audit')],
  ])('warns of a policy of %s that is new, or refuses what it only counted', (_, after, before) => {
    expect(told(after)).toEqual([`warning: ${after.kind} p is new and decides which objects can be written`]);
    expect(told(after, before)).toEqual([`warning: ${after.kind} p is changed and decides which objects can be written`]);
  });

  it.each([enforces, constraint('deny'), binding('Deny')])('makes an error of a policy that goes', (before) => {
    expect(told(namespace('a'), before)).toEqual([`error: ${before.kind} p was removed; it decided which objects can be written`]);
  });

  it('counts the ConfigMaps of Open Policy Agent, also where one loses the label that makes it one', () => {
    const policy = (data: object, labels = { 'openpolicyagent.org/policy': 'rego' }): KubernetesObject => ({
      ...object('v1', 'ConfigMap', 'opa/p', { data }),
      metadata: { namespace: 'opa', name: 'p', labels },
    });
    expect(told(policy({ a: '2' }), policy({ a: '1' }))).toEqual([
      'error: ConfigMap opa/p is changed and decides which objects Open Policy Agent lets pass',
    ]);
    expect(told(policy({ a: '1' }, {} as never), policy({ a: '1' }))).toEqual([
      'error: ConfigMap opa/p was removed; it decided which objects Open Policy Agent lets pass',
    ]);
  });

  it.each([
    ['MachineConfig', 'master'],
    ['MachineConfigPool', 'worker'],
  ])('counts the labels of a %s, by which nodes get it', (kind, role) => {
    const labelled = (value: string): KubernetesObject => ({
      ...object('machineconfiguration.openshift.io/v1', kind, 'a', { spec: {} }),
      metadata: { name: 'a', labels: { 'machineconfiguration.openshift.io/role': value } },
    });
    expect(told(labelled(role), labelled('none'))).toEqual([
      `error: ${kind} a is changed and decides which files and programs every node has`,
    ]);
  });

  it.each([
    ['kyverno.io/v2', 'PolicyException', 'error', 'which objects admission policies do not check'],
    ['policies.kyverno.io/v1', 'PolicyException', 'error', 'which objects admission policies do not check'],
    ['config.gatekeeper.sh/v1alpha1', 'Config', 'error', 'which objects admission policies do not check'],
    ['velero.io/v1', 'Restore', 'error', 'which objects come back from a backup, and they were not reviewed'],
    ['velero.io/v1', 'Schedule', 'error', 'which data is copied out of the cluster, and which commands run in Pods before and after'],
    ['external-secrets.io/v1alpha1', 'PushSecret', 'error', 'where Secrets are copied to'],
    ['external-secrets.io/v1', 'ClusterSecretStore', 'error', 'which Secrets all namespaces get, and with which content'],
    ['external-secrets.io/v1', 'ExternalSecret', 'info', 'what is in a Secret'],
    ['kubernetes.crossplane.io/v1alpha2', 'Object', 'warning', 'which objects inside it are applied'],
    ['work.open-cluster-management.io/v1', 'ManifestWork', 'warning', 'which objects inside it are applied'],
    ['kro.run/v1alpha1', 'ResourceGraphDefinition', 'error', 'which objects inside it are applied; they were not reviewed'],
    ['policy.karmada.io/v1alpha1', 'PropagationPolicy', 'error', 'which clusters get which objects, and with which changes'],
    [
      'rbacmanager.reactiveops.io/v1beta1',
      'RBACDefinition',
      'error',
      'who can do what, because a controller creates roles and bindings from it',
    ],
    ['bootstrap.cluster.x-k8s.io/v1beta1', 'KubeadmConfigTemplate', 'error', 'which programs the nodes of a cluster start with'],
    ['tekton.dev/v1', 'Task', 'warning', 'which programs run in Pods, and they were not reviewed'],
    ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', 'warning', 'whose requests the API server answers first'],
    ['cert-manager.io/v1', 'ClusterIssuer', 'warning', 'who signs certificates'],
    ['config.openshift.io/v1', 'Scheduler', 'warning', 'how OpenShift is configured'],
    ['operator.openshift.io/v1', 'Etcd', 'error', 'how the control plane runs'],
    ['core.oam.dev/v1beta1', 'TraitDefinition', 'error', 'which objects inside it are applied; they were not reviewed'],
    ['core.oam.dev/v1beta1', 'Application', 'warning', 'which objects KubeVela applies, and they were not reviewed'],
    ['hive.openshift.io/v1', 'SelectorSyncSet', 'warning', 'which objects inside it are applied'],
    ['addon.open-cluster-management.io/v1alpha1', 'AddOnTemplate', 'warning', 'which objects inside it are applied'],
    ['pkg.crossplane.io/v1beta1', 'DeploymentRuntimeConfig', 'warning', 'how the providers of Crossplane run, and as which account'],
    ['authentication.concierge.pinniped.dev/v1alpha1', 'JWTAuthenticator', 'error', 'who can log in as whom'],
    [
      'rbacsync.getcruise.com/v1alpha',
      'ClusterRBACSyncConfig',
      'error',
      'who can do what, because a controller creates roles and bindings from it',
    ],
  ])('knows %s %s', (apiVersion, kind, severity, decides) => {
    expect(told(object(apiVersion, kind, 'a', { spec: {} }))).toEqual([`${severity}: ${kind} a is new and decides ${decides}`]);
  });

  it('may change permissions by another program, but not by what the same one does', () => {
    const task = (step: object, more: object = {}): KubernetesObject =>
      object('tekton.dev/v1', 'Task', 'op/a', { spec: { steps: [{ name: 's', image: 'quay.io/a/b:v1', ...step }], ...more } });
    const effect = (was: KubernetesObject, is: KubernetesObject): unknown =>
      clusterSetting.compare?.(accessTo(namespace('op'), was), accessTo(namespace('op'), is)).map((one) => [one.severity, one.effect]);
    const same: readonly (readonly [object, object])[] = [
      [{ script: 'a' }, { script: 'b' }],
      [{ args: ['a'] }, { args: ['a', 'b'] }],
      [{ env: [] }, { env: [{ name: 'HOME', value: '/h' }] }],
      [{ script: 'a', env: [{ name: 'A', value: 'a' }] }, { script: 'b' }],
    ];
    for (const [was, is] of same) expect(effect(task(was), task(is)), JSON.stringify(is)).toEqual([['warning', 'none']]);
    const others: readonly (readonly [object, object])[] = [
      [{ script: 'a' }, { script: 'b', image: 'quay.io/evil/b:v1' }],
      [{}, { securityContext: { privileged: true } }],
      [{}, { ref: { name: 'x' } }],
      [{}, { volumeMounts: [{ name: 'env', mountPath: '/a' }] }],
      [{ env: [] }, { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }],
      [{ script: 'a' }, { script: 'oc adm policy add-cluster-role-to-user cluster-admin a' }],
    ];
    const pipeline = (value: string): KubernetesObject =>
      object('tekton.dev/v1', 'Pipeline', 'op/a', { spec: { params: [{ name: 'a', default: value }] } });
    expect(effect(pipeline('1'), pipeline('1.0'))).toEqual([['warning', 'none']]);
    for (const value of ['quay.io/evil/b', 'https://example.com', 'evil/b', 'cluster-admin'])
      expect([value, effect(pipeline('1'), pipeline(value))]).toEqual([value, [['warning', 'unknown']]]);
    const workflow = (script: object): KubernetesObject =>
      object('argoproj.io/v1alpha1', 'WorkflowTemplate', 'op/a', {
        spec: { templates: [{ name: 's', script: { image: 'a', ...script } }] },
      });
    expect(effect(workflow({}), workflow({ image: 'b' }))).toEqual([['warning', 'unknown']]);
    for (const [was, is] of others) expect(effect(task(was), task(is)), JSON.stringify(is)).toEqual([['warning', 'unknown']]);
    expect(effect(task({}), task({}, { resources: { inputs: [{ name: 'a', type: 'git' }] } }))).toEqual([['warning', 'unknown']]);
  });

  it.each([
    ['external-secrets.io/v1', 'ExternalSecret', { target: { template: { type: 'kubernetes.io/service-account-token' } } }],
    ['bitnami.com/v1alpha1', 'SealedSecret', { template: { type: 'bootstrap.kubernetes.io/token' } }],
  ])('makes an error of a token that %s %s makes', (apiVersion, kind, spec) => {
    expect(told(object(apiVersion, kind, 'op/a', { spec }))).toEqual([
      `error: ${kind} op/a is new and decides which token is made: of an account, or for joining the cluster`,
    ]);
  });

  it.each([
    ['v1', 'Secret', 'kube-system/kubeadmin', { data: { kubeadmin: 'a' } }],
    ['v1', 'Secret', 'openshift-config/users', { stringData: { htpasswd: 'kube:a' } }],
    ['bitnami.com/v1alpha1', 'SealedSecret', 'openshift-config/users', { spec: { encryptedData: { htpasswd: 'a' } } }],
  ])('makes an error of the passwords of OpenShift in %s %s %s', (apiVersion, kind, id, fields) => {
    expect(told(object(apiVersion, kind, id, fields))).toEqual([
      `error: ${kind} ${id} is new and decides with which passwords one logs in to OpenShift, and as whom`,
    ]);
    expect(told(object(apiVersion, kind, 'op/users', fields))).toEqual([]);
  });

  it('warns where what bounds others changes or goes, and where a network policy opens something', () => {
    const policy = (spec: object) => object('networking.k8s.io/v1', 'NetworkPolicy', 'op/a', { spec });
    const closed = policy({ podSelector: {}, policyTypes: ['Ingress'] });
    const open = policy({ podSelector: {}, ingress: [{}] });
    expect(told(closed)).toEqual([]);
    expect(told(open)).toEqual(['warning: NetworkPolicy op/a is new and decides who can reach whom on the network']);
    expect(told(open, closed)).toEqual(['warning: NetworkPolicy op/a is changed and decides who can reach whom on the network']);
    expect(told(namespace('a'), closed)).toEqual(['warning: NetworkPolicy op/a was removed; it decided who can reach whom on the network']);
    for (const [apiVersion, kind] of [
      ['v1', 'ResourceQuota'],
      ['v1', 'LimitRange'],
      ['policy/v1', 'PodDisruptionBudget'],
    ] as const) {
      const limit = object(apiVersion, kind, 'op/a', { spec: {} });
      expect(told(limit)).toEqual([]);
      expect(told(namespace('a'), limit)).toMatchObject([expect.stringMatching(/^warning: .* was removed/)]);
    }
  });

  it('warns of a Service whose traffic goes elsewhere, and not of its ports or a new one', () => {
    const service = (spec: object) => object('v1', 'Service', 'op/a', { spec });
    const before = service({ selector: { app: 'a' }, ports: [{ port: 80 }] });
    const says =
      'warning: Service op/a is changed and decides which Pods, or which host, get the traffic of its clients, and who can reach it';
    expect(told(service({ selector: { app: 'evil' }, ports: [{ port: 80 }] }), before)).toEqual([says]);
    expect(told(service({ type: 'ExternalName', externalName: 'evil.example.com' }), before)).toEqual([says]);
    expect(told(service({ selector: { app: 'a' }, ports: [{ port: 81 }] }), before)).toEqual([]);
    // A port that leads to another port of the same Pods can lead past the proxy that asks who somebody is.
    const named = (port: object) => service({ selector: { app: 'a' }, ports: [{ name: 'https', protocol: 'TCP', ...port }] });
    for (const port of [{ port: 443, targetPort: 8080 }, { port: 8080 }, { port: 443, targetPort: 8443, protocol: 'UDP' }])
      expect(told(named(port), named({ port: 443, targetPort: 8443 }))).toEqual([says]);
    expect(told(named({ port: 8443, targetPort: 8443 }), named({ port: 443, targetPort: 8443 }))).toEqual([]);
    expect(told(before)).toEqual([]);
  });

  it('counts the annotation that makes a class the default one', () => {
    const storage = (value: string): KubernetesObject => ({
      ...object('storage.k8s.io/v1', 'StorageClass', 'a', { provisioner: 'a' }),
      metadata: { name: 'a', annotations: { 'storageclass.kubernetes.io/is-default-class': value } },
    });
    expect(told(storage('true'), storage('false'))).toEqual(['warning: StorageClass a is changed and decides where volumes come from']);
  });

  it('tells of one that changes in more than its labels', () => {
    const before = object('v1', 'ConfigMap', 'kube-system/aws-auth', { data: { a: '1' } });
    expect(told({ ...before, data: { a: '2' } }, before)).toEqual([
      'error: ConfigMap kube-system/aws-auth is changed and decides who is in which group, system:masters among them',
    ]);
    expect(told({ ...before, metadata: { ...before.metadata, labels: { a: 'b' } } }, before)).toEqual([]);
  });

  it('warns of a Namespace whose Pods are checked less, and of an account with an identity of the cloud', () => {
    const label = 'pod-security.kubernetes.io/enforce';
    expect(told(namespace('a'), namespace('a', { [label]: 'restricted' }))).toEqual([
      `warning: Namespace a has no longer ${label}=restricted, which decides which Pods Pod Security lets into the namespace`,
    ]);
    expect(told(namespace('a', { [label]: 'restricted' }), namespace('a'))).toEqual([]);
    expect(told(namespace('a', { [`${label}-version`]: 'v1.0' }), namespace('a', { [`${label}-version`]: 'latest' }))).toEqual([
      `warning: Namespace a has ${label}-version=v1.0 instead of latest, which decides by the rules of which version Pod Security lets Pods into the namespace`,
    ]);
    const account = object('v1', 'ServiceAccount', 'op/a');
    const annotated = { ...account, metadata: { ...account.metadata, annotations: { 'eks.amazonaws.com/role-arn': 'arn' } } };
    expect(told(annotated, account)).toEqual([
      'warning: ServiceAccount op/a has eks.amazonaws.com/role-arn=arn, which decides which role of the cloud its Pods have',
    ]);
  });

  it('warns of a Secret that a tool copies to others, and not of a ConfigMap', () => {
    const key = 'reflector.v1.k8s.emberstack.com/reflection-auto-enabled';
    const copied = (kind: string, value: string): KubernetesObject => ({
      apiVersion: 'v1',
      kind,
      metadata: { name: 'a', namespace: 'op', annotations: { [key]: value } },
    });
    expect(told(copied('Secret', 'true'))).toEqual([
      `warning: Secret op/a has ${key}=true, which decides which namespaces get a copy of the Secret`,
    ]);
    expect(told(copied('Secret', 'false'))).toEqual([]);
    expect(told(copied('ConfigMap', 'true'))).toEqual([]);
  });
});
