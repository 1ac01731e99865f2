/**
 * Files that make a tool or this program read an object no more: the list of ignored files of a chart, and the annotations that make a
 * folder a bundle. Each is told, with each kind of object, and in whichever order the files come.
 */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const RBAC = 'rbac.authorization.k8s.io';
const ADMIN = { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' };

/** Objects by which somebody gets rights. */
const OBJECTS: Readonly<Record<string, object>> = {
  ClusterRoleBinding: {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'a' },
    roleRef: ADMIN,
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'mallory' }],
  },
  RoleBinding: {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'a', namespace: 'kube-system' },
    roleRef: ADMIN,
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'mallory' }],
  },
  MutatingWebhookConfiguration: {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'a' },
    webhooks: [
      {
        name: 'a.b.c',
        clientConfig: { url: 'https://example.com' },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
      },
    ],
  },
};
const ANNOTATIONS =
  'annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: registry+v1\n  operators.operatorframework.io.bundle.manifests.v1: manifests/\n';
/** Files beside an object with which its folder looks like a bundle. */
const BUNDLES: Readonly<Record<string, string>> = {
  'app/metadata/annotations.yaml': ANNOTATIONS,
  'app/metadata/annotations.yml': ANNOTATIONS,
  'metadata/annotations.yaml': ANNOTATIONS,
};
const PLACES = ['app/manifests/a.yaml', 'app/a.yaml', 'app/manifests/more/a.yaml', 'manifests/a.yaml'];

describe.each(Object.entries(OBJECTS))('a new %s', (kind, object) => {
  it.each(PLACES.flatMap((place) => Object.keys(BUNDLES).map((file) => [place, file] as const)))(
    'in %s is told beside %s',
    (place, file) => {
      const text = JSON.stringify(object);
      const bundle = { [file]: BUNDLES[file] as string };
      const base = { 'a.yaml': NAMESPACE };
      for (const [before, after] of [
        [base, { ...base, ...bundle, [place]: text }],
        [
          { ...base, ...bundle },
          { ...base, ...bundle, [place]: text },
        ],
      ] as const)
        expect(reviewFiles(before, after).text, kind).toMatch(/^error\[/m);
    },
  );
});

describe('the list of what Helm leaves out', () => {
  const chart = (ignored: string | undefined) => ({
    'a.yaml': NAMESPACE,
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/values.yaml': 'a: b\n',
    'c/templates/np.yaml': 'kind: {{ .Values.a }}\n',
    ...(ignored === undefined ? {} : { 'c/.helmignore': ignored }),
  });
  const isWarned = (was: string | undefined, is: string | undefined): boolean =>
    /^(?:error|warning)\[.*\.helmignore/m.test(reviewFiles(chart(was), chart(is)).text);
  const HIDING = [
    'templates/',
    'templates/np.yaml',
    '/templates',
    'np.yaml',
    '*.yaml',
    'n?.yaml',
    'templates/*',
    'crds/',
    'charts/',
    'values.yaml',
    '!np.yaml',
  ];

  it.each(HIDING)('is told if it gets or loses %s', (pattern) => {
    const plain = '.git/\n*.swp\n';
    expect(isWarned(undefined, `${pattern}\n`)).toBe(true);
    expect(isWarned(plain, `${plain}${pattern}\n`)).toBe(true);
    expect(isWarned(`${plain}${pattern}\n`, plain)).toBe(true);
    expect(isWarned(`${plain}${pattern}\n`, undefined)).toBe(true);
  });

  it.each(['.DS_Store', '# a comment', '*.md', 'README.md', '.idea/', '*~'])('is none if it gets %s', (pattern) => {
    expect(isWarned('.git/\n', `.git/\n${pattern}\n`)).toBe(false);
  });
});
