/**
 * Requests manifests and blobs from registries (OCI distribution specification, "Pull"), with credentials if required, redirects, and
 * retries.
 */

import type { Problem } from '../../../base/manifest/problem.js';
import { authorization } from '../credentials/authorization.js';
import type { Credentials } from '../credentials/find-credentials.js';
import type { Place } from '../mirrors/mirror.js';
import { failure, problemOf } from '../problems.js';
import { isDigest } from '../reference.js';
import { answerProblem, denied, notFound, unreachable } from './answers.js';
import { type Limits, retry } from './limits.js';
import { isLoopback } from './proxy.js';
import type { Answer, Transport } from './transport.js';

/** Media types of supported manifests and indexes. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The options of a client. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly limits: Limits;
  readonly credentials: (registry: string, repository: string) => Promise<Credentials | undefined>;
  /** Registries, with their ports, that are requested without TLS. Registries on this machine are, too, if they do not support TLS. */
  readonly plainHttp: readonly string[];
  /** The registries of this run that did not answer, with the problem: they are not asked again. */
  readonly silent: Map<string, Problem>;
  readonly signal?: AbortSignal;
}

/** One resource in a registry. */
export interface Wanted {
  /** The image, for messages. */
  readonly image: string;
  readonly place: Place;
  /** The path, such as `manifests/latest` or `blobs/sha256:…`. */
  readonly path: string;
  readonly accept?: string;
  /** The offset from which to continue: the bytes before it exist already. */
  readonly from?: number;
  /** The size of the whole in bytes, if it is known. */
  readonly size?: number;
}

/** A client of registries. */
export interface Client {
  /**
   * Reads an answer with status 200 or 206. Retries both the request and the reading if that may help.
   *
   * @param wanted the request of this try; it can request the rest of an earlier try
   */
  get<T>(wanted: () => Wanted, read: (answer: Answer) => Promise<T>): Promise<T>;
}

/** A client that keeps the tokens that it got. */
export class RegistryClient implements Client {
  /** By registry and repository. */
  private readonly authorizations = new Map<string, string>();
  /** Registries on this machine, by their names. */
  private readonly protocols = new Map<string, Promise<'http:' | 'https:'>>();

  constructor(private readonly options: ClientOptions) {}

  async get<T>(wanted: () => Wanted, read: (answer: Answer) => Promise<T>): Promise<T> {
    const { limits, signal, silent } = this.options;
    const { image, place } = wanted();
    const known = silent.get(place.registry);
    if (known) throw failure({ ...known, file: image });
    try {
      return await retry(limits, signal, () => this.once(wanted(), read));
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.code === 'REGISTRY_UNREACHABLE') silent.set(place.registry, problem);
      throw error;
    }
  }

  private async protocolOf(registry: string): Promise<'http:' | 'https:'> {
    if (this.options.plainHttp.includes(registry)) return 'http:';
    if (!isLoopback(registry)) return 'https:';
    const known = this.protocols.get(registry) ?? this.speaksTls(new URL(`https://${registry}/v2/`));
    this.protocols.set(registry, known);
    return known;
  }

  private async speaksTls(url: URL): Promise<'http:' | 'https:'> {
    try {
      (await this.options.transport.send({ url, time: this.options.limits.request })).body.destroy();
      return 'https:';
    } catch (error) {
      this.options.signal?.throwIfAborted();
      // Only what speaks no TLS is spoken to without: a certificate that is not trusted stays a problem.
      return (unreachable('', url, error) as { problems?: { code: string }[] }).problems?.[0]?.code === 'REGISTRY_PLAIN_HTTP'
        ? 'http:'
        : 'https:';
    }
  }

  private async once<T>(wanted: Wanted, read: (answer: Answer) => Promise<T>): Promise<T> {
    const { image, place, path } = wanted;
    const host = place.registry === 'docker.io' ? 'registry-1.docker.io' : place.registry;
    const registry = new URL(`${await this.protocolOf(host)}//${host}`);
    const url = new URL(`/v2/${place.repository}/${path}`, registry);
    const key = `${place.registry}/${place.repository}`;
    const access = { image, registry, repository: place.repository };
    for (const isLast of [false, true]) {
      const used = this.authorizations.get(key);
      const answer = await this.follow(wanted, url, used);
      if (answer.status === 401 && !isLast) {
        answer.body.resume();
        const { transport, limits } = this.options;
        const credentials = await this.options.credentials(place.registry, place.repository);
        const header = answer.headers['www-authenticate'];
        this.authorizations.set(key, await authorization(header, access, { transport, limits, credentials }));
        continue;
      }
      if (answer.status === 200 || answer.status === 206) {
        return await read(answer).catch((error: unknown) => {
          answer.body.destroy();
          throw isNodeError(error) ? unreachable(image, url, error) : error;
        });
      }
      answer.body.destroy();
      this.authorizations.delete(key);
      if (answer.status === 401 || answer.status === 403) throw denied(image, registry.host, used !== undefined);
      if (answer.status === 404) throw notFound(image, registry.host, wordsFor(path));
      throw answerProblem(image, url, answer, `${wordsFor(path)}, with status 200`);
    }
    throw new Error('unreachable: the second turn returns or throws');
  }

  /** Sends the request, and follows redirects. Only the registry itself gets the credentials. */
  private async follow({ image, path, accept, from = 0, size = 0 }: Wanted, start: URL, authorized: string | undefined): Promise<Answer> {
    const time = this.options.limits.request + (size / this.options.limits.slowest) * 1000;
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const headers = {
        ...(accept ? { accept } : {}),
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
        ...(authorized && url.origin === start.origin ? { authorization: authorized } : {}),
      };
      const answer = await this.options.transport.send({ url, headers, time }).catch((error: unknown) => {
        this.options.signal?.throwIfAborted();
        throw unreachable(image, url, error);
      });
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) {
        if (url.origin === start.origin || answer.status !== 401) return answer;
        answer.body.destroy();
        throw answerProblem(image, url, answer, `${wordsFor(path)}: ${start.host} sent us here, where its credentials must not go`);
      }
      answer.body.destroy();
      if (!URL.canParse(location, url.href)) throw answerProblem(image, url, answer, 'an address to go to');
      url = new URL(location, url);
      const isPlain = url.protocol === 'http:' && start.protocol === 'http:';
      if (url.protocol !== 'https:' && !(isPlain && (isLoopback(url.host) || this.options.plainHttp.includes(url.host)))) {
        throw failure({
          code: 'REGISTRY_PLAIN_HTTP',
          message: `${start.host} redirects to ${url.host} without TLS`,
          file: image,
          expected: 'a redirect to https',
          fix: 'Ask the owner of the registry. Nothing was sent there.',
        });
      }
    }
    throw answerProblem(image, start, undefined, `at most ${MAX_REDIRECTS} redirects`);
  }
}

/** Whether an error comes from a connection, not from this code. */
function isNodeError(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.name === 'TimeOutError' || error.message === 'aborted');
}

function wordsFor(path: string): string {
  const [kind, name = ''] = path.split(/\/(.*)/s);
  if (kind === 'blobs') return `the content ${name}`;
  return isDigest(name) ? `an image with the digest ${name}` : `an image with the tag ${name}`;
}
