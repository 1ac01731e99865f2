/** ConfigMaps whose manifests something applies to a cluster. */
import { groupOf } from '../kubernetes/kinds.js';
import { fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { parseDocuments } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { AppliedData, Form, InnerObject } from './form.js';

type Fields = Readonly<Record<string, unknown>>;

/** Who applies what is in them: group, kind, and where it has their names. */
const APPLIERS: readonly { readonly group: string; readonly kind: string; names(spec: Fields): readonly unknown[] }[] = [
  // https://cluster-api.sigs.k8s.io/tasks/cluster-resource-set
  {
    group: 'addons.cluster.x-k8s.io',
    kind: 'ClusterResourceSet',
    names: ({ resources }) => listOf(resources).map(({ kind, name }) => (kind === 'ConfigMap' ? name : undefined)),
  },
  // https://github.com/openshift/assisted-service/blob/master/docs/hive-integration/README.md
  {
    group: 'extensions.hive.openshift.io',
    kind: 'AgentClusterInstall',
    names: ({ manifestsConfigMapRef, manifestsConfigMapRefs }) =>
      [fieldsOf(manifestsConfigMapRef), ...listOf(manifestsConfigMapRefs)].map(({ name }) => name),
  },
  // https://github.com/stolostron/siteconfig
  {
    group: 'siteconfig.open-cluster-management.io',
    kind: 'ClusterInstance',
    names: ({ extraManifestsRefs }) => listOf(extraManifestsRefs).map(({ name }) => name),
  },
  {
    group: 'hive.openshift.io',
    kind: 'ClusterDeployment',
    names: ({ provisioning }) => [fieldsOf(fieldsOf(provisioning).manifestsConfigMapRef).name],
  },
];

/** The names that objects apply. */
export function appliedData(objects: readonly unknown[]): AppliedData {
  return new Set(
    objects.flatMap((object) => {
      const { apiVersion, kind, metadata, spec } = fieldsOf(object);
      const group = groupOf(textOf(apiVersion) ?? '');
      const namespace = textOf(fieldsOf(metadata).namespace) ?? '';
      return APPLIERS.filter((one) => one.kind === kind && one.group === group)
        .flatMap(({ names }) => names(fieldsOf(spec)))
        .flatMap((name) => (typeof name === 'string' ? [`${namespace}/${name}`] : []));
    }),
  );
}

/** The manifests in the texts of one that something applies. */
export const CONFIG_MAP: Form = {
  group: '',
  kinds: ['ConfigMap'],
  objectsIn: ({ metadata, data }, applied) => {
    const { namespace = '', name } = fieldsOf(metadata);
    return applied.has(`${String(namespace)}/${String(name)}`)
      ? Object.entries(fieldsOf(data)).flatMap(([key, text]) => inText(key, text))
      : [];
  },
};

function inText(key: string, text: unknown): InnerObject[] {
  if (typeof text !== 'string') return [];
  const { documents, problems } = parseDocuments({ file: '', text });
  if (problems.length > 0 || !documents.every(({ value }) => isMapping(value))) return [];
  return documents.map(({ value, source: { document } }) => ({ value, at: ['data', key], within: { text, document, path: [] } }));
}
