/** Clashes: objects that would overwrite another one of the same name. They are not rendered, and a finding reports the fix. */

import { isDeepStrictEqual } from 'node:util';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareByName, formatReference, groupBy, isNamedObject, type ObjectReference } from '../../base/kubernetes/object.js';
import { RBAC_GROUP } from '../../base/kubernetes/rbac.js';
import { isDefaultRole } from '../../base/rbac/default-policy.js';
import { joined } from '../../base/wording/phrases.js';
import { csvReference, type Finding, type FindingRule, rule, toFinding } from '../model/finding.js';
import { MONITORING_ROLES } from '../model/platform.js';
import type { RenderContext } from './context.js';
import type { Check } from './profile/profile.js';
import type { Rendered } from './rendered.js';

const RENAME = 'give the objects names that are unique in the whole cluster';

/** Removes clashing objects of OLM. */
export const clashes: Check = (rendering, context) => {
  const { rendered, findings } = refuseClashes(
    rendering.rendered.filter(({ emitSet }) => emitSet !== 'install'),
    context,
  );
  const installed = rendering.rendered.filter(({ emitSet }) => emitSet === 'install');
  return { ...rendering, rendered: [...rendered, ...installed], findings: [...rendering.findings, ...findings] };
};

/** Removes clashing objects from a rendering. */
export function refuseClashes(rendered: readonly Rendered[], context: RenderContext): { rendered: Rendered[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const replaced = new Map<Rendered, Rendered | undefined>();
  const given = givenClusterRoles(context);
  const isShared = context.conventions.sharesGroupRoles;

  for (const same of groupBy(rendered, ({ object }) => `${object.kind}/${object.metadata.name}`).values()) {
    const [first, ...more] = same.toSorted((a, b) => compareByName(a.owner, b.owner));
    if (!first) continue;
    const isNamespaced = same.some(({ object, copies }) => copies !== undefined || object.metadata.namespace !== undefined);
    if (isNamespaced) {
      if (more.length > 0) findings.push(...keepOneEach(same, replaced));
      continue;
    }
    const finding = clusterScopedClash(first, more, given, { isShared, isOpenShift: context.cluster.isOpenShift });
    if (!finding) continue;
    findings.push(finding);
    for (const item of same) replaced.set(item, undefined);
    if (finding.id === OPERATOR_GROUP_NAME_SHARED.id && isShared) replaced.set(first, inCommon(first, more));
  }
  return {
    rendered: rendered.flatMap((item) => (replaced.has(item) ? (replaced.get(item) ?? []) : [item])),
    findings: [...oncePerGroups(findings, isShared), ...bundledMonitoringRoles(context)],
  };
}

/** The reason why a cluster-scoped object must not be rendered. */
function clusterScopedClash(
  first: Rendered,
  more: readonly Rendered[],
  given: ReadonlyMap<string, Giver>,
  { isShared, isOpenShift }: { readonly isShared: boolean; readonly isOpenShift: boolean },
): Finding | undefined {
  const { kind, metadata } = first.object;
  const { name } = metadata;
  const subject = first.owner;
  const finding = (rule: FindingRule, message: string, fix: string, related: readonly ObjectReference[] = []): Finding =>
    toFinding(rule, { subject, message, fix, related: [{ kind, name }, ...related] });

  // Kubernetes reserves `system:*`.
  if (kind === 'ClusterRole' && (isDefaultRole(first.object) || name.startsWith('system:'))) {
    return finding(
      CLUSTER_ROLE_NAME_RESERVED,
      `${name} is one of Kubernetes' own ClusterRoles, which the rendered one would overwrite; it is not rendered`,
      `rename ${formatReference(subject)}`,
    );
  }
  if (kind === 'ClusterRole' && isOpenShift && MONITORING_ROLES.has(name)) {
    return finding(
      CLUSTER_ROLE_NAME_TAKEN,
      `OpenShift's monitoring owns the ClusterRole ${name}, which the rendered one would overwrite; it is not rendered`,
      `rename ${formatReference(subject)}`,
    );
  }
  if (more.length > 0)
    return sharedName(
      [{ kind, name }],
      [first, ...more].map(({ owner }) => owner),
      isShared,
    );
  const giver = kind === 'ClusterRole' ? given.get(name) : undefined;
  if (!giver) return undefined;
  // The roles of an API have the name of the API, not of the CSV.
  const ours = first.field?.includes('owned') ? [] : [formatReference(subject)];
  const [message, renamed] =
    giver === 'input'
      ? [`the input contains a ClusterRole ${name}`, ['the ClusterRole of the input', ...ours]]
      : [
          `the bundle of ${formatReference(giver)} contains a ClusterRole ${name}`,
          ours.length > 0 ? ours : ['the ClusterRole of the bundle'],
        ];
  const fix = `rename ${joined(renamed, 'or')}`;
  return finding(
    CLUSTER_ROLE_NAME_TAKEN,
    `${message}, which the rendered one would overwrite; it is not rendered`,
    fix,
    giver === 'input' ? [] : [giver],
  );
}

/** The part of a shared role that exists in every order: OLM replaces labels and selectors with those of the group that it syncs last. */
function inCommon(first: Rendered, more: readonly Rendered[]): Rendered {
  const { metadata, aggregationRule, ...rest } = first.object;
  const isCommon = (isIn: (object: Rendered['object']) => boolean): boolean => more.every(({ object }) => isIn(object));
  const labels = Object.entries(metadata.labels ?? {}).filter(([key, value]) =>
    isCommon((other) => other.metadata.labels?.[key] === value),
  );
  const selectors = selectorsOf(aggregationRule).filter((selector) =>
    isCommon((other) => selectorsOf(other.aggregationRule).some((another) => isDeepStrictEqual(another, selector))),
  );
  return {
    ...first,
    object: {
      ...rest,
      metadata: { name: metadata.name, labels: Object.fromEntries(labels) },
      ...(selectors.length > 0 ? { aggregationRule: { clusterRoleSelectors: selectors } } : {}),
    },
  };
}

function selectorsOf(aggregationRule: unknown): readonly unknown[] {
  return (aggregationRule as { clusterRoleSelectors?: readonly unknown[] } | undefined)?.clusterRoleSelectors ?? [];
}

/** A finding about objects that several owners share. */
function sharedName(
  objects: readonly [ObjectReference, ...ObjectReference[]],
  owners: readonly ObjectReference[],
  isShared: boolean,
): Finding {
  const [{ kind }, ...others] = objects;
  const names = joined(objects.map(({ name }) => name));
  const [subject, ...related] = owners as [ObjectReference, ...ObjectReference[]];
  const rule = owners.every((owner) => owner.kind === 'OperatorGroup') ? OPERATOR_GROUP_NAME_SHARED : OBJECT_NAME_SHARED;
  const isOne = others.length === 0;
  const what =
    rule === OPERATOR_GROUP_NAME_SHARED && isShared
      ? `which OLM makes of the group that it syncs last: only what ${isOne ? 'it has' : 'they have'} of all of them is rendered`
      : `which ${isOne ? 'is' : 'are'} not rendered`;
  return toFinding(rule, {
    subject,
    message: `${joined(owners.map(formatReference))} need ${isOne ? `a ${kind} of the same name` : `${kind}s of the same names`}, ${names}, ${what}`,
    fix: RENAME,
    related: [...objects, ...related],
  });
}

/** The findings with one for all ClusterRoles of groups with the same name. */
function oncePerGroups(findings: readonly Finding[], isShared: boolean): Finding[] {
  const isGroup = ({ kind }: ObjectReference): boolean => kind === 'OperatorGroup';
  const groupsOf = ({ subject, related }: Finding): ObjectReference[] => [subject, ...related.filter(isGroup)];
  const alike = groupBy(findings, (finding) =>
    finding.id === OPERATOR_GROUP_NAME_SHARED.id ? groupsOf(finding).map(formatReference).join() : finding,
  );
  return [...alike.values()].map((same) => {
    const [first] = same;
    const roles = same.flatMap(({ related }) => related.filter((reference) => !isGroup(reference)));
    return same.length === 1 ? first : sharedName(roles as [ObjectReference], groupsOf(first), isShared);
  });
}

/** The source of a ClusterRole that is not rendered: the input itself, or a CSV whose bundle contains it. */
type Giver = 'input' | ObjectReference;

/** ClusterRoles that no rendered one may overwrite, by name. */
function givenClusterRoles({ cluster, resolution }: RenderContext): Map<string, Giver> {
  const bundled = resolution.csvs.flatMap(({ csv }) =>
    (csv.bundle?.others ?? [])
      .filter(isNamedObject)
      .filter(({ apiVersion, kind }) => kind === 'ClusterRole' && groupOf(apiVersion) === RBAC_GROUP)
      .map(({ metadata }): [string, Giver] => [metadata.name, csvReference(csv)]),
  );
  return new Map([...bundled, ...cluster.clusterRoles.map(({ metadata }): [string, Giver] => [metadata.name, 'input'])]);
}

/** The ClusterRoles of bundles that OpenShift's monitoring owns, too: OLM and it overwrite them again and again. */
function bundledMonitoringRoles(context: RenderContext): Finding[] {
  if (!context.cluster.isOpenShift) return [];
  return [...givenClusterRoles(context)].flatMap(([name, giver]) =>
    giver === 'input' || !MONITORING_ROLES.has(name)
      ? []
      : [
          toFinding(CLUSTER_ROLE_NAME_TAKEN, {
            subject: giver,
            message: `the bundle contains a ClusterRole ${name}, which OpenShift's monitoring owns: both overwrite it again and again`,
            fix: 'use a version of the operator whose bundle gives the ClusterRole another name',
            related: [{ kind: 'ClusterRole', name }],
          }),
        ],
  );
}

/** Keeps one object per name and namespace: the original if there is one, or else the first copy. */
function keepOneEach(same: readonly Rendered[], replaced: Map<Rendered, Rendered | undefined>): Finding[] {
  const holders = new Map<string, Rendered>();
  const originals = same.filter(({ copies }) => !copies);
  const copied = same.filter(({ copies }) => copies).toSorted((a, b) => compareByName(a.owner, b.owner));
  for (const item of originals) holders.set(item.object.metadata.namespace ?? '', item);
  return copied.flatMap((item) => {
    const namespaces = item.copies?.namespaces ?? [];
    const lost = namespaces.filter((namespace) => holders.has(namespace));
    for (const namespace of namespaces) if (!holders.has(namespace)) holders.set(namespace, item);
    if (lost.length === 0 || !item.copies) return [];
    const kept = { ...item.copies, namespaces: namespaces.filter((namespace) => !lost.includes(namespace)) };
    replaced.set(item, kept.namespaces.length > 0 ? { ...item, copies: kept } : undefined);
    const { kind, metadata } = item.object;
    const winners = [...new Set(lost.map((namespace) => formatReference((holders.get(namespace) as Rendered).owner)))];
    return [
      toFinding(OBJECT_NAME_SHARED, {
        subject: item.owner,
        message: `the ${kind} ${metadata.name} is not copied into ${joined(lost)}, where one of the same name belongs to ${joined(winners)}`,
        fix: "rename the CSVs, or make the groups' target namespaces disjoint",
        related: lost.map((namespace) => ({ kind, namespace, name: metadata.name })),
      }),
    ];
  });
}

/** The rules about objects that are not rendered because of their names. */
const CLUSTER_ROLE_NAME_RESERVED = rule(
  'cluster-role-name-reserved',
  'error',
  "A ClusterRole would have the name of one of Kubernetes' own",
  {
    meaning: "A rendered ClusterRole would overwrite one of Kubernetes' own, so it is not rendered.",
    fix: 'Rename the OperatorGroup, or the other object from which it gets its name.',
  },
);

const CLUSTER_ROLE_NAME_TAKEN = rule('cluster-role-name-taken', 'error', 'A ClusterRole of the input has the same name as a rendered one', {
  meaning:
    "A rendered ClusterRole would overwrite a ClusterRole of the input or of OpenShift's monitoring, so it is not rendered; or a bundle contains a ClusterRole of OpenShift's monitoring.",
  fix: 'Rename one of the two, or the object from which the rendered one gets its name.',
});

export const OPERATOR_GROUP_NAME_SHARED = rule('operator-group-name-shared', 'error', 'OperatorGroups have the same name', {
  meaning:
    'OperatorGroups with the same name share ClusterRoles: OLM before v0.26 creates them from the last synced group. Only their common content is rendered; with documented names, none of it is rendered.',
  fix: 'Give every OperatorGroup a name that is unique in the cluster.',
});

const OBJECT_NAME_SHARED = rule('object-name-shared', 'error', 'Rendered objects have the same name', {
  meaning: 'Two rendered objects would have the same name, so these objects, or the copies, are not rendered.',
  fix: "Rename the CSVs, or make the groups' target namespaces disjoint.",
});

/** All rules about clashes. */
export const CLASH_RULES = [CLUSTER_ROLE_NAME_RESERVED, CLUSTER_ROLE_NAME_TAKEN, OPERATOR_GROUP_NAME_SHARED, OBJECT_NAME_SHARED] as const;
