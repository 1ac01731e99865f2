/** Reports workloads that gain the permissions of an account: they begin to run as it, run as an unknown one, or mount its token. */

import { namedObjects } from '../../../base/kubernetes/containers.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { bindingOf } from '../../../base/kubernetes/rbac.js';
import { formatFieldPath } from '../../../base/manifest/field-path.js';
import { subjectKey, subjectsOf } from '../../../base/rbac/subject.js';
import type { ResolvedCsv } from '../../../olm/rules/resolution.js';
import { type AccountUse, accountUses } from '../../state/account-uses.js';
import { csvPairs } from '../../state/csv-pairs.js';
import { renamedWorkloads } from '../../state/renamed-workloads.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { groupsOf, powerOf } from '../access/powers.js';
import { hasClusterKeys } from '../access/system-namespaces.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_TOKENS } from '../rule.js';
import { workloadPairs } from './pods/workload-pairs.js';

export const accountUsed = riskRule('account-used', 'error', 'Runs as a powerful ServiceAccount', {
  class: 'code',
  effect: 'more',
  references: ['CIS Kubernetes 5.1.5', 'CIS Kubernetes 5.1.6', NSA_TOKENS],
  meaning:
    "The change lets an object run as a ServiceAccount that is one step from cluster-admin and not its own: a Pod, something that creates Pods, or any kind with `serviceAccountName`, `serviceAccount` or `serviceAccountRef`. Controllers' accounts in kube-system count. No permission changes, but the author of the image or command gets the permissions of the account.",
  attack: "A CronJob in an operator's namespace runs as its account, and binds cluster-admin to its author.",
  fix: 'Give the workload its own account.',
  compare: (base, head) => {
    const before = accountUses(base.state);
    const known = new Set(before.map(useKey));
    const renamed = namesOfRenamed(base.state, head.state);
    const earlier = csvPairs(base.state, head.state);
    return usesOf(head.state)
      .filter((use) => !known.has(useKey(use)) && !(use.csv === undefined && renamed.has(formatReference(use.runner))))
      .flatMap(({ subject, runner, namespace, account, at, csv, isOwn }) => {
        const power = powerOf(head, { kind: 'ServiceAccount', namespace, name: account });
        if (power === undefined) return [];
        // A new workload with an operator's account is reported with its images; a workload of another CSV is reported here.
        if (!csv && at === undefined && head.operators.has(subjectKey({ kind: 'ServiceAccount', namespace, name: account }))) return [];
        if (csv && isOwn) {
          const old = earlier.find(({ after }) => after === csv)?.before;
          // The permissions of a new operator are reported with the operator.
          if (!old) return [];
          const ran = before.filter((use) => use.csv === old);
          const same = ran.filter((use) => formatReference(use.runner) === formatReference(runner));
          const isKnown = (use: AccountUse): boolean =>
            powerOf(base, { kind: 'ServiceAccount', namespace: use.namespace, name: use.account }) !== undefined;
          if ((same.length > 0 ? same : ran).some(isKnown) || (same.length === 0 && ran.some((use) => use.account === account))) return [];
        }
        return [
          {
            subject,
            message: `${formatReference(runner)} runs as ServiceAccount ${namespace}/${account}, which can ${power}${at === undefined ? '' : ` (${formatFieldPath(at)})`}`,
            fix: 'give it an account of its own with the permissions that it needs',
            at: at ?? [],
            identity: [formatReference(runner), namespace, account],
            ...(at ? { claims: [at] } : {}),
          },
        ];
      });
  },
});

/** The workloads that only get another name: they ran as the same account before. */
function namesOfRenamed(base: State, head: State): ReadonlySet<string> {
  return new Set([...renamedWorkloads(base, head).keys()].map((object) => formatReference(referenceTo(object))));
}

function useKey({ runner, namespace, account }: AccountUse): string {
  return JSON.stringify([formatReference(runner), namespace, account]);
}

/** An object that runs as an account. */
interface Use extends AccountUse {
  /** Whether it belongs to the operator that requests the permissions of the account. */
  readonly isOwn: boolean;
}

/** All uses of accounts, except those where one ClusterExtension creates both the object and the account. */
function usesOf(state: State): Use[] {
  const extensions = extensionsOf(state);
  return accountUses(state).flatMap((use) => {
    const { runner, namespace, account, csv } = use;
    const extension = extensions.get(formatReference(runner));
    const isMadeForBoth = extension === extensions.get(formatReference({ kind: 'ServiceAccount', namespace, name: account }));
    if (extension !== undefined && isMadeForBoth) return [];
    const { csvs } = state.resolution;
    const isOwn = csv !== undefined && isAskedFor(csv, account) && !csvs.some((other) => isRival(other, csv) && isAskedFor(other, account));
    return [{ ...use, isOwn }];
  });
}

function isAskedFor({ csv: { permissions, clusterPermissions } }: ResolvedCsv, account: string): boolean {
  return [...permissions, ...clusterPermissions].some(({ serviceAccountName }) => serviceAccountName === account);
}

/** Another operator of the namespace that neither replaces this one nor is replaced by it. */
function isRival({ csv: other }: ResolvedCsv, { csv }: ResolvedCsv): boolean {
  return other.namespace === csv.namespace && other.name !== csv.name && other.replaces !== csv.name && csv.replaces !== other.name;
}

/** The objects created for ClusterExtensions, with the name of the extension. */
function extensionsOf({ made = [] }: State): ReadonlyMap<string, string> {
  const owned = made.filter(({ owner }) => owner.kind === 'ClusterExtension');
  return new Map(owned.map(({ object, owner }) => [formatReference(referenceTo(object)), owner.name]));
}

// Secrets with a token of a powerful account, or a key of the cluster: a workload that reads one can act as that account.

/** The names of token Secrets in Kubernetes before 1.24 and OpenShift before 4.16. */
const NAMED_AS_TOKEN = /^(.+)-(?:token|dockercfg)-[a-z0-9]{5}$/;

export const tokenMounted = riskRule('token-mounted', 'error', 'Reads a token of a powerful ServiceAccount', {
  class: 'code',
  effect: 'more',
  references: ['CIS Kubernetes 5.1.6', NSA_TOKENS],
  meaning:
    "The change lets a Pod, or something that creates Pods, mount or read into its environment a Secret with the token of an account that is one step from cluster-admin. A Secret that is not in the input is reported if it is named like such a token, or is in a namespace of OpenShift's control plane. Also reported: Pods that mount the token of their own account, which they did not; it is a note if the account can do less.",
  attack: 'A Deployment runs as the account default and mounts the token of a CI system that can do everything.',
  fix: 'Give the workload its own account, and remove the Secret: Pods get their own tokens without a Secret, and these tokens expire.',
  compare: (base, head) => {
    const before = new Set(readersOf(base).map(({ id }) => id));
    const renamed = namesOfRenamed(base.state, head.state);
    const read = readersOf(head)
      .filter(({ id, workload: { csv, reference } }) => !before.has(id) && !(csv === undefined && renamed.has(formatReference(reference))))
      .map(({ id, workload: { reference, source, pod }, secret, opens }) => ({
        subject: source,
        message: `${formatReference(reference)} reads Secret ${secret}, ${opens}`,
        fix: 'give it an account of its own, and remove the Secret',
        at: pod.at,
        identity: [id],
      }));
    return [...read, ...mountedAgain(base, head)];
  },
});

/** The workloads whose Pods mount the token of their account, and did not. */
function mountedAgain(base: Access, head: Access): Discovery[] {
  const [did, does] = [base, head].map(mountingIn) as [(one: Workload) => boolean, (one: Workload) => boolean];
  return workloadPairs(base.state, head.state).flatMap(({ before, after }) => {
    if (!before || !after || did(before) || !does(after)) return [];
    const account = accountSubject(after);
    const power = powerOf(head, account);
    const keys = new Set([account, ...groupsOf(account)].map(subjectKey));
    const isBound = head.bindings.some(
      ({ subjects, isDefault }) => !isDefault && subjects.some((subject) => keys.has(subjectKey(subject))),
    );
    if (power === undefined && !isBound) return [];
    const at = [...after.pod.at, 'automountServiceAccountToken'];
    return [
      {
        ...(power === undefined ? { severity: 'info' as const, effect: 'unknown' as const } : {}),
        subject: after.source,
        message: `${formatReference(after.reference)} mounts the token of ${formatReference(account)}, which ${power === undefined ? 'has permissions' : `can ${power}`}`,
        fix: 'set automountServiceAccountToken to false if its programs need no token',
        at: at.slice(0, 'automountServiceAccountToken' in after.pod.fields ? undefined : -1),
        identity: [formatReference(after.reference), 'mounts its own token'],
        claims: [at],
      },
    ];
  });
}

/** Whether Pods mount the token of their account: they say so, or the account does, or nobody. */
function mountingIn({ state }: Access): (workload: Workload) => boolean {
  const accounts = new Map(state.given.flatMap((one) => (one.kind === 'ServiceAccount' ? [[formatReference(referenceTo(one)), one]] : [])));
  return (workload) =>
    (workload.pod.fields.automountServiceAccountToken ??
      accounts.get(formatReference(accountSubject(workload)))?.automountServiceAccountToken) !== false;
}

interface Reader {
  readonly workload: ReturnType<typeof workloadsOf>[number];
  readonly secret: string;
  /** The content of the Secret. */
  readonly opens: string;
  readonly id: string;
}

function readersOf(access: Access): Reader[] {
  const tokens = tokensOf(access.state);
  return workloadsOf(access.state).flatMap((workload) => {
    const namespace = workload.reference.namespace || 'default';
    return [...secretsIn(workload.pod.fields)].flatMap((name): Reader[] => {
      const secret = `${namespace}/${name}`;
      const account = tokens.has(secret) ? tokens.get(secret) : NAMED_AS_TOKEN.exec(name)?.[1];
      const power = account === undefined ? undefined : powerOf(access, { kind: 'ServiceAccount', namespace, name: account });
      const opens =
        power !== undefined
          ? `a token of an account that can ${power}`
          : !tokens.has(secret) && hasClusterKeys(namespace)
            ? 'which is not in the input: Secrets there hold keys and tokens with which one can do everything'
            : undefined;
      return opens === undefined ? [] : [{ workload, secret, opens, id: `${formatReference(workload.reference)} ${secret}` }];
    });
  });
}

/** The Secrets of the input, with the account whose token Kubernetes writes into them. */
function tokensOf({ objects }: State): ReadonlyMap<string, string | undefined> {
  return new Map(
    objects.flatMap(({ kind, type, metadata: { namespace = 'default', name, annotations } }) => {
      const account = annotations?.['kubernetes.io/service-account.name'];
      const isToken = type === 'kubernetes.io/service-account-token' && typeof account === 'string';
      return kind === 'Secret' ? [[`${namespace}/${name}`, isToken ? account : undefined] as const] : [];
    }),
  );
}

/** The names of the Secrets that a Pod reads, by a volume or its environment. */
function secretsIn(pod: unknown): ReadonlySet<string> {
  return new Set(namedObjects(pod).flatMap(({ kind, name }) => (kind === 'Secret' ? [name] : [])));
}

// Accounts that are not in the input: their permissions are not known.

export const unknownAccount = riskRule('unknown-account', 'error', 'Runs as a ServiceAccount that is not in the input', {
  class: 'code',
  effect: 'unknown',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  meaning:
    'The change lets a Pod, or something that creates Pods, run as a ServiceAccount that the input neither declares nor binds, other than default. The permissions that the author of the image gets are not known.',
  attack: 'A CI system installed from elsewhere has a powerful account in the namespace. A new Job runs as it.',
  fix: 'Give the workload its own account, or add the account and its bindings to the input.',
  compare: ({ state: base }, head) => {
    const before = new Set(foreignWorkloads(base).map(workloadKey));
    const known = accountsOf(head.state);
    const renamed = renamedWorkloads(base, head.state);
    return foreignWorkloads(head.state)
      .filter(
        (workload) =>
          !before.has(workloadKey(workload)) &&
          !renamed.has(workload.object) &&
          !known.has(accountKey(workload)) &&
          !isPowerful(workload, head),
      )
      .map(({ reference, source, account, pod }) => ({
        subject: source,
        message: `${formatReference(reference)} runs as ${formatReference(accountSubject({ reference, account }))}, which is not in the input: what it can do is not known`,
        fix: 'give it an account of its own, or add the account and its bindings to the input',
        at: pod.at,
        identity: [formatReference(reference), account],
      }));
  },
});

/** Workloads of the input. OLM creates the accounts of CSVs. */
function foreignWorkloads(state: State): Workload[] {
  return workloadsOf(state).filter(({ csv, account }) => csv === undefined && account !== 'default');
}

function workloadKey(workload: Workload): string {
  return `${formatReference(workload.reference)} ${accountKey(workload)}`;
}

function accountKey(workload: Workload): string {
  return subjectKey(accountSubject(workload));
}

/** Powerful accounts are reported by `account-used`. */
function isPowerful(workload: Workload, head: Access): boolean {
  return powerOf(head, accountSubject(workload)) !== undefined;
}

/** Accounts that are declared, rendered, or the subject of a binding. */
function accountsOf({ given, objects, copied, made = [], untouched }: State): ReadonlySet<string> {
  const all: readonly KubernetesObject[] = [
    ...(untouched?.objects ?? []),
    ...given,
    ...objects,
    ...made.map(({ object }) => object),
    ...copied.map(({ object }) => object),
  ];
  return new Set(
    all.flatMap((object) => {
      const { kind, apiVersion } = object;
      if (kind === 'ServiceAccount' && apiVersion === 'v1') {
        const { namespace = 'default', name } = referenceTo(object);
        return [subjectKey({ kind: 'ServiceAccount', namespace, name })];
      }
      const binding = bindingOf(object);
      return binding ? subjectsOf(binding, object.metadata.namespace).map(subjectKey) : [];
    }),
  );
}
