/**
 * The part of a bundle's content that judging needs. Descriptions, icons, examples and schemas are most of a bundle, and do not affect
 * permissions.
 */
import { createHash } from 'node:crypto';
import { groupOf } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { JudgedContent } from './lock-file.js';

/** The fields of a CSV about installation, requirements and provided APIs. */
const SPEC: readonly string[] = [
  'apiservicedefinitions',
  'cleanup',
  'customresourcedefinitions',
  'install',
  'installModes',
  'minKubeVersion',
  'nativeAPIs',
  'relatedImages',
  'replaces',
  'skips',
  'version',
  'webhookdefinitions',
];
/** The fields of an owned or required API that only people read. */
const SHOWN: ReadonlySet<string> = new Set([
  'actionDescriptors',
  'description',
  'displayName',
  'resources',
  'specDescriptors',
  'statusDescriptors',
]);
/** The annotations that only people and consoles read. */
const SHOWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'alm-examples',
  'alm-examples-metadata',
  'capabilities',
  'categories',
  'certified',
  'containerImage',
  'controller-gen.kubebuilder.io/version',
  'createdAt',
  'description',
  'operatorframework.io/initialization-resource',
  'operators.operatorframework.io/builder',
  'operators.operatorframework.io/internal-objects',
  'operators.operatorframework.io/project_layout',
  'repository',
  'support',
]);
/** The limit above which a manifest without permissions is replaced by its digest. */
const LONGEST_MANIFEST = 2_000;
/** The annotation with the digest of replaced content. */
const DIGEST_ANNOTATION = 'cdk8s-olm/digest';

export function aboutOf({ labels, annotations }: Pick<KubernetesObject['metadata'], 'labels' | 'annotations'> = {}): { metadata?: object } {
  return filled('metadata', { ...filled('labels', labels ?? {}), ...filled('annotations', deciding(annotations)) });
}

/** Annotations without those that only people and consoles read. */
function deciding(annotations: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !SHOWN_ANNOTATIONS.has(name)));
}

/** A lock entry reduced to the content for judging: an earlier version may have written more. */
export function judgedPart<T extends JudgedContent>({ metadata, spec, customResourceDefinitions = [], manifests = [], ...rest }: T): T {
  const [crds, others] = [customResourceDefinitions, manifests] as unknown as (readonly KubernetesObject[])[];
  return { ...rest, ...aboutOf(metadata), spec: specOf(spec), ...objectsOf(crds ?? [], others ?? []) } as unknown as T;
}

export function objectsOf(crds: readonly KubernetesObject[], others: readonly KubernetesObject[]): object {
  return { ...listed('customResourceDefinitions', crds.map(withoutSchemas)), ...listed('manifests', others.map(short)) };
}

export function specOf(spec: Readonly<Record<string, unknown>>): object {
  const kept = SPEC.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]] as const]));
  return Object.fromEntries(kept.map(([field, value]) => [field, isMapping(value) ? (DECIDING.get(field)?.(value) ?? value) : value]));
}

/** The reduction of each field that contains more than judging needs. */
const DECIDING: ReadonlyMap<string, (value: Readonly<Record<string, unknown>>) => unknown> = new Map([
  ['customresourcedefinitions', withoutTexts],
  ['apiservicedefinitions', withoutTexts],
  [
    'install',
    (install) =>
      replaced(install, ['spec', 'deployments', '*', 'spec', 'template', 'spec', ['containers', 'initContainers'], '*'], withoutSizes),
  ],
]);

/** A value with replaced mappings at the end of a path; `*` means each entry of a list. */
function replaced(
  value: unknown,
  [step, ...rest]: readonly (string | readonly string[])[],
  by: (end: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  if (step === '*') return Array.isArray(value) ? value.map((entry) => replaced(entry, rest, by)) : value;
  if (!isMapping(value)) return value;
  if (step === undefined) return by(value);
  const fields = typeof step === 'string' ? [step] : step;
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => [field, fields.includes(field) ? replaced(entry, rest, by) : entry]),
  );
}

/** A container without its resource amounts and readiness checks: they affect no permission, no program and no host. */
function withoutSizes(container: Readonly<Record<string, unknown>>): unknown {
  const { resources, imagePullPolicy, terminationMessagePolicy: _, ...rest } = container;
  const claims = isMapping(resources) && resources.claims !== undefined ? { resources: { claims: resources.claims } } : {};
  const isUsual = imagePullPolicy === 'Always' || imagePullPolicy === 'IfNotPresent';
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([field, value]) => !field.endsWith('Probe') || probesMore(value))),
    ...claims,
    ...(isUsual ? {} : { imagePullPolicy }),
  };
}

/** Whether a probe runs a command, or contacts another host than its Pod. */
function probesMore(probe: unknown): boolean {
  if (!isMapping(probe)) return true;
  const { exec, httpGet, tcpSocket } = probe;
  return exec !== undefined || [httpGet, tcpSocket].some((asked) => isMapping(asked) && asked.host !== undefined);
}

function withoutTexts(apis: Readonly<Record<string, unknown>>): object {
  const short = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((api: unknown) => (isMapping(api) ? Object.fromEntries(Object.entries(api).filter(([field]) => !SHOWN.has(field))) : api))
      : list;
  return Object.fromEntries(Object.entries(apis).map(([field, list]) => [field, short(list)]));
}

/** The annotation that replaces the schemas of a CRD: each version with the digest of its schema, one per line; `*` for a common schema. */
export const SCHEMAS_ANNOTATION = 'cdk8s-olm/schemas';

export const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

/** The default names that an API server gives to a CRD. */
export function defaultNames({ kind }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof kind === 'string' ? { listKind: `${kind}List`, singular: kind.toLowerCase() } : {};
}

/** A CRD with an annotation of digests in place of its schemas. A CRD without schemas stays unchanged. */
export function withoutSchemas(crd: KubernetesObject): KubernetesObject {
  const { apiVersion = CRD.apiVersion, kind = CRD.kind, metadata, spec } = crd as Partial<KubernetesObject>;
  const { name, labels, annotations } = metadata ?? {};
  const { versions, validation, names, additionalPrinterColumns: _, ...rest } = isMapping(spec) ? spec : {};
  const list: readonly unknown[] = Array.isArray(versions) ? versions : [];
  const digests = [
    ...(validation === undefined ? [] : [`* ${digestOf(validation)}`]),
    ...list.flatMap((version) =>
      isMapping(version) && version.schema !== undefined ? [`${String(version.name)} ${digestOf(version.schema)}`] : [],
    ),
  ];
  const noted = { ...deciding(annotations), ...(digests.length === 0 ? {} : { [SCHEMAS_ANNOTATION]: digests.join('\n') }) };
  return {
    apiVersion,
    kind,
    metadata: { name, ...filled('labels', labels ?? {}), ...filled('annotations', noted) },
    spec: {
      ...rest,
      ...(names === undefined ? {} : { names: decidingNames(names) }),
      ...(versions === undefined ? {} : { versions: Array.isArray(versions) ? list.map(withoutSchema) : versions }),
    },
  } as unknown as KubernetesObject;
}

/** The names of a CRD without the aliases for `kubectl get`. */
function decidingNames(names: unknown): unknown {
  if (!isMapping(names)) return names;
  const { categories: _, shortNames: __, ...rest } = names;
  return plain({ ...defaultNames(names), ...rest });
}

function withoutSchema(version: unknown): unknown {
  if (!isMapping(version)) return version;
  const { schema: _, additionalPrinterColumns: __, ...rest } = version;
  return rest;
}

function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(sortedText(value)).digest('hex')}`;
}

const GRANTING: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'Secret', 'ServiceAccount']);

/** A manifest without the fields that a cluster writes; a long one that grants nothing is reduced to its identity and its digest. */
function short(manifest: KubernetesObject): KubernetesObject {
  const { status: _, ...written } = manifest;
  const { apiVersion, kind, metadata } = manifest;
  const { creationTimestamp: __, ...about } = metadata ?? {};
  const whole = { ...written, ...(metadata === undefined ? {} : { metadata: about }) } as KubernetesObject;
  if (GRANTING.has(kind) || groupOf(apiVersion ?? '').endsWith('.authorization.k8s.io')) return whole;
  if (sortedText(manifest).length <= LONGEST_MANIFEST) return whole;
  const { name, namespace, labels } = metadata ?? {};
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...filled('labels', labels ?? {}),
      annotations: { [DIGEST_ANNOTATION]: digestOf(manifest) },
    },
  } as KubernetesObject;
}

function filled<K extends string>(name: K, fields: Readonly<Record<string, unknown>>): { [P in K]?: object } {
  return (Object.keys(fields).length > 0 ? { [name]: fields } : {}) as { [P in K]?: object };
}

function listed<K extends string>(name: K, list: readonly unknown[]): { [P in K]?: readonly unknown[] } {
  return (list.length > 0 ? { [name]: list } : {}) as { [P in K]?: readonly unknown[] };
}

/** A copy with sorted keys, without undefined fields. Numbers beyond JSON's stay YAML numbers. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, plain(entry)]),
  );
}
