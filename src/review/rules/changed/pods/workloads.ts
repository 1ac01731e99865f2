/** Reports workloads that are new, removed, or run as another ServiceAccount. */

import { containersOf } from '../../../../base/kubernetes/containers.js';
import { formatReference, type KubernetesObject } from '../../../../base/kubernetes/object.js';
import { bindingOf } from '../../../../base/kubernetes/rbac.js';
import type { GrantSubject } from '../../../../base/rbac/grant.js';
import { objectsOrCopies } from '../../../../base/rbac/rbac-objects.js';
import { subjectsOf } from '../../../../base/rbac/subject.js';
import { listed } from '../../../../base/wording/phrases.js';
import { csvReference, rule } from '../../../../olm/model/finding.js';
import type { ResolvedCsv } from '../../../../olm/rules/resolution.js';
import { csvPairs } from '../../../state/csv-pairs.js';
import type { State } from '../../../state/state.js';
import { partOf, type Workload } from '../../../state/workloads.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { SHOWN_IMAGES } from './images.js';
import { workloadPairs } from './workload-pairs.js';

const ADDED = rule('workload-added', 'error', 'A workload is new', {
  class: 'code',
  effect: 'more',
  short: 'a new workload',
  meaning:
    "The change adds a workload, or a Deployment of an existing operator. It is an error if the workload does not belong to an operator and runs as the operator's ServiceAccount.",
  attack: 'A Job uses the ServiceAccount of an operator. No role and no binding changes.',
  fix: 'Check the program that it runs, and give it its own ServiceAccount.',
  references: ['CIS Kubernetes 5.1.5'],
});

const REMOVED = rule('workload-removed', 'info', 'A workload is removed', {
  class: 'code',
  meaning: 'The change removes a workload, or a Deployment of an operator that stays.',
  fix: 'Check that nobody needs it.',
});

export const ACCOUNT_CHANGED = rule('account-changed', 'error', 'A workload runs as another ServiceAccount', {
  class: 'code',
  effect: 'more',
  short: 'another account',
  meaning:
    "The Pods of a workload get another account's permissions. It is an error if it is an operator's account and the workload is not one of its Deployments.",
  attack: "A CronJob without permissions now runs as an operator's account.",
  fix: 'Check what the account can do, and give the workload its own.',
  references: ['CIS Kubernetes 5.1.5'],
});

/** Finds these changes. Deployments of an operator that is new or removed as a whole are reported with the operator. */
const find: FindChanges = (base, head) => {
  const pairs = workloadPairs(base, head);
  const operators = operatorAccounts(head);
  const known = new Set(base.resolution.csvs.map(({ csv }) => csv.namespace));
  const successors = new Map(csvPairs(base, head).flatMap(({ before, after }) => (before && after ? [[before, after] as const] : [])));
  return pairs.flatMap(({ before, after }): FoundChange[] => {
    if (before && after) return accountChange(before, after, operators, head);
    if (after && !(after.csv && !known.has(after.csv.csv.namespace))) return [added(after, operators, head)];
    if (!before) return [];
    const successor = before.csv && successors.get(before.csv);
    if (before.csv && !successor) return [];
    return [successor ? { ...removed(before, base), ...dropped(before, successor) } : removed(before, base)];
  });
};

export const workloads = ofStates([ADDED, REMOVED, ACCOUNT_CHANGED], find);

function added(workload: Workload, operators: ReadonlyMap<string, string>, head: State): FoundChange {
  const images = containersOf(workload.pod).flatMap(({ image }) => image ?? []);
  const operator = workload.csv ? undefined : operators.get(accountKey(workload));
  const runs = images.length > 0 ? ` that runs ${listed(images, 'images', SHOWN_IMAGES)}` : '';
  return {
    rule: ADDED,
    severity: operator === undefined ? 'info' : 'error',
    subject: workload.source,
    message:
      operator === undefined
        ? `${workload.csv ? `adds ${formatReference(workload.reference)}` : 'is a new workload'}${runs}`
        : `is a new workload${runs} as ServiceAccount ${workload.reference.namespace}/${workload.account}, with all permissions of ${operator}`,
    after: listed(images, 'images', SHOWN_IMAGES),
    object: partOf(workload),
    identity: [formatReference(workload.reference), workload.account, ...images],
    place: head.placeOf(workload.source, workload.pod.at),
    claims: containersOf(workload.pod).map(({ at }) => [...at, 'image']),
  };
}

/** A Deployment that an existing operator no longer has. */
function dropped({ reference, pod: { at } }: Workload, { csv }: ResolvedCsv): Pick<FoundChange, 'subject' | 'message' | 'claims'> {
  const claims = [[...at.slice(0, at.indexOf('deployments') + 1), reference.name]];
  return { subject: csvReference(csv), message: `no longer has ${formatReference(reference)}`, claims };
}

function removed(workload: Workload, base: State): FoundChange {
  return {
    rule: REMOVED,
    object: partOf(workload),
    identity: [formatReference(workload.reference)],
    severity: 'info',
    subject: workload.source,
    message: 'is removed',
    place: base.placeOf(workload.source),
  };
}

function accountChange(before: Workload, after: Workload, operators: ReadonlyMap<string, string>, head: State): FoundChange[] {
  if (before.account === after.account) return [];
  const operator = after.csv ? undefined : operators.get(accountKey(after));
  return [
    {
      rule: ACCOUNT_CHANGED,
      object: partOf(after),
      identity: [formatReference(after.reference), after.account],
      severity: operator === undefined ? 'warning' : 'error',
      subject: after.source,
      message: `${formatReference(after.reference)} runs as the ServiceAccount ${after.account} instead of ${before.account}${operator === undefined ? '' : `, with all permissions of ${operator}`}`,
      before: before.account,
      after: after.account,
      place: head.placeOf(after.source, [...after.pod.at, 'serviceAccountName']),
      claims: ['serviceAccountName', 'serviceAccount'].map((field) => [...after.pod.at, field]),
      ...(operator === undefined && !isBound(after, head)
        ? { effect: isGiven(after, head) ? ('none' as const) : ('unknown' as const) }
        : {}),
    },
  ];
}

/** Whether a binding of the input names the account of a workload; groups of accounts have the old account, too. */
function isBound({ reference, account }: Workload, state: State): boolean {
  const isIt = ({ kind, namespace, name }: GrantSubject): boolean =>
    kind === 'ServiceAccount'
      ? name === account && (!namespace || !reference.namespace || namespace === reference.namespace)
      : name.startsWith('system:serviceaccount:') && name.endsWith(`:${account}`);
  return objectsOrCopies(state).some(({ object }) => {
    const binding = bindingOf(object);
    return binding !== undefined && subjectsOf(binding, binding.metadata.namespace).some(isIt);
  });
}

/** Whether the input has the account, so that its permissions are known; each namespace has `default`. */
function isGiven({ reference, account }: Workload, { objects, given }: State): boolean {
  const isIt = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'ServiceAccount' && metadata.name === account && (metadata.namespace ?? '') === (reference.namespace ?? '');
  return account === 'default' || objects.some(isIt) || given.some(isIt);
}

/** The accounts that CSVs request permissions for, with the CSV. */
function operatorAccounts({ resolution }: State): Map<string, string> {
  return new Map(
    resolution.csvs.flatMap(({ csv }) =>
      [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }): [string, string] => [
        `${csv.namespace}/${serviceAccountName}`,
        `ClusterServiceVersion ${csv.namespace}/${csv.name}`,
      ]),
    ),
  );
}

function accountKey({ reference, account }: Workload): string {
  return `${reference.namespace || 'default'}/${account}`;
}
