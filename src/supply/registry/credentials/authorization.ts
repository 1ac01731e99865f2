/**
 * The header `Authorization` for a repository: basic, or a bearer token from the registry's token server (distribution's token
 * specification).
 */

import { z } from 'zod';
import { jsonIn } from '../../../base/manifest/plain-data.js';
import { answerProblem, denied, unreachable } from '../http/answers.js';
import { type Limits, MAX_TOKEN_BYTES, readAll } from '../http/limits.js';
import { isLoopback } from '../http/proxy.js';
import type { Transport } from '../http/transport.js';
import type { Credentials } from './find-credentials.js';

const tokenSchema = z.looseObject({ token: z.string().nullish(), access_token: z.string().nullish() });

/** The repository that is accessed. */
export interface Access {
  /** The image, for messages. */
  readonly image: string;
  /** The address of the registry. */
  readonly registry: URL;
  readonly repository: string;
}

/** The means of authorization. */
export interface AuthorizationOptions {
  readonly transport: Transport;
  readonly limits: Limits;
  readonly credentials: Credentials | undefined;
}

/**
 * The header to send after a registry answered 401.
 *
 * The scope is always pulling this repository, whatever the registry proposes.
 *
 * @param header the `WWW-Authenticate` of the registry
 * @throws ProblemError `REGISTRY_DENIED` if the registry would accept nothing
 */
export async function authorization(header: string | undefined, access: Access, options: AuthorizationOptions): Promise<string> {
  const offered = challenges(header ?? '');
  const bearer = offered.find(({ scheme, parameters }) => scheme === 'bearer' && parameters.realm);
  const { credentials } = options;
  if (bearer) return `Bearer ${credentials?.kind === 'registry-token' ? credentials.token : await token(bearer, access, options)}`;
  if (credentials?.kind === 'password' && offered.some(({ scheme }) => scheme === 'basic')) return basic(credentials);
  throw denied(access.image, access.registry.host, credentials !== undefined);
}

async function token({ parameters }: Challenge, access: Access, { transport, limits, credentials }: AuthorizationOptions): Promise<string> {
  const realm = realmOf(parameters.realm ?? '', access);
  const asked = new URLSearchParams({
    ...(parameters.service === undefined ? {} : { service: parameters.service }),
    scope: `repository:${access.repository}:pull`,
  });
  const identity = credentials?.kind === 'identity-token' ? credentials.token : undefined;
  if (!identity) for (const [name, value] of asked) realm.searchParams.append(name, value);
  const accept = { accept: 'application/json' };
  const answer = await transport
    .send({
      url: realm,
      time: limits.request,
      ...(identity
        ? {
            method: 'POST',
            headers: { ...accept, 'content-type': 'application/x-www-form-urlencoded' },
            body: `${asked}&${new URLSearchParams({ grant_type: 'refresh_token', client_id: 'cdk8s-olm', refresh_token: identity })}`,
          }
        : { headers: { ...accept, ...(credentials?.kind === 'password' ? { authorization: basic(credentials) } : {}) } }),
    })
    .catch((error: unknown) => {
      throw unreachable(access.image, realm, error);
    });
  const body = await readAll(answer.body, MAX_TOKEN_BYTES).catch((error: unknown) => {
    throw unreachable(access.image, realm, error);
  });
  if (answer.status === 401 || answer.status === 403) throw denied(access.image, realm.host, credentials !== undefined);
  const given = answer.status === 200 && body ? tokenSchema.safeParse(jsonIn(body.toString('utf8'))).data : undefined;
  const value = given?.token || given?.access_token;
  if (!value || !/^[\x21-\x7e]+$/.test(value)) throw answerProblem(access.image, realm, answer, 'a token');
  return value;
}

/** The token server: it receives the credentials, so it has to be as secure as the registry itself. */
function realmOf(text: string, { image, registry }: Access): URL {
  const realm = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    realm?.protocol === 'https:' ||
    (realm?.protocol === 'http:' && registry.protocol === 'http:' && (isLoopback(realm.host) || realm.host === registry.host));
  if (realm && isSafe && realm.username === '' && realm.password === '') return realm;
  throw answerProblem(image, registry, undefined, 'the https address of a token server');
}

function basic({ username, password }: Extract<Credentials, { kind: 'password' }>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

// The challenge of a registry: the header `WWW-Authenticate` (RFC 9110, section 11.6.1).

/** One of the schemes that a registry offers. */
export interface Challenge {
  /** The scheme in lower case, such as `bearer`. */
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const PARAMETER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))\s*(?:,|$)/;
const SCHEME = /^[\s,]*([\w!#$%&'*+.^`|~-]+)(?:\s+|$|,)/;

/**
 * Reads the header.
 *
 * @example
 * challenges('Bearer realm="https://auth.example.com/token",service="registry"')
 * // [{ scheme: 'bearer', parameters: { realm: 'https://auth.example.com/token', service: 'registry' } }]
 */
function challenges(header: string): Challenge[] {
  const found: Challenge[] = [];
  for (let rest = header; rest.trim() !== ''; ) {
    const scheme = SCHEME.exec(rest);
    if (!scheme) break;
    rest = rest.slice(scheme[0].length);
    const parameters: Record<string, string> = {};
    for (let next = PARAMETER.exec(rest); next; next = PARAMETER.exec(rest)) {
      const [all, name = '', quoted, plain = ''] = next;
      parameters[name.toLowerCase()] = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1');
      rest = rest.slice(all.length);
    }
    found.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters });
  }
  return found;
}
