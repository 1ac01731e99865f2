/** An API server for kubectl, over a cluster in memory: discovery, reading, and merge patches that it refuses on a conflict. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderOf } from './files.js';
import type { OlmCluster } from './olm-cluster.js';

const KINDS: Readonly<Record<string, readonly (readonly [plural: string, kind: string, namespaced: boolean])[]>> = {
  'operators.coreos.com/v1alpha1': [
    ['installplans', 'InstallPlan', true],
    ['subscriptions', 'Subscription', true],
    ['clusterserviceversions', 'ClusterServiceVersion', true],
  ],
  'operators.coreos.com/v1': [['operatorgroups', 'OperatorGroup', true]],
  v1: [
    ['namespaces', 'Namespace', false],
    ['configmaps', 'ConfigMap', true],
  ],
};

/** One request, as the log of a server has it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface OlmServer {
  /** The environment of a kubectl that talks to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: readonly Request[];
}

/** @param refuse a status for a request that is not to be answered, and why */
export async function serve(
  cluster: OlmCluster,
  refuse: (request: Request) => { readonly code: number; readonly reason: string; readonly message: string } | undefined = () => undefined,
): Promise<OlmServer> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    bodyOf(request, (body) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const one = { method: request.method ?? 'GET', path: url.pathname, body };
      if (!url.pathname.startsWith('/openapi')) requests.push(one);
      const refused = refuse(one);
      if (refused) {
        send(response, refused.code, statusOf(refused));
        return;
      }
      // OLM works while somebody reads plans.
      if (one.method === 'GET' && one.path.endsWith('/installplans')) cluster.tick();
      const { code, object } = answer(one, url.searchParams, cluster);
      send(response, code, object);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  const home = folderOf({ config: kubeconfig(`http://127.0.0.1:${port}`) });
  return { env: { PATH: process.env.PATH ?? '', HOME: home, KUBECONFIG: join(home, 'config') }, requests };
}

interface Answer {
  readonly code: number;
  readonly object: unknown;
}

const answered = (code: number, object: unknown): Answer => ({ code, object });

function answer({ method, path, body }: Request, query: URLSearchParams, cluster: OlmCluster): Answer {
  if (path === '/api') return answered(200, { kind: 'APIVersions', versions: ['v1'] });
  if (path === '/apis') {
    const versions = ['v1alpha1', 'v1'].map((version) => ({ groupVersion: `operators.coreos.com/${version}`, version }));
    const group = { name: 'operators.coreos.com', versions, preferredVersion: versions[0] };
    return answered(200, { kind: 'APIGroupList', apiVersion: 'v1', groups: [group] });
  }
  const [, groupVersion = '', rest = ''] = /^\/apis?\/((?:operators\.coreos\.com\/)?v1(?:alpha1)?)(?:\/(.*))?$/.exec(path) ?? [];
  const kinds = KINDS[groupVersion];
  if (!kinds)
    return answered(404, statusOf({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' }));
  if (rest === '') {
    const resources = kinds.map(([name, kind, namespaced]) => ({
      name,
      kind,
      namespaced,
      singularName: kind.toLowerCase(),
      verbs: ['get', 'list', 'patch'],
    }));
    return answered(200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
  }
  const [, namespace, plural, name = ''] = /^(?:namespaces\/([^/]+)\/)?([^/]+)(?:\/([^/]+))?$/.exec(rest) ?? [];
  const kind = kinds.find(([one]) => one === plural)?.[1] ?? '';
  if (name === '') {
    const isCopy = ({ metadata }: { metadata: { labels?: Record<string, string> } }): boolean =>
      metadata.labels?.['olm.copiedFrom'] !== undefined;
    const items = cluster.list(kind, namespace).filter((one) => !query.get('labelSelector') || !isCopy(one));
    return answered(200, { kind: `${kind}List`, apiVersion: groupVersion, metadata: { resourceVersion: '1' }, items });
  }
  const code =
    method === 'PATCH'
      ? cluster.patch(kind, namespace ?? '', name, JSON.parse(body))
      : cluster.get(kind, namespace ?? '', name)
        ? 200
        : 404;
  if (code === 200) return answered(200, cluster.get(kind, namespace ?? '', name));
  const reason = code === 404 ? 'NotFound' : 'Conflict';
  const message =
    code === 404 ? `${plural} "${name}" not found` : `Operation cannot be fulfilled on ${plural} "${name}": the object has been modified`;
  return answered(code, statusOf({ code, reason, message }));
}

function statusOf({ code, reason, message }: { readonly code: number; readonly reason: string; readonly message: string }): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message };
}

function send(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function bodyOf(request: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => then(Buffer.concat(chunks).toString()));
}

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'prod',
    contexts: [{ name: 'prod', context: { cluster: 'test', user: 'test' } }],
    clusters: [{ name: 'test', cluster: { server } }],
    users: [{ name: 'test', user: {} }],
  });
}
