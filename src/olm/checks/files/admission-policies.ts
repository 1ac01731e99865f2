/** Reports objects of OLM that a ValidatingAdmissionPolicy of the input denies. */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { type LabelSelector, matchesSelector } from '../../../base/kubernetes/label-selector.js';
import { isNamedObject, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { CEL_STEPS, type CelBudget } from '../../dependencies/cel-cost.js';
import { type Finding, rule, toFinding } from '../../model/finding.js';
import { type Evaluator, evaluatorOf } from './admission-cel.js';

export const admissionDenied = rule('admission-denied', 'error', 'A ValidatingAdmissionPolicy denies an object of OLM', {
  meaning:
    'The input has a ValidatingAdmissionPolicy with a binding that denies, and by its expressions the API server refuses an object of OLM in the same input, such as a Subscription or a ClusterExtension. Only plain CEL is evaluated.',
  fix: 'Change the object so that the policy allows it, or change the policy.',
});

const RESOURCES: ReadonlyMap<string, string> = new Map([
  ['operators.coreos.com/Subscription', 'subscriptions'],
  ['operators.coreos.com/OperatorGroup', 'operatorgroups'],
  ['operators.coreos.com/CatalogSource', 'catalogsources'],
  ['operators.coreos.com/ClusterServiceVersion', 'clusterserviceversions'],
  ['olm.operatorframework.io/ClusterExtension', 'clusterextensions'],
  ['olm.operatorframework.io/ClusterCatalog', 'clustercatalogs'],
]);

/** Finds the denied objects. Each object is judged like a new one (validatingadmissionpolicy's validator in apiserver). */
export function deniedObjects(given: readonly unknown[]): Finding[] {
  const objects = given.filter(isNamedObject);
  const ofKind = (wanted: string): KubernetesObject[] =>
    objects.filter(({ kind, apiVersion }) => kind === wanted && groupOf(apiVersion) === 'admissionregistration.k8s.io');
  const policies = ofKind('ValidatingAdmissionPolicy');
  const bindings = policies.length > 0 ? ofKind('ValidatingAdmissionPolicyBinding') : [];
  if (bindings.length === 0) return [];
  const namespaces = new Map(objects.flatMap((one) => (one.kind === 'Namespace' ? [[one.metadata.name, one] as const] : [])));
  const budget: CelBudget = { celSteps: CEL_STEPS };
  const judged = objects.flatMap((object) => requestOf(object, namespaces) ?? []);
  return judged.flatMap((request) =>
    policies.flatMap((policy): Finding[] => {
      const binding = bindings.find((one) => isBound(one, policy) && isMatched(fieldsOf(fieldsOf(one.spec).matchResources), request));
      const message =
        binding && isMatched(fieldsOf(fieldsOf(policy.spec).matchConstraints), request, true) && denial(policy, request, budget);
      return binding && message ? [findingOf(request.object, policy, binding, message)] : [];
    }),
  );
}

function findingOf(object: KubernetesObject, policy: KubernetesObject, binding: KubernetesObject, message: string): Finding {
  const [policyName, bindingName] = [policy.metadata.name, binding.metadata.name];
  return toFinding(admissionDenied, {
    subject: referenceTo(object),
    message: `the API server refuses it: ValidatingAdmissionPolicy '${policyName}' with binding '${bindingName}' denied request: ${message}`,
    fix: `change the ${object.kind} so that the ValidatingAdmissionPolicy ${policyName} allows it, or change the policy`,
    related: [referenceTo(policy), referenceTo(binding)],
    verdict: true,
  });
}

interface Request {
  readonly object: KubernetesObject;
  readonly resource: string;
  /** Null for an object without `metadata.namespace`; undefined if the input lacks the Namespace. */
  readonly namespace: KubernetesObject | null | undefined;
}

function requestOf(object: KubernetesObject, namespaces: ReadonlyMap<string, KubernetesObject>): Request | undefined {
  const resource = RESOURCES.get(`${groupOf(object.apiVersion)}/${object.kind}`);
  const { namespace } = object.metadata;
  return resource === undefined ? undefined : { object, resource, namespace: namespace === undefined ? null : namespaces.get(namespace) };
}

function isBound({ spec }: KubernetesObject, { metadata }: KubernetesObject): boolean {
  const { policyName, validationActions } = fieldsOf(spec);
  return policyName === metadata.name && Array.isArray(validationActions) && validationActions.includes('Deny');
}

/** Whether the rules and selectors of a policy or binding match. Without rules, a binding matches all requests, and a policy none. */
function isMatched(resources: Fields, request: Request, needsRules = false): boolean {
  const rules = listOf(resources.resourceRules);
  if (rules.length > 0 ? !rules.some((one) => isOfRule(one, resources, request)) : needsRules) return false;
  if (listOf(resources.excludeResourceRules).some((one) => isOfRule(one, resources, request))) return false;
  return (
    isSelected(resources.objectSelector, request.object) &&
    (request.namespace === null || isSelected(resources.namespaceSelector, request.namespace))
  );
}

function isSelected(selector: unknown, object: KubernetesObject | undefined): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  if (!matchLabels && !matchExpressions) return true;
  if (!object) return false;
  const { name, labels } = object.metadata;
  return matchesSelector(fieldsOf(selector) as LabelSelector, {
    ...labels,
    ...(object.kind === 'Namespace' ? { 'kubernetes.io/metadata.name': name } : {}),
  });
}

function isOfRule(one: Fields, { matchPolicy = 'Equivalent' }: Fields, { object, resource, namespace }: Request): boolean {
  const has = (list: unknown, ...wanted: string[]): boolean => Array.isArray(list) && wanted.some((each) => list.includes(each));
  const names = Array.isArray(one.resourceNames) ? one.resourceNames : [];
  const version = object.apiVersion.split('/').at(-1) ?? '';
  const scope = one.scope ?? '*';
  return (
    has(one.apiGroups, '*', groupOf(object.apiVersion)) &&
    (matchPolicy !== 'Exact' || has(one.apiVersions, '*', version)) &&
    has(one.operations, '*', 'CREATE') &&
    has(one.resources, '*', '*/*', resource) &&
    (names.length === 0 || names.includes(object.metadata.name)) &&
    (scope === '*' || scope === (namespace === null ? 'Cluster' : 'Namespaced'))
  );
}

/** The message of the first validation that denies, or the errors of the match conditions; undefined if the policy is not known to deny. */
function denial({ spec }: KubernetesObject, request: Request, budget: CelBudget): string | undefined {
  const { variables, matchConditions, validations, failurePolicy = 'Fail', paramKind } = fieldsOf(spec);
  // The result depends on the parameters, and these are not evaluated.
  if (paramKind) return undefined;
  const evaluate = evaluatorOf(valuesOf(request), listOf(variables), budget);
  const conditions = listOf(matchConditions).map(({ expression }) => evaluate(String(expression)));
  // A policy does not apply if one condition is false; an unknown condition can be false (matchconditions' matcher in apiserver).
  if (conditions.some((outcome) => outcome === undefined || ('value' in outcome && outcome.value !== true))) return undefined;
  const errors = conditions.flatMap((outcome) => (outcome && 'error' in outcome ? [outcome.error] : []));
  if (errors.length > 0) return failurePolicy === 'Fail' ? errors.join(', ') : undefined;
  return listOf(validations)
    .map((one) => denialMessage(one, evaluate, failurePolicy === 'Fail'))
    .find((message) => message !== undefined);
}

function denialMessage({ expression, message, messageExpression }: Fields, evaluate: Evaluator, fails: boolean): string | undefined {
  const outcome = evaluate(String(expression));
  if (outcome === undefined) return undefined;
  if ('error' in outcome) return fails ? `expression '${expression}' resulted in error: ${outcome.error}` : undefined;
  if (outcome.value !== false) return undefined;
  const own = typeof messageExpression === 'string' ? evaluate(messageExpression) : undefined;
  if (own && 'value' in own && typeof own.value === 'string' && own.value.trim() !== '') return own.value.trim();
  return typeof message === 'string' && message.trim() !== '' ? message.trim() : `failed expression: ${String(expression).trim()}`;
}

function valuesOf({ object, resource, namespace }: Request): Record<string, unknown> {
  const { apiVersion, kind, metadata } = object;
  const [group, version] = [groupOf(apiVersion), apiVersion.split('/').at(-1)];
  const asked = { group, version, kind };
  return {
    object: withDefaults(object),
    oldObject: null,
    ...(namespace === undefined ? {} : { namespaceObject: namespace }),
    request: {
      operation: 'CREATE',
      kind: asked,
      requestKind: asked,
      resource: { group, version, resource },
      requestResource: { group, version, resource },
      subResource: '',
      requestSubResource: '',
      name: metadata.name,
      namespace: metadata.namespace ?? '',
    },
  };
}

/** The object with the defaults of its CRD. The API server sets them before it evaluates the policies. */
function withDefaults(object: KubernetesObject): unknown {
  const spec = fieldsOf(object.spec);
  const source = fieldsOf(spec.source);
  switch (object.kind) {
    case 'ClusterExtension': {
      const catalog = source.catalog ? { catalog: { upgradeConstraintPolicy: 'CatalogProvided', ...fieldsOf(source.catalog) } } : {};
      return { ...object, spec: { ...spec, source: { ...source, ...catalog } } };
    }
    case 'ClusterCatalog':
      return { ...object, spec: { availabilityMode: 'Available', priority: 0, ...spec } };
    case 'OperatorGroup':
      return { ...object, spec: { upgradeStrategy: 'Default', ...spec } };
    default:
      return object;
  }
}
