import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { type Change, history } from '../../support/git.js';

const start = process.cwd();
afterEach(() => process.chdir(start));

const VAP = 'apiVersion: admissionregistration.k8s.io/v1\n';
const policyBinding = (action: string): string =>
  `${VAP}kind: ValidatingAdmissionPolicyBinding\nmetadata: {name: g}\nspec: {policyName: p, validationActions: [${action}]}\n`;
const kyverno = (action: string): string =>
  `apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: g}\nspec: {validationFailureAction: ${action}, rules: []}\n`;
const webhook = (more: string): string =>
  `${VAP}kind: ValidatingWebhookConfiguration\nmetadata: {name: g}\nwebhooks:\n- name: g.example.com\n  sideEffects: None\n  admissionReviewVersions: [v1]\n  clientConfig: {service: {name: g, namespace: g}}\n  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]\n${more}`;

const EVIL =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: evil}]\n';

/** Guards, by what weakens them. */
const GUARDS: Readonly<Record<string, readonly [strict: string, weak: string]>> = {
  'a policy that only warns': [policyBinding('Deny'), policyBinding('Audit')],
  'a policy of Kyverno that only warns': [kyverno('Enforce'), kyverno('Audit')],
  'a webhook that may fail': [webhook(''), webhook('  failurePolicy: Ignore\n')],
  'a webhook that gets fewer objects': [webhook(''), webhook('  objectSelector: {matchLabels: {a: b}}\n')],
  'a configuration without its webhook': [webhook(''), `${VAP}kind: ValidatingWebhookConfiguration\nmetadata: {name: g}\nwebhooks: []\n`],
};

const text = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: web}\n`;
const lists = (...files: readonly string[]): string => `resources: [${files.join(', ')}]\n`;
const application = {
  'argo/a.yaml':
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec: {project: default, destination: {server: https://kubernetes.default.svc}, source: {repoURL: https://example.com/r, path: live}}\n',
};

const review = (before: Change, change: Change): ReturnType<typeof cli> => {
  process.chdir(history(before, change));
  return cli(['review', 'git:main^', 'git:main']);
};
const firstError = (before: Change, change: Change): string => {
  const { out, code } = review(before, change);
  expect(code).toBe(1);
  return out;
};

describe('a guard that is weakened while a copy of its old text is elsewhere', () => {
  const APPLIED: Readonly<Record<string, Change>> = {
    'an Application applies it': { ...application, 'live/a.yaml': text('a') },
    'nothing says who applies it': { 'live/a.yaml': text('a') },
    'a kustomization lists it': { 'live/a.yaml': text('a'), 'live/kustomization.yaml': lists('a.yaml', 'x.yaml') },
  };
  const COPIES = Object.keys(GUARDS).flatMap((guard) =>
    Object.keys(APPLIED).flatMap((applied) => ['aold/x.yaml', 'zold/x.yaml', 'zold/y.yaml'].map((copy) => [guard, applied, copy] as const)),
  );

  it.each(COPIES)('is reported: %s, where %s, and the copy is %s', (guard, applied, copy) => {
    const [strict, weak] = GUARDS[guard] as (typeof GUARDS)[string];
    const out = firstError({ ...APPLIED[applied], 'live/x.yaml': strict }, { 'live/x.yaml': weak, [copy]: strict });
    expect(out).toMatch(/error\[(?:cluster-setting|webhook-changed|webhook-removed)\]/);
  });

  it.each(COPIES)('is reported, where its file has another name: %s, where %s, and the copy is %s', (guard, applied, copy) => {
    const [strict, weak] = GUARDS[guard] as (typeof GUARDS)[string];
    const listing = applied.includes('kustomization') ? { 'live/kustomization.yaml': lists('a.yaml', 'w.yaml') } : {};
    firstError(
      { ...APPLIED[applied], 'live/x.yaml': strict },
      { 'live/x.yaml': undefined, ...listing, 'live/w.yaml': weak, [copy]: strict },
    );
  });

  /** A second object that is applied with the first: by the same folder, or by one below or around it. */
  const SECOND: Readonly<Record<string, (strict: string, weak: string) => Change>> = {
    'in its file': (strict, weak) => ({ 'live/x.yaml': `${strict}---\n${weak}` }),
    'in its folder': (_, weak) => ({ 'live/z.yaml': weak }),
    'below its folder': (_, weak) => ({ 'live/more/a.yaml': weak }),
    'above its folder': (_, weak) => ({ 'a.yaml': weak }),
  };

  it.each(Object.keys(GUARDS).flatMap((guard) => Object.keys(SECOND).map((where) => [guard, where] as const)))(
    'is reported, where a second one can replace it: %s, %s',
    (guard, where) => {
      const [strict, weak] = GUARDS[guard] as (typeof GUARDS)[string];
      const change = (SECOND[where] as (typeof SECOND)[string])(strict, weak);
      firstError({ 'live/a.yaml': text('a'), 'live/x.yaml': strict }, change);
    },
  );

  it('is not reported for a copy of the same text alone', () => {
    const [strict] = GUARDS['a policy that only warns'] as (typeof GUARDS)[string];
    const { out } = review({ 'live/x.yaml': strict }, { 'aold/x.yaml': strict });
    expect(out).not.toContain('is changed');
  });
});

describe('an object that moves from what one thing applies to what another one applies', () => {
  const OBJECTS: Readonly<Record<string, readonly [object: string, name: string]>> = {
    'an admission policy': [policyBinding('Deny'), 'ValidatingAdmissionPolicyBinding g'],
    'a policy of Kyverno': [kyverno('Enforce'), 'ClusterPolicy g'],
    'a webhook': [webhook(''), 'ValidatingWebhookConfiguration g'],
    'a binding': [EVIL, 'ClusterRoleBinding evil'],
    'a ConfigMap': [text('m'), 'ConfigMap web/m'],
  };
  const prod = { 'prod/y.yaml': text('y'), 'prod/kustomization.yaml': lists('y.yaml') };
  const other = { 'other/d.yaml': text('d'), 'other/kustomization.yaml': lists('d.yaml') };
  const both = lists('y.yaml', 'x.yaml');
  /** The files without the object, and those that differ with it in the first place and in the second. */
  const WAYS: Readonly<Record<string, readonly [rest: Change, first: (object: string) => Change, second: (object: string) => Change]>> = {
    'a kustomization and a file that nothing lists': [
      prod,
      (object) => ({ 'prod/x.yaml': object, 'prod/kustomization.yaml': both, 'loose/x.yaml': undefined }),
      (object) => ({ 'prod/x.yaml': undefined, 'prod/kustomization.yaml': lists('y.yaml'), 'loose/x.yaml': object }),
    ],
    'two kustomizations': [
      { ...prod, ...other },
      (object) => ({
        'prod/x.yaml': object,
        'prod/kustomization.yaml': both,
        'other/x.yaml': undefined,
        'other/kustomization.yaml': lists('d.yaml'),
      }),
      (object) => ({
        'prod/x.yaml': undefined,
        'prod/kustomization.yaml': lists('y.yaml'),
        'other/x.yaml': object,
        'other/kustomization.yaml': lists('d.yaml', 'x.yaml'),
      }),
    ],
    'a kustomization and one that is new': [
      prod,
      (object) => ({
        'prod/x.yaml': object,
        'prod/kustomization.yaml': both,
        'other/x.yaml': undefined,
        'other/kustomization.yaml': undefined,
      }),
      (object) => ({
        'prod/x.yaml': undefined,
        'prod/kustomization.yaml': lists('y.yaml'),
        'other/x.yaml': object,
        'other/kustomization.yaml': lists('x.yaml'),
      }),
    ],
    'a kustomization that builds and a file that nothing lists': [
      prod,
      (object) => ({ 'prod/x.yaml': object, 'prod/kustomization.yaml': `${both}commonAnnotations: {a: b}\n`, 'loose/x.yaml': undefined }),
      (object) => ({
        'prod/x.yaml': undefined,
        'prod/kustomization.yaml': `${lists('y.yaml')}commonAnnotations: {a: b}\n`,
        'loose/x.yaml': object.replace(/(metadata: \{name: [a-z]+)/, '$1, annotations: {a: b}'),
      }),
    ],
  };
  it.each(['there', 'back'] as const)('is reported where a kustomization is split or two are joined: %s', (direction) => {
    const guard = policyBinding('Deny');
    const whole = { 'prod/y.yaml': text('y'), 'prod/x.yaml': guard, 'prod/kustomization.yaml': both };
    const parts = {
      'prod-v2/y.yaml': text('y'),
      'prod-v2/kustomization.yaml': lists('y.yaml'),
      'prod-old/x.yaml': guard,
      'prod-old/kustomization.yaml': lists('x.yaml'),
    };
    const gone = (files: Change): Change => Object.fromEntries(Object.keys(files).map((path) => [path, undefined]));
    const [was, is] = direction === 'there' ? [whole, parts] : [parts, whole];
    firstError(was, { ...gone(was), ...is });
  });

  it.each(['there', 'back'] as const)('is reported where a kustomization moves, and a guard to a file beside it: %s', (direction) => {
    const guard = policyBinding('Deny');
    const first = { 'prod/y.yaml': text('y'), 'prod/x.yaml': guard, 'prod/kustomization.yaml': both };
    const second = { 'prod/new/y.yaml': text('y'), 'prod/new/kustomization.yaml': lists('y.yaml'), 'prod/archive/x.yaml': guard };
    const gone = (files: Change): Change => Object.fromEntries(Object.keys(files).map((path) => [path, undefined]));
    const [was, is] = direction === 'there' ? [first, second] : [second, first];
    firstError(was, { ...gone(was), ...is });
  });

  const CASES = Object.keys(WAYS).flatMap((way) =>
    Object.keys(OBJECTS).flatMap((object) => (['there', 'back'] as const).map((direction) => [way, object, direction] as const)),
  );
  const given = (change: Change): Change => Object.fromEntries(Object.entries(change).filter(([, content]) => content !== undefined));

  it.each(CASES)('is reported: %s, %s, %s', (way, object, direction) => {
    const [manifest, name] = OBJECTS[object] as (typeof OBJECTS)[string];
    const [rest, first, second] = WAYS[way] as (typeof WAYS)[string];
    const [from, to] = direction === 'there' ? [first, second] : [second, first];
    const { out, code } = review({ ...rest, ...given(from(manifest)) }, to(manifest));
    expect(out).toContain(`got ${name} from `);
    expect(code).toBe(object === 'a ConfigMap' ? 0 : 1);
  });

  it.each(Object.keys(GUARDS))('is reported where it leaves what an Application applies: %s', (guard) => {
    const [strict] = GUARDS[guard] as (typeof GUARDS)[string];
    const out = firstError(
      { ...application, 'live/a.yaml': text('a'), 'live/x.yaml': strict },
      { 'live/x.yaml': undefined, 'old/x.yaml': strict },
    );
    expect(out).toMatch(/^.*File old\/x\.yaml: got .* g from live\/x\.yaml, .*they refuse less/);
  });

  it('is reported where an Application begins to apply a binding', () => {
    const out = firstError(
      { ...application, 'live/a.yaml': text('a'), 'old/x.yaml': EVIL },
      { 'old/x.yaml': undefined, 'live/x.yaml': EVIL },
    );
    expect(out).toMatch(/^(?:Grants more: User evil|Permissions may change: File live\/x\.yaml: got ClusterRoleBinding evil)/);
  });

  const SAME: Readonly<Record<string, readonly [before: Change, change: Change]>> = {
    'a folder gets a kustomization for its files': [{ 'prod/y.yaml': text('y') }, { 'prod/kustomization.yaml': lists('y.yaml') }],
    'a kustomization goes, and its files stay': [prod, { 'prod/kustomization.yaml': undefined }],
    'a file moves below its kustomization': [
      prod,
      { 'prod/y.yaml': undefined, 'prod/b/y.yaml': text('y'), 'prod/kustomization.yaml': lists('b/y.yaml') },
    ],
    'a kustomization moves its resource to a base': [
      prod,
      {
        'prod/y.yaml': undefined,
        'base/y.yaml': text('y'),
        'base/kustomization.yaml': lists('y.yaml'),
        'prod/kustomization.yaml': lists('../base'),
      },
    ],
  };

  it.each(Object.keys(SAME))('is the same where %s', (which) => {
    const [before, change] = SAME[which] as (typeof SAME)[string];
    expect(review(before, change).out).not.toContain(' from prod');
  });
});
