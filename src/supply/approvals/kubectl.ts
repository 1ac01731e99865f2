/** Runs the installed kubectl, with its contexts, logins and proxies: reads objects, and writes one field of one kind. */
import { execFile } from 'node:child_process';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { InstallPlan } from './install-plan.js';

/** The reason why a request of kubectl failed. */
type KubectlFault = 'missing' | 'forbidden' | 'conflict' | 'not-found' | 'no-olm' | 'other';

/** A failed request of kubectl. */
export class KubectlError extends Error {
  override readonly name = 'KubectlError';
  constructor(
    readonly fault: KubectlFault,
    /** kubectl's message. */
    readonly said: string,
    /** The request as a command line. */
    readonly asked: string,
  ) {
    super(said);
  }
}

/** The cluster, and the environment of kubectl. */
interface KubectlOptions {
  readonly context?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Kubectl {
  /** @param namespace by default all */
  list(kinds: readonly string[], namespace?: string, selector?: string): Promise<KubernetesObject[]>;
  get(kind: string, namespace: string, name: string): Promise<KubernetesObject | undefined>;
  /** Sets `spec.approved` of an unchanged plan, and nothing else. */
  approve(plan: InstallPlan): Promise<void>;
}

const REQUEST_TIMEOUT = '60s';
const TIMEOUT_MS = 120_000;

export function kubectl({ context, env }: KubectlOptions): Kubectl {
  const run = async (args: readonly string[]): Promise<string> => {
    const all = [...args, `--request-timeout=${REQUEST_TIMEOUT}`, ...(context === undefined ? [] : [`--context=${context}`])];
    return await new Promise((resolve, reject) => {
      const settings = { encoding: 'utf8', maxBuffer: 1 << 28, timeout: TIMEOUT_MS, env: { ...env } } as const;
      execFile('kubectl', all, settings, (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else reject(new KubectlError(faultOf(error.code, stderr), (stderr || error.message).trim(), `kubectl ${all.join(' ')}`));
      });
    });
  };
  const objectsOf = (json: string): KubernetesObject[] => {
    const value: unknown = JSON.parse(json);
    const items: readonly unknown[] = isMapping(value) && Array.isArray(value.items) ? value.items : [value];
    return items.filter(isNamedObject);
  };
  return {
    list: async (kinds, namespace, selector) =>
      objectsOf(
        await run([
          'get',
          kinds.join(','),
          namespace === undefined ? '--all-namespaces' : `--namespace=${namespace}`,
          ...(selector === undefined ? [] : [`--selector=${selector}`]),
          '--output=json',
        ]),
      ),
    get: async (kind, namespace, name) =>
      objectsOf(
        await run(['get', `${kind}/${name}`, `--namespace=${namespace}`, '--ignore-not-found', '--output=json']).then(
          (json) => json || '{}',
        ),
      )[0],
    approve: async ({ namespace, name, uid, resourceVersion }) => {
      // The server refuses the request with a conflict if the plan changed since it was read.
      const patch = { metadata: { uid, resourceVersion }, spec: { approved: true } };
      await run([
        'patch',
        `installplans.operators.coreos.com/${name}`,
        `--namespace=${namespace}`,
        '--type=merge',
        `--patch=${JSON.stringify(patch)}`,
        '--field-manager=cdk8s-olm',
        '--output=name',
      ]);
    },
  };
}

function faultOf(code: unknown, said: string): KubectlFault {
  if (code === 'ENOENT') return 'missing';
  if (said.includes('(Forbidden)')) return 'forbidden';
  if (said.includes('(Conflict)')) return 'conflict';
  if (said.includes('(NotFound)')) return 'not-found';
  if (said.includes("doesn't have a resource type")) return 'no-olm';
  return 'other';
}
