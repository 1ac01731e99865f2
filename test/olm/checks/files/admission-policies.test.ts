import { describe, expect, it } from 'vitest';
import { objectFindings } from '../../../../src/olm/checks/files/index.js';

type Fields = Record<string, unknown>;
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'attic', labels: { team: 'light' } } };
const OBJECTS: Record<string, Fields> = {
  clusterextensions: {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'lamp', labels: { a: 'b' } },
    spec: { namespace: 'attic', number: 3, source: { sourceType: 'Catalog', catalog: { packageName: 'lamp' } } },
  },
  subscriptions: {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'lamp', namespace: 'attic', labels: { a: 'b' } },
    spec: { namespace: 'attic', number: 3, name: 'lamp', source: 'hub', sourceNamespace: 'olm' },
  },
};
const NAMES = Object.keys(OBJECTS);
const groupOf = (resource: string): string => String(OBJECTS[resource]?.apiVersion).split('/')[0] ?? '';

const policy = (resource: string, validation: Fields, spec: Fields = {}, rule: Fields = {}): Fields => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'p' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [groupOf(resource)], apiVersions: ['*'], operations: ['CREATE'], resources: [resource], ...rule }],
    },
    validations: [validation],
    ...spec,
  },
});
const binding = (spec: Fields = {}): Fields => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'b' },
  spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
});
const denials = (...given: unknown[]): string[] =>
  objectFindings([], given).map(({ message }) =>
    message.replace("the API server refuses it: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ", ''),
  );

const NO = { expression: 'false', message: 'no' };

// k8s.io/apiserver, pkg/admission/plugin/policy/validating: validator.go and its matchers.
describe.each(NAMES)('a policy about %s', (resource) => {
  const object = OBJECTS[resource] as Fields;
  const of = (validation: Fields, spec: Fields = {}, rule: Fields = {}, bound: Fields = {}): string[] =>
    denials(NAMESPACE, object, policy(resource, validation, spec, rule), binding(bound));

  it.each<[string, string | undefined]>([
    ['object.spec.namespace == "attic"', undefined],
    ['object.spec.namespace == "cellar"', 'failed expression: object.spec.namespace == "cellar"'],
    ['object.spec.namespace in ["a", "attic"]', undefined],
    ['object.spec.namespace.startsWith("b")', 'failed expression: object.spec.namespace.startsWith("b")'],
    ['object.spec.number > 2 && object.spec.number + 1 == 4', undefined],
    ['object.spec.number > 3', 'failed expression: object.spec.number > 3'],
    ['has(object.spec.other)', 'failed expression: has(object.spec.other)'],
    ['object.spec.other == "a"', `expression 'object.spec.other == "a"' resulted in error: no such key: other`],
    ['!has(object.spec.other) || object.spec.other == "a"', undefined],
    ['"a" in object.metadata.labels', undefined],
    ['object.metadata.labels.all(name, name != "a")', 'failed expression: object.metadata.labels.all(name, name != "a")'],
    ['request.operation == "CREATE" && oldObject == null', undefined],
    ['request.operation != "CREATE"', 'failed expression: request.operation != "CREATE"'],
    // These are not known, or no plain CEL.
    ['request.userInfo.username == "a"', undefined],
    ['authorizer.group("").resource("pods").check("get").allowed()', undefined],
    ['object.metadata.uid == "a"', undefined],
    ['object.spec.namespace.lowerAscii() == "x"', undefined],
    ['object.spec.namespace ==', undefined],
  ])('with %s', (expression, message) => {
    expect(of({ expression })).toEqual(message === undefined ? [] : [message]);
  });

  it.each<[string, Fields, string]>([
    ['a message', { message: 'no' }, 'no'],
    ['a messageExpression', { message: 'no', messageExpression: '"not " + object.spec.namespace' }, 'not attic'],
    ['a messageExpression that fails', { message: 'no', messageExpression: 'object.spec.other' }, 'no'],
  ])('denies with %s', (_, message, text) => {
    expect(of({ expression: 'false', ...message })).toEqual([text]);
  });

  it.each<[string, Fields, Fields, Fields, boolean]>([
    ['denies', {}, {}, {}, true],
    ['that only warns', {}, {}, { validationActions: ['Warn', 'Audit'] }, false],
    ['that warns and denies', {}, {}, { validationActions: ['Audit', 'Deny'] }, true],
    ['bound by nothing', {}, {}, { policyName: 'other' }, false],
    ['of all groups and resources', {}, { apiGroups: ['*'], resources: ['*'], operations: ['*'] }, {}, true],
    ['of another group', {}, { apiGroups: ['example.com'] }, {}, false],
    ['of another resource', {}, { resources: ['pods', `${resource}/status`] }, {}, false],
    ['of another operation', {}, { operations: ['DELETE', 'UPDATE'] }, {}, false],
    ['of other names', {}, { resourceNames: ['other'] }, {}, false],
    ['of its name', {}, { resourceNames: ['lamp'] }, {}, true],
    ['of another version, equivalent', {}, { apiVersions: ['v9'] }, {}, true],
    ['with parameters', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }, {}, {}, false],
    ['whose condition holds', { matchConditions: [{ name: 'a', expression: 'object.metadata.name == "lamp"' }] }, {}, {}, true],
    ['whose condition does not hold', { matchConditions: [{ name: 'a', expression: 'object.metadata.name != "lamp"' }] }, {}, {}, false],
    ['whose condition is not known', { matchConditions: [{ name: 'a', expression: 'request.userInfo.username == "x"' }] }, {}, {}, false],
    ['whose condition fails', { matchConditions: [{ name: 'a', expression: 'object.spec.other == 1' }] }, {}, {}, true],
    [
      'whose condition fails, where failures are ignored',
      { failurePolicy: 'Ignore', matchConditions: [{ name: 'a', expression: 'object.spec.other == 1' }] },
      {},
      {},
      false,
    ],
    ['whose binding selects the object', {}, {}, { matchResources: { objectSelector: { matchLabels: { a: 'b' } } } }, true],
    ['whose binding selects other objects', {}, {}, { matchResources: { objectSelector: { matchLabels: { a: 'c' } } } }, false],
    [
      'whose binding leaves the object out',
      {},
      {},
      {
        matchResources: { excludeResourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }] },
      },
      false,
    ],
  ])('%s', (_, spec, rule, bound, denies) => {
    expect(of(NO, spec, rule, bound).length > 0).toBe(denies);
  });

  it.each([
    ['Fail', ["expression 'object.spec.other == 1' resulted in error: no such key: other"]],
    ['Ignore', []],
  ])('that fails, with failurePolicy %s', (failurePolicy, messages) => {
    expect(of({ expression: 'object.spec.other == 1' }, { failurePolicy })).toEqual(messages);
  });

  it.each<[string, string[]]>([
    ['variables.space == "attic"', []],
    ['variables.twice == "attic"', ['failed expression: variables.twice == "attic"']],
    ['variables.gone == "a"', [`expression 'variables.gone == "a"' resulted in error: no such key: other`]],
    ['variables.who == "a"', []],
    ['variables["space"] == "cellar"', []],
  ])('with variables: %s', (expression, messages) => {
    const variables = [
      { name: 'space', expression: 'object.spec.namespace' },
      { name: 'twice', expression: 'variables.space + variables.space' },
      { name: 'gone', expression: 'object.spec.other' },
      { name: 'who', expression: 'request.userInfo.username' },
    ];
    expect(of({ expression }, { variables })).toEqual(messages);
  });
});

describe('a policy about namespaces', () => {
  const of = (resource: string, validation: Fields, matchResources: Fields, ...more: unknown[]): string[] =>
    denials(...more, OBJECTS[resource], policy(resource, validation), binding({ matchResources }));

  it.each<[Fields, boolean]>([
    [{ matchLabels: { team: 'light' } }, true],
    [{ matchLabels: { team: 'heat' } }, false],
    [{ matchLabels: { 'kubernetes.io/metadata.name': 'attic' } }, true],
    [{ matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['light'] }] }, false],
  ])('that selects %j applies to a Subscription in it, and to every object of the cluster', (namespaceSelector, isSelected) => {
    expect(of('subscriptions', NO, { namespaceSelector }, NAMESPACE).length > 0).toBe(isSelected);
    expect(of('clusterextensions', NO, { namespaceSelector }, NAMESPACE)).toEqual(['no']);
  });

  it('does not know the labels of a Namespace that the input lacks', () => {
    expect(of('subscriptions', NO, { namespaceSelector: { matchLabels: { team: 'light' } } })).toEqual([]);
    expect(of('subscriptions', { expression: 'namespaceObject.metadata.labels.team == "heat"', message: 'no' }, {})).toEqual([]);
    expect(of('subscriptions', { expression: 'namespaceObject.metadata.labels.team == "heat"', message: 'no' }, {}, NAMESPACE)).toEqual([
      'no',
    ]);
  });
});

// The defaults of the CRDs, which the API server sets before it asks the policies.
it.each<[string, string, string]>([
  ['olm.operatorframework.io/v1', 'ClusterCatalog', 'object.spec.availabilityMode == "Available" && object.spec.priority == 0'],
  ['olm.operatorframework.io/v1', 'ClusterExtension', 'object.spec.source.catalog.upgradeConstraintPolicy == "CatalogProvided"'],
  ['operators.coreos.com/v1', 'OperatorGroup', 'object.spec.upgradeStrategy == "Default"'],
])('%s %s has its defaults', (apiVersion, kind, expression) => {
  const object = { apiVersion, kind, metadata: { name: 'lamp', namespace: 'attic' }, spec: { source: { catalog: {} } } };
  const anything = { apiGroups: ['*'], resources: ['*'] };
  const said = (text: string): string[] => denials(object, policy('subscriptions', { expression: text }, {}, anything), binding());
  expect(said(expression)).toEqual([]);
  expect(said(`!(${expression})`)).toHaveLength(1);
});
