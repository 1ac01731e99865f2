/** A small client of an API server, by the kubeconfig that KUBECONFIG names: for tests that ask a real one. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

/** What the server answered. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string };
}

export interface ApiServer {
  ask(method: string, path: string, body?: unknown, type?: string): Promise<Answer>;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

/** The server of KUBECONFIG; absent without. Knows tokens and client certificates. @param token asks as somebody else */
export function apiServer(token?: string): ApiServer | undefined {
  const path = process.env.KUBECONFIG;
  if (!path) return undefined;
  const { clusters, users } = parse(readFileSync(path, 'utf8')) as Kubeconfig;
  const cluster = clusters[0]?.cluster ?? {};
  const user = token === undefined ? (users[0]?.user ?? {}) : { token };
  const pem = (fields: Readonly<Record<string, string>>, name: string): Buffer | undefined =>
    fields[`${name}-data`]
      ? Buffer.from(fields[`${name}-data`] ?? '', 'base64')
      : fields[name]
        ? readFileSync(fields[name] ?? '')
        : undefined;
  const agent = new Agent({
    keepAlive: true,
    ca: pem(cluster, 'certificate-authority'),
    cert: pem(user, 'client-certificate'),
    key: pem(user, 'client-key'),
  });
  const authorization = user.token ? { authorization: `Bearer ${user.token}` } : {};
  return {
    ask: (method, url, body, type = 'application/json') =>
      new Promise((resolve, reject) => {
        const headers = { ...authorization, 'content-type': type, accept: 'application/json' };
        const call = request(`${cluster.server}${url}`, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : { message: text } });
          });
        });
        call.on('error', reject);
        call.end(body === undefined ? undefined : JSON.stringify(body));
      }),
  };
}

/** Plurals that are not the kind with an s. */
const PLURALS: Readonly<Record<string, string>> = { NetworkPolicy: 'networkpolicies', PriorityClass: 'priorityclasses' };

/** The path of an object's kind, in its namespace. */
export function collectionPath({ apiVersion, kind, metadata: { namespace } }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = PLURALS[kind] ?? `${kind.toLowerCase()}s`;
  return `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`;
}

/** Applies as Flux and `kubectl apply --server-side` do; a trial leaves nothing behind. */
export function applyServerSide(server: ApiServer, object: KubernetesObject, trial: boolean): Promise<Answer> {
  const query = `fieldManager=cdk8s-olm-test&force=true&fieldValidation=Strict${trial ? '&dryRun=All' : ''}`;
  return server.ask('PATCH', `${collectionPath(object)}/${object.metadata.name}?${query}`, object, 'application/apply-patch+yaml');
}

/** Tries to create an object as a client does that asks for no validation beyond the server's own. */
export function tryCreate(server: ApiServer, object: KubernetesObject): Promise<Answer> {
  return server.ask('POST', `${collectionPath(object)}?dryRun=All&fieldValidation=Ignore`, object);
}
