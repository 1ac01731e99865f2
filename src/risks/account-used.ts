/** Workloads that run as an account from which cluster-admin is one step away. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { fieldsOf, podSpecOf, textOf } from '../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../manifest/field-path.js';
import { subjectKey } from '../rbac/subject.js';
import type { State } from '../state/state.js';
import { workloadsOf } from '../state/workloads.js';
import { powerOf } from './powers.js';
import { NSA_TOKENS, type RiskRule } from './rule.js';

export const accountUsed: RiskRule = {
  id: 'account-used',
  severity: 'error',
  title: 'Runs as a powerful ServiceAccount',
  references: ['CIS Kubernetes 5.1.5', 'CIS Kubernetes 5.1.6', NSA_TOKENS],
  documentation: {
    meaning:
      'The change lets an object run as a ServiceAccount from which cluster-admin is one step away, and which is not its own: a Pod, something that creates Pods, or any other kind with a field `serviceAccountName`, `serviceAccount` or `serviceAccountRef`. The accounts of the controllers in kube-system count, too. No permission changes, but whoever made the image, or the command, now has those of the account.',
    attack: 'A CronJob in the namespace of an operator runs as its account, and binds cluster-admin to its author.',
    fix: 'Give the workload an account of its own with the permissions that it needs.',
  },
  compare: ({ side: base }, head) => {
    const before = new Set(usesOf(base).map(useKey));
    return usesOf(head.side)
      .filter((use) => !before.has(useKey(use)))
      .flatMap(({ subject, runner, namespace, account, at, isOfCsv = false }) => {
        const power = powerOf(head, { kind: 'ServiceAccount', namespace, name: account });
        // A new workload as the account of an operator is a change that is told with its images; one of another CSV is not.
        if (
          power === undefined ||
          (!isOfCsv && at === undefined && head.operators.has(subjectKey({ kind: 'ServiceAccount', namespace, name: account })))
        )
          return [];
        return [
          {
            severity: 'error' as const,
            subject,
            message: `${formatReference(runner)} runs as ServiceAccount ${namespace}/${account}, which can ${power}${at === undefined ? '' : ` (${formatFieldPath(at)})`}`,
            path: [],
            fix: 'give it an account of its own with the permissions that it needs',
            place: head.side.placeOf(subject, at ?? []) ?? head.side.placeOf(subject),
            identity: [formatReference(runner), namespace, account],
          },
        ];
      });
  },
};

/** What runs as an account. */
interface Use {
  /** What a person edits. */
  readonly subject: ObjectReference;
  readonly runner: ObjectReference;
  readonly namespace: string;
  readonly account: string;
  /** The field, of a kind that is not known to run Pods. */
  readonly at?: FieldPath;
  /** Whether it is a Deployment of a CSV that asks for no permissions of this account. */
  readonly isOfCsv?: boolean;
}

function useKey({ runner, namespace, account }: Use): string {
  return JSON.stringify([formatReference(runner), namespace, account]);
}

function usesOf(side: State): Use[] {
  const extensions = extensionsOf(side);
  const workloads = workloadsOf(side).flatMap(({ reference, source, account, csv }): Use[] => {
    const own = csv ? [...csv.csv.permissions, ...csv.csv.clusterPermissions] : [];
    if (own.some(({ serviceAccountName }) => serviceAccountName === account)) return [];
    const namespace = reference.namespace || 'default';
    const extension = extensions.get(formatReference(reference));
    const isItsOwn = extension === extensions.get(formatReference({ kind: 'ServiceAccount', namespace, name: account }));
    if (extension !== undefined && isItsOwn) return [];
    return [{ subject: source, runner: reference, namespace, account, isOfCsv: csv !== undefined }];
  });
  return [...workloads, ...side.given.flatMap(usesIn)];
}

/** What is made for ClusterExtensions, by the name of each. */
function extensionsOf({ made = [] }: State): ReadonlyMap<string, string> {
  const owned = made.filter(({ owner }) => owner.kind === 'ClusterExtension');
  return new Map(owned.map(({ object, owner }) => [formatReference(referenceTo(object)), owner.name]));
}

/** Whose accounts are not those of Pods, or are told elsewhere. */
const OTHER_KINDS: ReadonlySet<string> = new Set([
  'ClusterExtension',
  'ClusterServiceVersion',
  'CustomResourceDefinition',
  'OperatorGroup',
  'InstallPlan',
]);
const FIELDS: ReadonlySet<string> = new Set(['serviceAccountName', 'serviceAccount', 'serviceAccountRef']);

function usesIn(object: KubernetesObject): Use[] {
  if (OTHER_KINDS.has(object.kind) || podSpecOf(object)) return [];
  const subject = referenceTo(object);
  const found: Use[] = [];
  const walk = (part: unknown, at: FieldPath): void => {
    if (Array.isArray(part)) for (const [index, entry] of part.entries()) walk(entry, [...at, index]);
    else if (typeof part === 'object' && part !== null)
      for (const [key, entry] of Object.entries(part)) {
        const { name, namespace } = typeof entry === 'string' ? { name: entry, namespace: undefined } : fieldsOf(entry);
        const account = FIELDS.has(key) ? textOf(name) : undefined;
        if (!account) walk(entry, [...at, key]);
        else {
          const home = textOf(namespace) || object.metadata.namespace || 'default';
          found.push({ subject, runner: subject, namespace: home, account, at: [...at, key] });
        }
      }
  };
  walk(object.spec, ['spec']);
  return found;
}
