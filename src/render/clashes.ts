/**
 * Clashes: objects that would take over another one of the same name. They are left out, and a finding says how to
 * get them.
 */
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { groupOf } from '../model/kinds.js';
import { compareByName, formatReference, isNamedObject, type ObjectReference } from '../model/kubernetes-object.js';
import { DEFAULT_CLUSTER_ROLES } from '../rules/default-cluster-roles.js';
import { csvReference, groupReference } from '../rules/references.js';
import type { RenderContext } from './context.js';
import { OWNER_NAMESPACE_LABEL, type Rendered } from './rendered.js';

/** ClusterRoles that Kubernetes itself brings; it keeps `system:*` for itself. */
const KUBERNETES_OWN: ReadonlySet<string> = new Set(DEFAULT_CLUSTER_ROLES.map(({ metadata }) => metadata.name));

const RENAME = 'give the objects names of their own in the whole cluster';

/** Takes clashing objects out of what was rendered. */
export function refuseClashes(rendered: readonly Rendered[], context: RenderContext): { rendered: Rendered[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const replaced = new Map<Rendered, Rendered | undefined>();
  const given = givenClusterRoles(context);

  for (const same of groupBy(rendered, ({ object }) => `${object.kind}/${object.metadata.name}`).values()) {
    const [first, ...more] = same.toSorted((a, b) => compareByName(ownerOf(a), ownerOf(b)));
    if (!first) continue;
    const isNamespaced = same.some(({ object, copies }) => copies !== undefined || object.metadata.namespace !== undefined);
    if (isNamespaced) {
      if (more.length > 0) findings.push(...keepOneEach(same, replaced));
      continue;
    }
    const finding = clusterScopedClash(first, more, given);
    if (!finding) continue;
    findings.push(finding);
    for (const item of same) replaced.set(item, undefined);
  }
  return { rendered: rendered.flatMap((item) => (replaced.has(item) ? (replaced.get(item) ?? []) : [item])), findings };
}

/** Why a cluster-scoped object must not be rendered. */
function clusterScopedClash(first: Rendered, more: readonly Rendered[], given: ReadonlyMap<string, Giver>): Finding | undefined {
  const { kind, metadata } = first.object;
  const { name } = metadata;
  const subject = ownerOf(first);
  const finding = (id: Finding['id'], message: string, fix: string, related: readonly ObjectReference[] = []): Finding => ({
    id,
    severity: 'error',
    subject,
    message,
    fix,
    related: [{ kind, name }, ...related],
    verdict: false,
  });

  if (kind === 'ClusterRole' && (KUBERNETES_OWN.has(name) || name.startsWith('system:'))) {
    return finding(
      'cluster-role-name-reserved',
      `${name} is a ClusterRole of Kubernetes itself; rendering it would take it over`,
      `rename ${formatReference(subject)}`,
    );
  }
  if (more.length > 0) {
    const owners = more.map(ownerOf);
    return finding(
      subject.kind === 'OperatorGroup' ? 'operator-group-name-shared' : 'object-name-shared',
      `${[subject, ...owners].map(formatReference).join(' and ')} would both be given the ${kind} ${name}`,
      RENAME,
      owners,
    );
  }
  const giver = kind === 'ClusterRole' ? given.get(name) : undefined;
  if (!giver) return undefined;
  const [message, fix] =
    giver === 'input'
      ? [`the input already has a ClusterRole ${name}`, `rename the ClusterRole of the input or ${formatReference(subject)}`]
      : [`the bundle of ${formatReference(giver)} brings a ClusterRole ${name}`, `rename ${formatReference(subject)}`];
  return finding('cluster-role-name-taken', `${message}; rendering another one would overwrite it`, fix, giver === 'input' ? [] : [giver]);
}

/** Who has a ClusterRole that is not rendered: the input itself, or a CSV whose bundle brings it. */
type Giver = 'input' | ObjectReference;

/** ClusterRoles that nothing rendered may overwrite, by name. */
function givenClusterRoles({ cluster, resolution }: RenderContext): Map<string, Giver> {
  const bundled = resolution.csvs.flatMap(({ csv }) =>
    (csv.bundle?.others ?? [])
      .filter(isNamedObject)
      .filter(({ apiVersion, kind }) => kind === 'ClusterRole' && groupOf(apiVersion) === 'rbac.authorization.k8s.io')
      .map(({ metadata }): [string, Giver] => [metadata.name, csvReference(csv)]),
  );
  return new Map([...bundled, ...cluster.clusterRoles.map(({ metadata }): [string, Giver] => [metadata.name, 'input'])]);
}

/** In each namespace one object of a name stays: one that stands there itself, or else the copy that comes first. */
function keepOneEach(same: readonly Rendered[], replaced: Map<Rendered, Rendered | undefined>): Finding[] {
  const holders = new Map<string, Rendered>();
  const originals = same.filter(({ copies }) => !copies);
  const copied = same.filter(({ copies }) => copies).toSorted((a, b) => compareByName(ownerOf(a), ownerOf(b)));
  for (const item of originals) holders.set(item.object.metadata.namespace ?? '', item);
  return copied.flatMap((item) => {
    const namespaces = item.copies?.namespaces ?? [];
    const lost = namespaces.filter((namespace) => holders.has(namespace));
    for (const namespace of namespaces) if (!holders.has(namespace)) holders.set(namespace, item);
    if (lost.length === 0 || !item.copies) return [];
    const kept = { ...item.copies, namespaces: namespaces.filter((namespace) => !lost.includes(namespace)) };
    replaced.set(item, kept.namespaces.length > 0 ? { ...item, copies: kept } : undefined);
    const { kind, metadata } = item.object;
    const winners = [...new Set(lost.map((namespace) => formatReference(ownerOf(holders.get(namespace) as Rendered))))];
    return [
      {
        id: 'object-name-shared',
        severity: 'error',
        subject: ownerOf(item),
        message: `the ${kind} ${metadata.name} is not copied into ${lost.join(', ')}, where one of the same name belongs to ${winners.join(' and ')}`,
        fix: 'give the CSVs different names, or their groups target namespaces that do not overlap',
        related: lost.map((namespace) => ({ kind, namespace, name: metadata.name })),
        verdict: false,
      },
    ];
  });
}

/** Who an object is made for, by its owner labels; one without stands for itself. */
function ownerOf({ object: { kind, metadata } }: Rendered): ObjectReference {
  const {
    'olm.owner': name,
    'olm.owner.kind': ownerKind,
    [OWNER_NAMESPACE_LABEL]: ownerNamespace,
    'olm.copiedFrom': copiedFrom,
  } = metadata.labels ?? {};
  const namespace = copiedFrom ?? ownerNamespace ?? metadata.namespace;
  if (name === undefined || ownerKind === undefined)
    return { kind, name: metadata.name, ...(namespace === undefined ? {} : { namespace }) };
  return ownerKind === 'OperatorGroup'
    ? groupReference({ namespace: namespace ?? '', name })
    : { kind: ownerKind, name, ...(namespace === undefined ? {} : { namespace }) };
}
