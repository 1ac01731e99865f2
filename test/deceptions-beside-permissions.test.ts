/**
 * Ways to become cluster-admin without a role or a binding that says so: each is told, by name, and none ends with exit code 0.
 * Others, that only a reader of files meets, are in deceptions.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { bundleFiles } from './support/bundle-files.js';
import { expectTold as expectToldOf, type Files, GROUP, NAMESPACE, RBAC, reviewFolder } from './support/reviewed-files.js';

const bound = (roleName: string, subjects = '[{kind: ServiceAccount, name: mallory, namespace: op}]', name = 'evil'): string =>
  `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: '${roleName}'}\nsubjects: ${subjects}\n`;
const EVIL = bound('cluster-admin');
const indented = (text: string, by: number): string => text.trimEnd().replaceAll('\n', `\n${' '.repeat(by)}`);
/** A role that mallory gets, and the rules of it. */
const grant = (...rules: readonly string[]): string =>
  `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [${rules.join(', ')}]\n---\n${bound('r')}`;
const roleIn = (place: string, rules: string): string =>
  `apiVersion: ${RBAC}/v1\nkind: Role\nmetadata: {name: r, namespace: ${place}}\nrules: [${rules}]\n---\napiVersion: ${RBAC}/v1\nkind: RoleBinding\nmetadata: {name: r, namespace: ${place}}\nroleRef: {apiGroup: ${RBAC}, kind: Role, name: r}\nsubjects: [{kind: ServiceAccount, name: mallory, namespace: op}]\n`;

/** A user, a group and an account that can do everything. */
const ADMINS = bound(
  'cluster-admin',
  '[{kind: Group, name: admins}, {kind: User, name: root}, {kind: ServiceAccount, name: powerful, namespace: op}]',
  'admins',
);
const BASE: Files = { 'namespace.yaml': NAMESPACE, 'group.yaml': GROUP, 'admins.yaml': ADMINS };

const subscription = (more = ''): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: a, namespace: op}\nspec: {name: a, source: c, sourceNamespace: olm, startingCSV: a.v1.0.0${more}}\n`;
const bundledCsv = (container = ''): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: a.v1.0.0}\nspec:\n  displayName: a\n  version: 1.0.0\n  installModes: [{type: OwnNamespace, supported: true}]\n  install: {strategy: deployment, spec: {deployments: [{name: a, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a${container}}]}}}}]}}\n`;
/** An operator from a bundle. */
const INSTALLED: Files = {
  ...BASE,
  'bundles/a/manifests/csv.yaml': bundledCsv(),
  'bundles/a/metadata/annotations.yaml':
    'annotations:\n  operators.operatorframework.io.bundle.package.v1: a\n  operators.operatorframework.io.bundle.channels.v1: stable\n',
  'subscription.yaml': subscription(),
};

const { reviewFiles } = reviewFolder();

function expectTold(text: string, names: readonly string[], base: Files = BASE, file = 'evil.yaml'): void {
  expectToldOf(reviewFiles(base, { ...base, [file]: text }), ...names);
}

const object = (apiVersion: string, kind: string, fields: string, place = ', namespace: op'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: evil${place}}\n${fields}\n`;
const pod = (place: string, account: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: evil, namespace: ${place}}\nspec: {serviceAccountName: ${account}, containers: [{name: a, image: evil}]}\n`;
const users = (...names: readonly string[]): string =>
  `apiVersion: user.openshift.io/v1\nkind: Group\nmetadata: {name: admins}\nusers: [${names.join(', ')}]\n`;

describe('nobody becomes cluster-admin unseen', () => {
  it('by joining a group of OpenShift that is bound', () => {
    expectTold(users('alice', 'mallory'), ['group-member', 'mallory'], { ...BASE, 'evil.yaml': users('alice') });
  });

  it.each([
    ['op', 'powerful'],
    ['argocd', 'argocd-application-controller'],
    ['flux-system', 'kustomize-controller'],
    ['kube-system', 'clusterrole-aggregation-controller'],
    ['kube-system', 'deployment-controller'],
  ])('by a Pod in %s that runs as %s', (place, account) => {
    expectTold(pod(place, account), ['account-used', `${place}/${account}`]);
  });

  it.each([
    ['Workflow', 'argoproj.io/v1alpha1', 'spec: {serviceAccountName: powerful, entrypoint: a}'],
    ['TaskRun', 'tekton.dev/v1', 'spec: {taskRef: {name: a}, serviceAccountName: powerful}'],
    ['SecretStore', 'external-secrets.io/v1', 'spec: {provider: {auth: {serviceAccountRef: {name: powerful}}}}'],
    ['Scan', 'example.com/v1', 'spec: {serviceAccount: {name: powerful, namespace: op}}'],
    ['Kustomization', 'kustomize.toolkit.fluxcd.io/v1', 'spec: {serviceAccountName: powerful, path: ./a}'],
    ['CronJob', 'batch/v1', 'spec: {jobTemplate: {spec: {template: {spec: {serviceAccount: powerful, containers: [{image: a}]}}}}}'],
  ])('by a %s that runs as a powerful account', (kind, apiVersion, fields) => {
    expectTold(object(apiVersion, kind, fields), ['op/powerful']);
  });

  it.each([
    ['users', 'root'],
    ['users', 'kube:admin'],
    ['users', 'system:kube-controller-manager'],
    ['groups', 'admins'],
    ['groups', 'system:masters'],
    ['serviceaccounts', 'powerful'],
    ['serviceaccounts', 'clusterrole-aggregation-controller'],
  ])('by impersonating %s named %s', (resource, name) => {
    expectTold(grant(`{apiGroups: [""], resources: [${resource}], verbs: [impersonate], resourceNames: ["${name}"]}`), [
      'impersonation',
      name,
    ]);
  });

  it('by a token of a powerful account', () => {
    const rule = '{apiGroups: [""], resources: [serviceaccounts/token], verbs: [create], resourceNames: [powerful]}';
    expectTold(grant(rule), ['token-create', 'powerful']);
    expectTold(roleIn('op', rule), ['token-create', 'powerful']);
    const annotations = ', annotations: {kubernetes.io/service-account.name: powerful}';
    expectTold(object('v1', 'Secret', 'type: kubernetes.io/service-account-token', `, namespace: op${annotations}`), ['never expires']);
  });

  it('by escalating its own role, or binding one that is powerful under another name', () => {
    expectTold(grant(`{apiGroups: [${RBAC}], resources: [clusterroles], verbs: [update, escalate], resourceNames: [r]}`), [
      'role-escalation',
    ]);
    const strong = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: strong}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [list]}]\n`;
    expectTold(grant(`{apiGroups: [${RBAC}], resources: [clusterroles], verbs: [bind], resourceNames: [strong]}`), ['role-escalation'], {
      ...BASE,
      'strong.yaml': strong,
    });
    expectTold(grant(`{apiGroups: [${RBAC}], resources: [clusterroles], verbs: [bind], resourceNames: [admin]}`), ['role-escalation']);
  });

  it.each(['edit', 'admin'])('by %s in the namespace of an account that can do everything', (name) => {
    const binding = bound(name, '[{kind: Group, name: devs}]')
      .replace('ClusterRoleBinding', 'RoleBinding')
      .replace('{name: evil}', '{name: evil, namespace: op}');
    expectTold(binding, ['account-in-tenant-namespace', 'Group devs', 'op/powerful']);
  });

  it('by a role, a binding and an account that are called as those of Kubernetes are', () => {
    const name = 'system:controller:evil';
    const labels = '{kubernetes.io/bootstrapping: rbac-defaults}';
    const role = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: '${name}', labels: ${labels}}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]\n`;
    const binding = bound(name, '[{kind: ServiceAccount, name: evil, namespace: kube-system}]', `'${name}', labels: ${labels}`);
    expectTold(`${role}---\n${binding}`, ['all-rights', 'role-name-takeover', 'kube-system/evil']);
  });

  it('by admin or edit in kube-system', () => {
    const binding = (name: string): string =>
      `apiVersion: ${RBAC}/v1\nkind: RoleBinding\nmetadata: {name: a, namespace: kube-system}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: ${name}}\nsubjects: [{kind: User, name: mallory}]\n`;
    for (const name of ['admin', 'edit']) expectTold(binding(name), ['default-role-cluster-wide', 'kube-system']);
  });

  it('by aggregating all default roles through the label that they have', () => {
    const selector = '{matchLabels: {kubernetes.io/bootstrapping: rbac-defaults}}';
    const role = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: r}\naggregationRule: {clusterRoleSelectors: [${selector}]}\nrules: []\n`;
    expectTold(`${role}---\n${bound('r')}`, ['can do everything in all namespaces']);
  });

  it('by all URL paths', () => {
    expectTold(grant('{nonResourceURLs: ["*"], verbs: ["*"]}'), ['url-access']);
  });

  it.each(['subjects', 'rules', 'verbs'])('by a key in another case: %s', (key) => {
    const text = grant('{apiGroups: [""], resources: [pods], verbs: [get]}');
    expectTold(text.replace(`${key}:`, `${key[0]?.toUpperCase()}${key.slice(1)}:`), ['unknown-rbac-field']);
  });

  it.each([
    ['identity-write', 'groups', 'user.openshift.io'],
    ['identity-write', 'oauthaccesstokens', 'oauth.openshift.io'],
    ['olm-write', 'clusterextensions', 'olm.operatorframework.io'],
    ['gitops-write', 'helmcharts', 'helm.cattle.io'],
    ['gitops-write', 'gitrepositories', 'source.toolkit.fluxcd.io'],
    ['gitops-write', 'manifestworks', 'work.open-cluster-management.io'],
    ['gitops-write', 'objects', 'kubernetes.crossplane.io'],
    ['admission-policy-write', 'clusterpolicies', 'kyverno.io'],
    ['admission-policy-write', 'assign', 'mutations.gatekeeper.sh'],
    ['workload-create', 'deploymentconfigs', 'apps.openshift.io'],
    ['workload-create', 'buildconfigs', 'build.openshift.io'],
    ['workload-create', 'services', 'serving.knative.dev'],
    ['workload-create', 'workflows', 'argoproj.io'],
    ['workload-create', 'taskruns', 'tekton.dev'],
  ])('by the same in the API of others, as %s: %s in %s', (id, resource, group) => {
    expectTold(grant(`{apiGroups: [${group}], resources: [${resource}], verbs: [create, update, patch]}`), [id, `${resource}.${group}`]);
  });

  it.each([
    ['nodes-proxy', 'nodes/proxy', '""', 'master-0'],
    ['security-context-constraints-write', 'securitycontextconstraints', 'security.openshift.io', 'restricted'],
    ['machine-config-write', 'machineconfigs', 'machineconfiguration.openshift.io', '99-master'],
    ['gitops-write', 'applications', 'argoproj.io', 'root'],
    ['config-map-write', 'configmaps', '""', 'aws-auth'],
    ['identity-write', 'groups', 'user.openshift.io', 'admins'],
    ['identity-write', 'oauths', 'config.openshift.io', 'cluster'],
  ])('by the one object that is enough, as %s: %s in %s named %s', (id, resource, group, name) => {
    const rule = `{apiGroups: [${group}], resources: [${resource}], verbs: [get, update], resourceNames: [${name}]}`;
    expectTold(grant(rule), [id, `named ${name}`]);
  });

  it('by a rule that is limited to the object without a name, as lists of all of them are', () => {
    expectTold(grant('{apiGroups: [""], resources: [secrets], verbs: [list], resourceNames: [""]}'), ['secrets-read', 'can list secrets']);
  });

  it.each(['', ', labels: {rbac.example.com/aggregate-to-monitoring: "true"}'])(
    'by a role that only those bound elsewhere have: {name: lonely%s}',
    (labels) => {
      const role = `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: lonely${labels}}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]\n`;
      expectTold(role, ['unbound-role', 'ClusterRole lonely']);
      expectTold(role, ['unbound-role', 'widened'], { ...BASE, 'evil.yaml': role.replaceAll('"*"', 'pods') });
    },
  );

  it('by a subject that is written so that nobody counts it', () => {
    expectTold(bound('cluster-admin', '[{kind: SystemUser, name: mallory}]'), ['unknown-rbac-field']);
    expectTold(bound('cluster-admin', '[{kind: serviceaccount, name: mallory, namespace: op}]'), ['unknown-rbac-field']);
    expectTold(bound('cluster-admin', '[{kind: ServiceAccount, name: mallory}]'), ['unknown-rbac-field']);
  });
});

describe('nothing is hidden in another object', () => {
  it.each([
    [
      'a TemplateInstance',
      object('template.openshift.io/v1', 'TemplateInstance', `spec:\n  template:\n    objects:\n    - ${indented(EVIL, 6)}`),
    ],
    ['a ConfigMap', object('v1', 'ConfigMap', `data:\n  evil.yaml: |\n    ${indented(EVIL, 4)}`)],
    ['binary data', object('v1', 'ConfigMap', `binaryData: {a: ${Buffer.from(EVIL).toString('base64')}}`)],
    ['a Secret', object('v1', 'Secret', `stringData:\n  evil.yaml: |\n    ${indented(EVIL, 4)}`)],
    ['a Secret in Base64', object('v1', 'Secret', `data: {a: ${Buffer.from(EVIL).toString('base64')}}`)],
    ['a policy', object('policy.example.com/v1', 'Policy', `spec:\n  templates:\n  - objectDefinition:\n      ${indented(EVIL, 6)}`)],
    [
      'a policy of Kyverno that creates one',
      object(
        'kyverno.io/v1',
        'ClusterPolicy',
        `spec: {rules: [{name: a, generate: {apiVersion: ${RBAC}/v1, kind: ClusterRoleBinding, name: a, data: {roleRef: {name: cluster-admin}}}}]}`,
        '',
      ),
    ],
    ['a text with escapes', object('v1', 'ConfigMap', `data: {a: '{"kind": "\\u0043luster\\x52oleBinding"}'}`)],
    ['a text with a tag', object('v1', 'ConfigMap', "data: {a: 'kind: !!str ClusterRoleBinding'}")],
    ['what is nearly a List', `apiVersion: v1\nkind: List\nItems:\n- ${indented(EVIL, 2)}\n`],
  ])('%s', (_, text) => {
    expectTold(text, ['embedded-manifest']);
  });

  it('a Template, of which each object counts', () => {
    expectTold(object('template.openshift.io/v1', 'Template', `objects:\n- ${indented(EVIL, 2)}`), [
      'Grants more: ServiceAccount op/mallory can do everything',
    ]);
  });

  it('a List in a bundle, which OLM does not unpack', () => {
    expectTold(
      `apiVersion: v1\nkind: List\nitems:\n- ${indented(EVIL, 2)}\n`,
      ['embedded-manifest'],
      INSTALLED,
      'bundles/a/manifests/evil.yaml',
    );
  });
});

describe('nothing that has the effect of a permission passes as an object that was not reviewed', () => {
  it.each([
    ['SecurityContextConstraints', 'security.openshift.io/v1', 'allowPrivilegedContainer: true'],
    ['MachineConfig', 'machineconfiguration.openshift.io/v1', 'spec: {config: {}}'],
    ['OAuth', 'config.openshift.io/v1', 'spec: {identityProviders: []}'],
    ['UserIdentityMapping', 'user.openshift.io/v1', 'user: {name: root}'],
    ['MutatingAdmissionPolicy', 'admissionregistration.k8s.io/v1alpha1', 'spec: {mutations: []}'],
    ['PersistentVolume', 'v1', 'spec: {hostPath: {path: /}}'],
    ['ImageTagMirrorSet', 'config.openshift.io/v1', 'spec: {imageTagMirrors: []}'],
    ['OAuthAccessToken', 'oauth.openshift.io/v1', 'userName: "kube:admin"'],
    ['OAuthClient', 'oauth.openshift.io/v1', 'redirectURIs: ["https://evil"]'],
    ['ClusterVersion', 'config.openshift.io/v1', 'spec: {upstream: "https://evil"}'],
    ['ClusterPolicy', 'kyverno.io/v1', 'spec: {rules: [{name: a, generate: {kind: Secret}}]}'],
    ['Assign', 'mutations.gatekeeper.sh/v1', 'spec: {location: spec.serviceAccountName}'],
    ['MachineConfigPool', 'machineconfiguration.openshift.io/v1', 'spec: {machineConfigSelector: {}}'],
    ['ClusterPushSecret', 'external-secrets.io/v1alpha1', 'spec: {namespaceSelectors: [{}]}'],
    ['Restore', 'velero.io/v1', 'spec: {backupName: a}'],
    ['PolicyException', 'kyverno.io/v2', 'spec: {exceptions: [{policyName: a, ruleNames: ["*"]}]}'],
  ])('%s', (kind, apiVersion, fields) => {
    expectTold(object(apiVersion, kind, fields, ''), ['cluster-setting', `${kind} evil`]);
  });

  it.each([
    ['ManifestWork', 'work.open-cluster-management.io/v1', 'spec: {workload: {manifests: []}}'],
    ['Object', 'kubernetes.crossplane.io/v1alpha2', 'spec: {forProvider: {manifest: {}}}'],
  ])('%s, a warning while nothing is inside', (kind, apiVersion, fields) => {
    const told = reviewFiles(BASE, { ...BASE, 'evil.yaml': object(apiVersion, kind, fields, '') });
    expect(told.code).toBe(0);
    expect(told.text).not.toContain('No change in meaning');
    expect(told.text).toMatch(new RegExp(`^warning\\[.*${kind} evil`, 'm'));
  });

  it('a custom resource whose Pods mount their node', () => {
    const pod = 'template: {spec: {containers: [], volumes: [{name: h, hostPath: {path: /}}]}}';
    expectTold(object('ray.io/v1', 'RayCluster', `spec: {workerGroupSpecs: [{${pod}}]}`), ['embedded-pod', 'hostPath /']);
  });

  it('a policy that only counts from now on, or loses what it decides by', () => {
    const policy = (action: string): string =>
      object(
        'kyverno.io/v1',
        'ClusterPolicy',
        `spec: {validationFailureAction: ${action}, rules: [{name: a, validate: {message: no}}]}`,
        '',
      );
    expectTold(policy('Audit'), ['cluster-setting', 'ClusterPolicy evil is changed'], { ...BASE, 'evil.yaml': policy('Enforce') });
  });

  it('what Argo CD lets whom do, and a namespace whose Pods OpenShift does not look at', () => {
    const policy =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-rbac-cm, namespace: argocd}\ndata: {policy.csv: "g, mallory, role:admin"}\n';
    expectTold(policy, ['cluster-setting', 'argocd-rbac-cm']);
    expectTold('apiVersion: v1\nkind: Namespace\nmetadata: {name: a, labels: {openshift.io/run-level: "0"}}\n', [
      'cluster-setting',
      'run-level',
    ]);
  });

  it.each([
    'config.kubernetes.io/local-config: "true"',
    'kustomize.toolkit.fluxcd.io/reconcile: disabled',
    'argocd.argoproj.io/hook: Skip',
  ])('a binding that loses what kept it from being applied: %s', (mark) => {
    const kept = EVIL.replace('{name: evil}', `{name: evil, annotations: {${mark}}}`);
    expectTold(EVIL, ['applied-now', 'ClusterRoleBinding evil'], { ...BASE, 'evil.yaml': kept });
  });

  it('an operation that makes Argo CD apply something from elsewhere, once', () => {
    const application = (more = ''): string =>
      object('argoproj.io/v1alpha1', 'Application', `spec: {source: {repoURL: "https://a", path: a}}${more}`);
    const operation = '\noperation: {sync: {source: {repoURL: "https://evil", path: a}}}';
    expectTold(application(operation), ['outside-source', 'https://evil'], { ...BASE, 'evil.yaml': application() });
  });

  it('a value that Flux puts into a binding', () => {
    const values = (role: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: values, namespace: op}\ndata: {role: ${role}}\n`;
    const base = {
      ...BASE,
      'binding.yaml': bound('$' + '{role}'),
      'flux.yaml': object(
        'kustomize.toolkit.fluxcd.io/v1',
        'Kustomization',
        'spec: {path: ., postBuild: {substituteFrom: [{kind: ConfigMap, name: values}]}}',
      ),
    };
    expectTold(values('cluster-admin'), ['applied-differently', 'spec.postBuild'], { ...base, 'evil.yaml': values('view') });
  });

  it('a policy that goes', () => {
    const policy = object('kyverno.io/v1', 'ClusterPolicy', 'spec: {rules: [{name: a, validate: {message: no}}]}', '');
    expect(reviewFiles({ ...BASE, 'a.yaml': policy }, BASE).headline).toContain('ClusterPolicy evil was removed; it decided which objects');
  });

  it('a webhook that sees every Secret', () => {
    const webhooks =
      'webhooks: [{name: a.b.c, clientConfig: {url: "https://evil"}, rules: [{apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"]}]}]';
    expectTold(object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', webhooks, ''), ['a.b.c']);
  });

  it.each([
    ['Application', 'argoproj.io/v1alpha1', 'spec: {source: {repoURL: "https://evil", path: a}}'],
    ['AppProject', 'argoproj.io/v1alpha1', 'spec: {sourceRepos: ["*"]}'],
    ['GitRepository', 'source.toolkit.fluxcd.io/v1', 'spec: {url: "https://evil"}'],
    ['HelmRelease', 'helm.toolkit.fluxcd.io/v2', 'spec: {chart: {spec: {chart: evil}}}'],
    ['HelmChart', 'helm.cattle.io/v1', 'spec: {chart: evil}'],
  ])('a source of manifests that nothing names so far: %s', (kind, apiVersion, fields) => {
    expectTold(object(apiVersion, kind, fields), ['outside-source', `${kind} op/evil`]);
  });

  it.each(['', ', serviceAccountName: other'])(
    'a group that loses the account that limits what OLM grants: {targetNamespaces: [op]%s}',
    (after) => {
      const limited = (account: string): string => GROUP.replace('[op]}', `[op]${account}}`);
      const base = { ...BASE, 'group.yaml': limited(', serviceAccountName: limited') };
      const told = reviewFiles(base, { ...base, 'group.yaml': limited(after) });
      expectToldOf(told, 'spec.serviceAccountName changes from limited');
      expect(told.text.match(/^(?:error|warning)\[/gm)).toHaveLength(after === '' ? 2 : 1);
    },
  );

  it('the node in the settings of a Subscription', () => {
    expectTold(subscription(', config: {volumes: [{name: h, hostPath: {path: /}}]}'), ['hostPath'], INSTALLED, 'subscription.yaml');
  });
});

describe('what differs is named', () => {
  it.each([
    ['a program that a probe of an installed bundle runs', ', livenessProbe: {exec: {command: [sh]}}'],
    ['a device of the node', ', volumeDevices: [{name: a, devicePath: /dev/sda}]'],
  ])('%s', (_, container) => {
    const told = reviewFiles(INSTALLED, { ...INSTALLED, 'bundles/a/manifests/csv.yaml': bundledCsv(container) });
    expect(told.text).not.toContain('No change in meaning');
    expect(told.text).toContain('ClusterServiceVersion op/a.v1.0.0');
  });

  it('what bindings of OpenShift are limited to, which is none itself', () => {
    const restriction = object('authorization.openshift.io/v1', 'RoleBindingRestriction', 'spec: {}');
    expect(reviewFiles({ ...BASE, 'a.yaml': restriction }, BASE).headline).toContain('RoleBindingRestriction op/evil');
  });

  it('a CSV that claims to be a copy of one', () => {
    const csv = bundledCsv().replace('{name: a.v1.0.0}', '{name: a.v1.0.0, namespace: op, labels: {olm.copiedFrom: other}}');
    expect(reviewFiles(BASE, { ...BASE, 'a.yaml': csv }).headline).toContain('ClusterServiceVersion op/a.v1.0.0');
  });

  it('but not what only moves between Lists and files', () => {
    const settings = object('v1', 'ConfigMap', 'data: {a: b}');
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${indented(settings, 2)}\n- ${indented(EVIL, 2)}\n`;
    const told = reviewFiles({ ...BASE, 'a.yaml': list }, { ...BASE, 'b.yaml': `${EVIL}---\n${settings}` });
    expect(told).toMatchObject({ code: 0, headline: 'No change in meaning' });
  });
});

describe('no file reads in two ways', () => {
  it('a document that begins with a byte order mark', () => {
    expectTold(
      `apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n---\n\ufeffitems:\n- ${indented(EVIL, 2)}\napiVersion: v1\nkind: List\n`,
      ['ServiceAccount op/mallory can do everything'],
    );
  });

  it.each(['\r', '\u0085', '\u2028', '\u2029'])('a comment that ends at a line break of its own kind: %j', (lineBreak) => {
    const told = reviewFiles(BASE, { ...BASE, 'a.yaml': `# a comment${lineBreak}${EVIL.replaceAll('\n', lineBreak)}\n` });
    expect(told.code).toBe(2);
    expect(told.text).toContain('line break');
  });

  it.each(['evil.jsonnet', 'evil.libsonnet', 'a/evil.JSONNET'])('Jsonnet, which Argo CD evaluates: %s', (file) => {
    expectTold('{}', ['unread-file', file], BASE, file);
  });

  it.each(['evil.star', 'evil.k', 'a/evil.cue', 'evil.gotmpl'])('a program that names a binding: %s', (file) => {
    expectTold('kind = "ClusterRoleBinding"', ['unread-file', file], BASE, file);
  });

  it.each(['evil.txt', 'README', '.evil'])('a manifest of a bundle in a file of another ending, which OLM reads: %s', (file) => {
    expectTold(
      EVIL,
      ['Grants more: ServiceAccount op/mallory can do everything', 'ClusterRoleBinding evil', file],
      { ...BASE, ...bundleFiles('db/1.0.0') },
      `db/1.0.0/manifests/${file}`,
    );
  });
});
