/**
 * Reads policies of ACM (Open Cluster Management): enforced objects are made on the clusters of the placement; objects that are only
 * reported, or must be absent, are not (https://open-cluster-management.io/docs/getting-started/integration/policy-controllers/).
 */
import { fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { parseDocuments } from '../manifest/parse.js';
import type { InnerObject, ObjectsIn } from './form.js';
import { plainText } from './template-text.js';

type Fields = Readonly<Record<string, unknown>>;

function isEnforced({ remediationAction }: Fields): boolean {
  return textOf(remediationAction)?.toLowerCase() === 'enforce';
}

function isWanted(complianceType: unknown): boolean {
  return ['musthave', 'mustonlyhave'].includes(textOf(complianceType)?.toLowerCase() ?? '');
}

/** Policies of other kinds; the outer policy's action has priority over theirs. */
export const inPolicy: ObjectsIn = (outer) => {
  const spec = fieldsOf(outer.spec);
  const { remediationAction, disabled } = spec;
  const templates = spec['policy-templates'];
  if (disabled === true) return [];
  return listOf(templates).map(({ objectDefinition }, index): InnerObject => {
    const policy = fieldsOf(objectDefinition);
    const action = remediationAction === undefined ? {} : { remediationAction };
    return {
      value: { ...policy, spec: { ...fieldsOf(policy.spec), ...action } },
      at: ['spec', 'policy-templates', index, 'objectDefinition'],
    };
  });
};

/** Objects that must be on a cluster, as a list or as a template text. */
export const inConfigurationPolicy: ObjectsIn = (outer) => {
  const spec = fieldsOf(outer.spec);
  if (!isEnforced(spec)) return [];
  const raw = textOf(spec['object-templates-raw']);
  const namespaces = namespacesOf(spec.namespaceSelector);
  const listed = listOf(spec['object-templates']).flatMap(({ complianceType, objectDefinition }, index) =>
    isWanted(complianceType)
      ? inNamespaces(objectDefinition, namespaces).map((value): InnerObject => ({ value, at: [...LIST, index, 'objectDefinition'] }))
      : [],
  );
  return [...listed, ...(raw === undefined ? [] : inText(raw, namespaces))];
};

const LIST = ['spec', 'object-templates'];
const RAW = ['spec', 'object-templates-raw'];

/** Reads the text of a template: a repeated part is read once. Values that the template fills in stay as written. */
function inText(raw: string, namespaces: readonly string[]): InnerObject[] {
  const text = plainText(raw);
  return parseDocuments({ file: '', text }).documents.flatMap(({ value, source: { document } }) =>
    (Array.isArray(value) ? value : []).flatMap((entry: unknown, index) => {
      const { complianceType, objectDefinition } = fieldsOf(entry);
      if (!isWanted(complianceType)) return [];
      const within = { text: raw, document, path: [index, 'objectDefinition'] };
      return inNamespaces(objectDefinition, namespaces).map((each) => ({ value: each, at: RAW, within, uses: [] }));
    }),
  );
}

/** Names that are known without looking at a cluster. */
function namespacesOf(selector: unknown): readonly string[] {
  const { include } = fieldsOf(selector);
  return Array.isArray(include) ? include.filter((name) => typeof name === 'string' && /^[a-z0-9-]+$/.test(name)) : [];
}

/** An object without a namespace is made in each namespace that the policy selects. */
function inNamespaces(value: unknown, namespaces: readonly string[]): unknown[] {
  const { metadata, ...rest } = fieldsOf(value);
  const own = fieldsOf(metadata);
  if (own.namespace !== undefined || namespaces.length === 0) return [value];
  return namespaces.map((namespace) => ({ ...rest, metadata: { ...own, namespace } }));
}

/** A Subscription and its OperatorGroup: config-policy-controller's buildSubscription and buildOperatorGroup. */
export const inOperatorPolicy: ObjectsIn = (outer) => {
  const spec = fieldsOf(outer.spec);
  const { namespace: named, ...subscription } = fieldsOf(spec.subscription);
  const group = spec.operatorGroup === undefined ? undefined : fieldsOf(spec.operatorGroup);
  const namespace = named ?? group?.namespace;
  if (!isEnforced(spec) || !isWanted(spec.complianceType)) return [];
  const versions = Array.isArray(spec.versions) ? spec.versions.map(String) : [];
  const isRestricted = versions.length > 0;
  const isAutomatic = spec.upgradeApproval === 'Automatic' && !isRestricted;
  const { name, namespace: _, ...groupSpec } = group ?? { name: `${String(namespace)}-operators` };
  const at = ['spec', 'subscription'];
  return [
    {
      value: {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: subscription.name, namespace },
        // A field that the policy does not name has the default of the catalog with the package.
        spec: { source: '', sourceNamespace: '', ...subscription, installPlanApproval: isAutomatic ? 'Automatic' : 'Manual' },
      },
      at,
      // With a list of versions, the approval applies to the versions of the list.
      uses: isRestricted ? [at] : [at, ['spec', 'upgradeApproval']],
      ...(isRestricted ? { versions } : {}),
    },
    {
      value: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace }, spec: groupSpec },
      at: group ? ['spec', 'operatorGroup'] : at,
      ...(group ? {} : { isDefault: true }),
    },
    { value: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, at, isDefault: true },
  ];
};
