/**
 * Roles with which the ServiceAccounts of OperatorGroups and ClusterExtensions can install their operators, and no more: all permissions
 * that an account without any lacks. An administrator applies them, and again for another version of an operator.
 */

import { compareText, groupBy, type KubernetesObject, sortedOnce } from '../../base/kubernetes/object.js';
import type { PolicyRule, ScopedRules } from '../../base/kubernetes/policy-rule.js';
import { roleObject } from '../../base/kubernetes/rbac.js';
import type { Identity } from '../../base/rbac/subject.js';
import { missingToWrite, type Request } from '../../base/rbac/writing.js';
import type { Cluster } from '../model/cluster.js';
import type { Versions } from '../model/versions.js';
import type { Resolution } from '../rules/resolution.js';
import type { AccountNeeds } from './account-needs.js';
import { type Applier, applierBinding } from './applier-binding.js';
import { installNeeds, knownRbac, planNeeds } from './group-accounts.js';
import { olmConventions } from './profile/olm.js';
import type { Rendered } from './rendered.js';
import { installerNeeds } from './v1/installer.js';

/** An account and the requirements of its installations. */
interface Installer {
  readonly account: Applier;
  readonly needs: Omit<AccountNeeds, 'written'>;
}

/** The evaluation of a cluster. */
interface Result {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  readonly rendered: readonly Rendered[];
  readonly versions: Versions;
}

/** @example installerObjects(evaluate(cluster)) */
export function installerObjects(result: Result): KubernetesObject[] {
  // Existing roles count as written, but without any bindings.
  const { rbac } = knownRbac(result.cluster);
  const all = [...ofGroups(result), ...ofExtensions(result)];
  return [...groupBy(all, ({ account: { namespace, name } }) => `${namespace}/${name}`)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, installers]) => {
      const [{ account }] = installers;
      const requests = installers.flatMap(({ needs }) => needs.requests);
      const objects = installers.flatMap(({ needs }) => needs.objects);
      return missingToWrite(rbac, { by: NOBODY, requests, objects }).flatMap((rules) => rolesOf(account, rules));
    });
}

const NOBODY: Identity = { user: '', groups: [] };

/** The verbs for upgrades and corrections of existing objects. */
const LATER_VERBS = ['get', 'update', 'patch', 'delete'];

function ofGroups({ cluster: { operatorGroups }, resolution, versions: { olm } }: Result): Installer[] {
  const accounts = new Map(operatorGroups.map(({ namespace, serviceAccountName }) => [namespace, serviceAccountName]));
  const conventions = olmConventions(olm);
  return resolution.csvs.flatMap(({ csv }): Installer[] => {
    const name = accounts.get(csv.namespace);
    if (name === undefined) return [];
    const parts = [planNeeds(csv, conventions), installNeeds(csv, conventions)];
    const requests = parts.flatMap((part) => part.requests);
    return [
      {
        account: { namespace: csv.namespace, name },
        needs: { requests: [...requests, ...laterOf(parts)], objects: parts.flatMap(({ objects }) => objects) },
      },
    ];
  });
}

/** The requests for later changes. Names that OLM generates are not known. */
function laterOf(parts: readonly AccountNeeds[]): Request[] {
  return parts.flatMap(({ written }) =>
    written.flatMap(({ name, ...of }) => {
      const isNamed = of.apiGroup !== 'admissionregistration.k8s.io' && name !== undefined;
      return LATER_VERBS.map((verb) => ({ ...of, verb, ...(isNamed ? { name } : {}) }));
    }),
  );
}

function ofExtensions({ cluster, rendered, versions: { olmV1 } }: Result): Installer[] {
  if (!olmV1.behaviours.has('needsServiceAccount')) return [];
  return cluster.clusterExtensions.flatMap((extension): Installer[] => {
    const { namespace, serviceAccount: name } = extension;
    const own = rendered.filter(({ owner }) => owner.kind === 'ClusterExtension' && owner.name === extension.name);
    if (name === undefined || own.length === 0) return [];
    const objects = own.map(({ object }) => object);
    return [{ account: { namespace, name }, needs: { objects, requests: installerNeeds(extension, objects, cluster) } }];
  });
}

/** The roles of an account. Rules that differ only in names are merged: one rule with several names for each resource. */
function rolesOf(account: Applier, { namespace, rules }: ScopedRules): KubernetesObject[] {
  const name = `cdk8s-olm:installer:${account.namespace}:${account.name}`;
  const metadata = { name, ...(namespace === '' ? {} : { namespace }) };
  const role = roleObject(metadata, mergedRules(rules));
  return [role, applierBinding(metadata, { kind: role.kind, name }, account)];
}

function mergedRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const keyOf = ({ resources = [], resourceNames, nonResourceURLs, ...rest }: PolicyRule): string =>
    JSON.stringify([rest, nonResourceURLs ?? null, resourceNames === undefined ? null : resources]);
  return [...groupBy(rules, keyOf).values()].map((alike) => {
    const [first] = alike;
    const all = (field: 'resources' | 'resourceNames'): string[] => sortedOnce(alike.flatMap((rule) => rule[field] ?? []));
    return {
      ...first,
      ...(first.resources ? { resources: all('resources') } : {}),
      ...(first.resourceNames ? { resourceNames: all('resourceNames') } : {}),
    };
  });
}
