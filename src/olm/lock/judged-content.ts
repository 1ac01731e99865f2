/**
 * A bundle → what is enough to judge it. Descriptions, icons, examples and schemas are most of a bundle, and decide nothing
 * about permissions.
 */
import { createHash } from 'node:crypto';
import { groupOf } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { Bundle } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import { csvAsOlmReads } from '../read/csv-normal-form.js';
import type { JudgedContent } from './lock-file.js';

/** What a CSV says about what it installs, needs and provides. */
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
/** What an owned or required API says that people alone read. */
const SHOWN: ReadonlySet<string> = new Set([
  'actionDescriptors',
  'description',
  'displayName',
  'resources',
  'specDescriptors',
  'statusDescriptors',
]);
/** Annotations that people and consoles alone read. */
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
/** Above it, of a manifest that grants nothing, a digest is kept. */
const LONGEST_MANIFEST = 2_000;
/** In the place of content of which only the digest is kept. */
const DIGEST_ANNOTATION = 'cdk8s-olm/digest';

/**
 * What of a bundle is enough to judge it, with sorted keys: two bundles with the same result have the same verdicts.
 *
 * @returns plain data that shares nothing with the bundle
 */
export function judgedContent({
  csv,
  customResourceDefinitions,
  others,
}: Pick<Bundle, 'csv' | 'customResourceDefinitions' | 'others'>): JudgedContent {
  const { metadata, spec } = csvAsOlmReads(csv as unknown as Record<string, unknown>, { file: '', document: 0, path: [] })
    .object as unknown as KubernetesObject;
  return plain({
    ...aboutOf(metadata),
    spec: specOf(isMapping(spec) ? spec : {}),
    ...objectsOf(customResourceDefinitions, others),
  }) as JudgedContent;
}

function aboutOf({ labels, annotations }: Pick<KubernetesObject['metadata'], 'labels' | 'annotations'> = {}): { metadata?: object } {
  return filled('metadata', { ...filled('labels', labels ?? {}), ...filled('annotations', deciding(annotations)) });
}

/** Annotations, without those that people and consoles alone read. */
function deciding(annotations: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !SHOWN_ANNOTATIONS.has(name)));
}

/** A part of a lock as it is judged: one that was written earlier can have more of its objects. */
export function judgedPart<T extends JudgedContent>({ metadata, spec, customResourceDefinitions = [], manifests = [], ...rest }: T): T {
  const [crds, others] = [customResourceDefinitions, manifests] as unknown as (readonly KubernetesObject[])[];
  return { ...rest, ...aboutOf(metadata), spec: specOf(spec), ...objectsOf(crds ?? [], others ?? []) } as unknown as T;
}

function objectsOf(crds: readonly KubernetesObject[], others: readonly KubernetesObject[]): object {
  return { ...listed('customResourceDefinitions', crds.map(withoutSchemas)), ...listed('manifests', others.map(short)) };
}

function specOf(spec: Readonly<Record<string, unknown>>): object {
  const kept = SPEC.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]] as const]));
  return Object.fromEntries(kept.map(([field, value]) => [field, isMapping(value) ? (DECIDING.get(field)?.(value) ?? value) : value]));
}

/** What is kept of a field that has more than decides. */
const DECIDING: ReadonlyMap<string, (value: Readonly<Record<string, unknown>>) => unknown> = new Map([
  ['customresourcedefinitions', withoutTexts],
  ['apiservicedefinitions', withoutTexts],
  [
    'install',
    (install) =>
      replaced(install, ['spec', 'deployments', '*', 'spec', 'template', 'spec', ['containers', 'initContainers'], '*'], withoutSizes),
  ],
]);

/** A value with others in the place of the mappings at the end of a path; `*` is each entry of a list. */
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

/** A container without how much it uses of its node, and when it is ready: no right, no program and no host depends on these. */
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

/** Whether a probe runs a command, or asks another host than its Pod. */
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

/** In the place of schemas, on a CRD: each version with the digest of its schema, one a line; `*` for one schema of all versions. */
export const SCHEMAS_ANNOTATION = 'cdk8s-olm/schemas';

const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

/** The names that an API server gives to a CRD that does not state them. */
function defaultNames({ kind }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof kind === 'string' ? { listKind: `${kind}List`, singular: kind.toLowerCase() } : {};
}

/** A judged CRD as a lock has it: without what every CRD has, which `judgedPart` adds again. */
export function crdInLock(crd: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { spec } = crd;
  const names = isMapping(spec) && isMapping(spec.names) ? spec.names : undefined;
  const isOwn = (defaults: Readonly<Record<string, unknown>>, [field, value]: [string, unknown]): boolean => defaults[field] !== value;
  const own = Object.fromEntries(Object.entries(names ?? {}).filter((entry) => isOwn(defaultNames(names ?? {}), entry)));
  return {
    ...Object.fromEntries(Object.entries(crd).filter((entry) => isOwn(CRD, entry))),
    ...(names === undefined ? {} : { spec: { ...(spec as object), names: own } }),
  };
}

/** A CRD without its schemas, of which an annotation has the digests. One that is so already stays as it is. */
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

/** All names but those that `kubectl get` takes in their place. */
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

/** A manifest without what a cluster writes into it; of a long one that grants nothing, which one it is and its digest. */
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

/** The same with sorted keys. Numbers beyond JSON's become numbers of YAML, as they were. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, plain(entry)]),
  );
}

/**
 * The properties that OLM's resolver reads (https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties). Of others a
 * catalog can have more than its bundles, such as `olm.deprecated`.
 */
const RESOLVED_PROPERTIES: ReadonlySet<string> = new Set([
  'olm.constraint',
  'olm.gvk',
  'olm.gvk.required',
  'olm.label',
  'olm.label.required',
  'olm.package',
  'olm.package.required',
]);

/** The properties that decide, each once, as text, sorted. */
export function judgedProperties(properties: readonly Property[]): string[] {
  return [
    ...new Set(properties.filter(({ type }) => RESOLVED_PROPERTIES.has(type)).map(({ type, value }) => sortedText({ type, value }))),
  ].sort();
}
