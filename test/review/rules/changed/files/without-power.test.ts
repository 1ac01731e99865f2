/** Lines of kustomizations and charts that are not read, and bring no permission, as they would not in an object that is read. */
import { describe, expect, it } from 'vitest';
import { describeWith, program } from '../../../../support/needs.js';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const KUSTOMIZATION = 'resources: ["https://example.com/a/b?ref=v1.0.0", a.yaml]\n';
const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
const unbuilt = (text: string, more: Files = {}): Files => ({
  'ns.yaml': NAMESPACE,
  'k/kustomization.yaml': text,
  'k/a.yaml': map,
  ...more,
});
const patch = (container: string): string =>
  `${KUSTOMIZATION}patches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: d}\n    spec: {template: {spec: {containers: [{name: c, ${container}}]}}}\n`;
const first = (before: Files, after: Files): string => reviewFiles(before, after).headline;

describe('a patch of an object that is not read', () => {
  it.each(['resources: {limits: {memory: 4Gi}}', "args: ['--qps=2000']", "args: ['--qps=2000'], resources: {requests: {cpu: 1}}"])(
    'brings nothing with %s',
    (container) => {
      expect(first(unbuilt(patch("args: ['--qps=1']")), unbuilt(patch(container)))).toMatch(/^No new permissions\. .*Deployment d/);
    },
  );

  it.each([
    'securityContext: {privileged: true}',
    'resources: {limits: {memory: 4Gi}}}], serviceAccountName: admin, x: [{name: c',
    'resources: {limits: {memory: 4Gi}}}], hostNetwork: true, x: [{name: c',
    'resources: {limits: {memory: 4Gi}}}], volumes: [{name: v, hostPath: {path: /}}], x: [{name: c',
  ])('may bring something with %s', (container) => {
    expect(first(unbuilt(patch("args: ['--qps=1']")), unbuilt(patch(container)))).toMatch(/^Permissions may change: /);
    expect(first(unbuilt(KUSTOMIZATION), unbuilt(patch(container)))).toMatch(/^Permissions may change: /);
  });

  const ofKind = (kind: string, lines: string): string =>
    `${KUSTOMIZATION}patches:\n- patch: |-\n    ${kind}\n    metadata: {name: d}\n${lines.replace(/^/gm, '    ')}\n`;
  it.each([
    ['apiVersion: apps/v1\n    kind: Deployment', '$patch: delete'],
    ['apiVersion: v1\n    kind: Namespace', 'x: {pod-security.kubernetes.io/enforce: privileged}'],
    ['apiVersion: admissionregistration.k8s.io/v1\n    kind: ValidatingWebhookConfiguration', 'webhooks: []'],
    ...[
      'securityContext: {capabilities: {add: [SYS_ADMIN]}}',
      'command: [sh]',
      'image: evil.example/x:1',
      'envFrom: [{secretRef: {name: s}}]',
    ].map((field) => ['apiVersion: apps/v1\n    kind: Deployment', `spec: {template: {spec: {containers: [{name: c, ${field}}]}}}`]),
  ])('may bring something to %s with %s', (kind, lines) => {
    expect(first(unbuilt(KUSTOMIZATION), unbuilt(ofKind(kind, lines)))).toMatch(/^Permissions may change: /);
  });

  it('is no new object', () => {
    const headline = first(unbuilt(KUSTOMIZATION), unbuilt(patch('resources: {limits: {memory: 4Gi}}')));
    expect(headline).not.toContain('Deployment d is new');
    expect(headline).toContain('limits.memory');
  });

  it('of another object is another change', () => {
    const is = patch("args: ['--qps=1']");
    expect(reviewFiles(unbuilt(is), unbuilt(is.replace('name: d', 'name: e'))).text).toContain('Deployment e');
  });
});

/** A name that nothing of the kustomization has, which kustomize refuses. */
const REFUSED = 'replacements: [{source: {kind: Service, name: absent}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a]}]}]\n';
const REMOTE: Files = { 'k/remote/kustomization.yaml': 'resources: ["https://example.com/a/b?ref=v1.0.0"]\n' };
const refused = (resources: string, more: Files = {}): Files =>
  unbuilt(`resources: [remote, ${resources}]\n${REFUSED}`, { ...REMOTE, ...more });

describeWith([program('kubectl')], 'a kustomization that cannot be built', () => {
  const deployment = (container: string, kind = 'apps/v1'): string =>
    `apiVersion: ${kind}\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: c, ${container}}]}}}\n`;
  const of = (container: string, kind?: string): Files => refused('a.yaml, d.yaml', { 'k/d.yaml': deployment(container, kind) });
  const OLD = of("args: ['--qps=1']");

  it.each(["args: ['--qps=1'], resources: {limits: {memory: 4Gi}}", "args: ['--qps=2000']"])('brings nothing with %s', (container) => {
    expect(first(OLD, of(container))).toMatch(/^No new permissions\. .*d\.yaml/);
  });

  it('may bring something without an argument', () => {
    expect(first(OLD, of('resources: {limits: {memory: 4Gi}}'))).toMatch(/^Permissions may change: /);
  });

  it.each([
    'image: x.example/y:1',
    'command: [sh]',
    "args: ['sh -c id']",
    "args: ['--token=a']",
    "args: ['--qps=1', '--listen']",
    "args: ['--from=https://x.example']",
    "args: ['--anonymous-auth']",
    "env: [{name: A, value: '1'}]",
    'volumeMounts: [{name: v, mountPath: /x}]',
  ])('may bring something with %s', (container) => {
    expect(first(OLD, of(`args: ['--qps=1'], ${container}`))).toMatch(
      /^(?:Permissions may change: |No new permissions\. File k\/d\.yaml.*image)/,
    );
  });

  it('that loses an entry keeps the others', () => {
    const files = { 'k/b.yaml': map.replace('a}', 'b}'), 'k/c.yaml': map.replace('a}', 'c}') };
    const { text } = reviewFiles(refused('a.yaml, b.yaml, c.yaml', files), refused('b.yaml, c.yaml', files));
    expect(text).toMatch(/info\[file-changed\].*resources\[1\] a\.yaml is removed;/);
  });

  it('brings nothing with a later form of an API', () => {
    expect(first(of('name: c', 'apps/v1beta1'), of('name: c', 'apps/v1'))).toMatch(/^No new permissions/);
    expect(first(of('name: c', 'apps/v1beta1'), of('name: c', 'evil.io/v1'))).toMatch(/^Permissions may change/);
  });

  it.each(['https://example.com/x//y?ref=main', 'github.com/x/y', 'git@example.com:x/y', 'example.com/x/y.git'])(
    'may bring something with the entry %s',
    (entry) => {
      const headline = first(OLD, { ...refused(`a.yaml, d.yaml, "${entry}"`), 'k/d.yaml': OLD['k/d.yaml'] ?? '' });
      expect(headline).toMatch(/^Permissions may change: /);
    },
  );
});

describe('a kustomization that kustomize refuses before and after', () => {
  it('does not hide the object of a new file, which another version of kustomize may apply', () => {
    const application =
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: x, namespace: argocd}\nspec: {project: default, source: {repoURL: https://evil.example/r.git, path: .}, destination: {namespace: x}}\n';
    const before = unbuilt('resources: [a.yaml, empty]\n', { 'k/empty/kustomization.yaml': 'kind: Kustomization\n' });
    const after = { ...before, 'k/kustomization.yaml': 'resources: [a.yaml, empty, x.yaml]\n', 'k/x.yaml': application };
    expect(first(before, after)).toMatch(/^Permissions may change: .*x/);
  });
});

describe('a new template of a chart', () => {
  const chart: Files = {
    'ns.yaml': NAMESPACE,
    'c/templates/d.yaml': `${map}data: {a: "{{ .Values.host }}"}\n`,
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    'c/values.yaml': 'host: a\n',
  };
  const template = (text: string): string => first(chart, { ...chart, 'c/templates/x.yaml': text });
  const ingress =
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i, namespace: n}\nspec: {rules: [{host: {{ .Values.host | quote }}}]}\n';
  it.each([
    ingress,
    `{{- if .Values.host }}\n${ingress}{{- end }}\n`,
    'apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: "{{ .Release.Name }}-e", namespace: n}\nspec: {data: []}\n',
  ])('of a kind that gives nothing brings nothing', (text) => {
    expect(template(text)).toMatch(/^No new permissions/);
  });

  it.each([
    ingress.replace('{{ .Values.host | quote }}', '{{ include "c.host" . }}'),
    ingress.replace('{{ .Values.host | quote }}', '{{ tpl .Values.host . }}'),
    ingress.replace('metadata:', '{{ toYaml .Values.more | nindent 0 }}\nmetadata:'),
    ingress.replace('kind: Ingress', 'kind: {{ .Values.kind }}'),
    ingress.replace('kind: Ingress', 'kind: Widget').replace('networking.k8s.io', 'evil.io'),
    'apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: e, namespace: ns}\nspec: {target: {template: {type: kubernetes.io/service-account-token}}}\n',
    'apiVersion: external-secrets.io/v1\nkind: ClusterSecretStore\nmetadata: {name: e}\nspec: {provider: {vault: {server: https://v}}}\n',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: v}\nspec: {hostPath: {path: /}}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-rbac-cm, namespace: argocd}\ndata: {policy.default: role:admin}\n',
    'apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: ns}\nspec: {type: ExternalName, externalName: x.example}\n',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ns}\nspec: {containers: [{name: c, image: x/y:1}]}\n',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: p, namespace: ns}\nspec: {podSelector: {}, ingress: [{}]}\n',
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: n}\nspec: {source: {repoURL: https://evil.example}}\n',
    `${ingress}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\nroleRef: {kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, name: bob}]\n`,
  ])('of anything else may bring something', (text) => {
    expect(template(text)).toMatch(/^(?:Permissions may change|Grants more)/);
  });
});
