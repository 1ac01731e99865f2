/** Workloads that get a token of a powerful account, or a key of the cluster, from a Secret: they run as another account, and act as this one. */

import { formatReference } from '../../kubernetes/object.js';
import { namedObjects } from '../../kubernetes/pod-spec.js';
import type { State } from '../../state/state.js';
import { workloadsOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { hasClusterKeys } from '../access/system-namespaces.js';
import { riskRule } from '../risk-rule.js';
import { NSA_TOKENS } from '../rule.js';

/** As Kubernetes before 1.24, and OpenShift before 4.16, name the Secrets with a token of an account. */
const NAMED_AS_TOKEN = /^(.+)-(?:token|dockercfg)-[a-z0-9]{5}$/;

export const tokenMounted = riskRule({
  id: 'token-mounted',
  severity: 'error',
  title: 'Reads a token of a powerful ServiceAccount',
  references: ['CIS Kubernetes 5.1.6', NSA_TOKENS],
  documentation: {
    meaning:
      "The change lets a Pod, or something that creates Pods, mount or read into its environment a Secret with the token of an account that is one step from cluster-admin. A Secret that is not in the input counts if it is named like such a token, or is in a namespace of OpenShift's control plane.",
    attack: 'A Deployment runs as the account default and mounts the token of a CI system that can do everything.',
    fix: "Give the workload its own account, and remove the Secret: Pods' own tokens are mounted without one, and expire.",
  },
  compare: (base, head) => {
    const before = new Set(readersOf(base).map(({ id }) => id));
    return readersOf(head)
      .filter(({ id }) => !before.has(id))
      .map(({ id, workload: { reference, source, pod }, secret, opens }) => ({
        subject: source,
        message: `${formatReference(reference)} reads Secret ${secret}, ${opens}`,
        fix: 'give it an account of its own, and remove the Secret',
        at: pod.at,
        identity: [id],
      }));
  },
});

interface Reader {
  readonly workload: ReturnType<typeof workloadsOf>[number];
  readonly secret: string;
  /** What is in the Secret. */
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

/** The Secrets of the input, and the account whose token one is filled with. */
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
