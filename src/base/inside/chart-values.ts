/** Finds the operators in the values of widely used charts: their output is known without the chart. */
import { OLM_GROUP } from '../kubernetes/kinds.js';
import { fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
import { parseDocuments } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { InnerObject, ObjectsIn } from './form.js';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that both charts give a Subscription if its entry lacks them. */
const SOURCE = { source: 'redhat-operators', sourceNamespace: 'openshift-marketplace' };

function subscription(entry: Fields, namespace: unknown): unknown {
  const { name, channel, source, sourceNamespace, csv, startingCSV = csv, installPlanApproval, config } = entry;
  const given = { channel, source, sourceNamespace, startingCSV, installPlanApproval, config };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  return { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'Subscription', metadata: { name, namespace }, spec: { name, ...SOURCE, ...set } };
}

function operatorGroup(name: string, namespace: string, targetNamespaces: unknown): unknown {
  const spec = Array.isArray(targetNamespaces) && targetNamespaces.length > 0 ? { targetNamespaces } : {};
  return { apiVersion: `${OLM_GROUP}/v1`, kind: 'OperatorGroup', metadata: { name, namespace }, spec };
}

/** The entries of a list or the values of a mapping, each with its path. */
function entriesOf(value: unknown, at: FieldPath): { readonly key: string | number; readonly entry: unknown; readonly at: FieldPath }[] {
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(fieldsOf(value));
  return entries.map(([key, entry]: [string | number, unknown]) => ({ key, entry, at: [...at, key] }));
}

/** Whether a document has the values of a cluster group of Validated Patterns. */
export function isClusterGroup({ clusterGroup, kind }: Fields): boolean {
  return kind === undefined && isMapping(clusterGroup);
}

/** Validated Patterns: the chart clustergroup (https://validatedpatterns.io/learn/clustergroup-in-values-files/). */
export const inClusterGroup: ObjectsIn = ({ clusterGroup, global }) => {
  const { subscriptions, namespaces, operatorgroupExcludes } = fieldsOf(clusterGroup);
  const approval = fieldsOf(fieldsOf(global).options).installPlanApproval;
  const excluded = new Set(Array.isArray(operatorgroupExcludes) ? operatorgroupExcludes : []);
  return [
    ...entriesOf(namespaces, ['clusterGroup', 'namespaces']).flatMap(({ key, entry, at }) => ofNamespace(key, entry, at, excluded)),
    ...entriesOf(subscriptions, ['clusterGroup', 'subscriptions']).flatMap(({ entry, at }): InnerObject[] => {
      const fields = { ...(approval === undefined ? {} : { installPlanApproval: approval }), ...fieldsOf(entry) } as Fields;
      const places = Array.isArray(fields.namespaces) ? fields.namespaces : [fields.namespace ?? 'openshift-operators'];
      return fields.disabled === true ? [] : places.map((namespace) => ({ value: subscription(fields, namespace), at }));
    }),
  ];
};

/** A namespace is a name, or a mapping from its name to its settings; each gets an OperatorGroup, unless it is excluded. */
function ofNamespace(key: string | number, entry: unknown, at: FieldPath, excluded: ReadonlySet<unknown>): InnerObject[] {
  const [[name, settings] = [String(key), entry]] =
    typeof key === 'string'
      ? [[key, entry] as const]
      : typeof entry === 'string'
        ? [[entry, {}] as const]
        : Object.entries(fieldsOf(entry));
  const { labels, annotations, operatorGroup: hasGroup, targetNamespaces = [name] } = fieldsOf(settings);
  const metadata = { name, ...(isMapping(labels) ? { labels } : {}), ...(isMapping(annotations) ? { annotations } : {}) };
  return [
    { value: { apiVersion: 'v1', kind: 'Namespace', metadata }, at },
    ...(hasGroup === false || excluded.has(name) ? [] : [{ value: operatorGroup(`${name}-operator-group`, name, targetNamespaces), at }]),
  ];
}

const INSTALLER = 'operators-installer';

/** The chart operators-installer (https://github.com/redhat-cop/helm-charts/tree/main/charts/operators-installer). */
function ofInstaller(values: unknown, at: FieldPath, releaseNamespace: unknown, within?: InnerObject['within']): InnerObject[] {
  const { operators, operatorGroups } = fieldsOf(values);
  const placeOf = (own: FieldPath): Pick<InnerObject, 'at' | 'within' | 'uses'> =>
    within ? { at, within: { ...within, path: own }, uses: [] } : { at: [...at, ...own] };
  return [
    ...listOf(operators).map((entry, index) => ({
      value: subscription(entry, entry.namespace ?? releaseNamespace),
      ...placeOf(['operators', index]),
    })),
    ...listOf(operatorGroups).flatMap((entry, index) => {
      const name = textOf(entry.name);
      const targets = [...(entry.targetOwnNamespace === true ? [name] : []), ...[entry.otherTargetNamespaces ?? []].flat()];
      return name === undefined ? [] : [{ value: operatorGroup(name, name, targets), ...placeOf(['operatorGroups', index]) }];
    }),
  ];
}

function inText(text: unknown, at: FieldPath, namespace: unknown): InnerObject[] {
  if (typeof text !== 'string') return [];
  return parseDocuments({ file: '', text }).documents.flatMap(({ value, source: { document } }) =>
    ofInstaller(value, at, namespace, { text, document, path: [] }),
  );
}

export const inApplication: ObjectsIn = ({ spec }) => {
  const { source, sources, destination } = fieldsOf(spec);
  const { namespace } = fieldsOf(destination);
  const all = [
    { own: fieldsOf(source), at: ['spec', 'source'] as FieldPath },
    ...listOf(sources).map((own, index) => ({ own, at: ['spec', 'sources', index] as FieldPath })),
  ];
  return all.flatMap(({ own: { chart, helm }, at }) => {
    const { valuesObject, values } = fieldsOf(helm);
    if (chart !== INSTALLER) return [];
    return valuesObject === undefined
      ? inText(values, [...at, 'helm', 'values'], namespace)
      : ofInstaller(valuesObject, [...at, 'helm', 'valuesObject'], namespace);
  });
};

export const inHelmRelease: ObjectsIn = ({ metadata, spec }) => {
  const { chart, values, targetNamespace = fieldsOf(metadata).namespace } = fieldsOf(spec);
  return fieldsOf(fieldsOf(chart).spec).chart === INSTALLER ? ofInstaller(values, ['spec', 'values'], targetNamespace) : [];
};
