/** Turns answers of registries, and missing answers, into problems, and decides whether another try may help. */
import { printable } from '../../../base/manifest/printable.js';
import type { ProblemError } from '../../../base/manifest/problem.js';
import { failure, problemOf } from '../problems.js';
import { retryAfter, Transient } from './limits.js';
import { type Answer, ProxyError, TimeOutError } from './transport.js';

/** Errors of TLS about the certificate (Node's X509 codes). */
const UNTRUSTED =
  /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT|CRL_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|CA_MD|EE_KEY)/;
/** Errors of TLS where the other side does not speak it. */
const NOT_TLS = /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|EPROTO)$/;

/** The problem of a request without an answer. Another try may help, unless the problem is a certificate. */
export function unreachable(image: string, url: URL, error: unknown): unknown {
  if (problemOf(error) || (error as Error).name === 'AbortError') return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (UNTRUSTED.test(code)) {
    return failure(
      {
        code: 'REGISTRY_UNTRUSTED',
        message: `the certificate of ${url.host} is not trusted`,
        file: image,
        found: code,
        expected: 'a certificate of an authority that is trusted here, for this host, that is not expired',
        fix: 'If the registry has an authority of its own, name it: --ca FILE, or NODE_EXTRA_CA_CERTS=FILE.',
      },
      error,
    );
  }
  if (NOT_TLS.test(code)) {
    return failure(
      {
        code: 'REGISTRY_PLAIN_HTTP',
        message: `${url.host} does not speak TLS`,
        file: image,
        found: code,
        expected: 'https',
        fix: `If the registry is meant to be used without TLS, say so: --plain-http ${url.host}. Whoever is on the way can then read the credentials.`,
      },
      error,
    );
  }
  const isTime = error instanceof TimeOutError || code === 'ETIMEDOUT';
  return new Transient(
    failure(
      {
        code: 'REGISTRY_UNREACHABLE',
        message: isTime
          ? `${url.host} is too slow`
          : error instanceof ProxyError
            ? `${url.host} cannot be reached`
            : `the connection to ${url.host} failed`,
        file: image,
        found: isTime || error instanceof ProxyError || !code ? printable(message) : code,
        fix: 'Check the name, the network, and HTTPS_PROXY and NO_PROXY. Content that was downloaded before is used with --offline.',
      },
      error,
    ),
  );
}

/** The problem of an unexpected answer; `Transient` if another try may help. */
export function answerProblem(
  image: string,
  url: URL,
  answer: Pick<Answer, 'status' | 'headers'> | undefined,
  wanted: string,
): ProblemError | Transient {
  const { status = 0, headers = {} } = answer ?? {};
  const wait = retryAfter(headers['retry-after'], Date.now());
  if (status === 429) {
    return new Transient(
      failure({
        code: 'REGISTRY_BUSY',
        message: `${url.host} refuses more requests for now`,
        file: image,
        found: `status 429${wait === undefined ? '' : `, to be tried again after ${Math.ceil(wait / 1000)} s`}`,
        fix: 'Wait, log in (registries allow more to known users), or use a mirror.',
      }),
      wait,
    );
  }
  if (status >= 500 || status === 408) {
    const problem = failure({
      code: 'REGISTRY_UNREACHABLE',
      message: `${url.host} has a problem of its own`,
      file: image,
      found: `status ${status}`,
      fix: 'Try again later, or use a mirror.',
    });
    return new Transient(problem, wait);
  }
  return failure({
    code: 'REGISTRY_ANSWER',
    message: `${url.host} does not answer as a registry does`,
    file: image,
    found: answer ? `status ${status}${headers['content-type'] ? `, ${printable(headers['content-type'])}` : ''}` : 'no such answer',
    expected: wanted,
    fix: 'Check that the host is a container registry, and not a login page or a proxy.',
  });
}

/** The problem of a registry or token server that denies access with the available credentials. */
export function denied(image: string, host: string, hasCredentials: boolean): ProblemError {
  return failure({
    code: 'REGISTRY_DENIED',
    message: `${host} does not allow to pull this image`,
    file: image,
    found: hasCredentials ? 'credentials that the registry does not accept for it' : 'no credentials for it',
    expected: 'credentials that may pull this repository',
    fix: `Log in: podman login ${host}, or docker login ${host}. In CI, point REGISTRY_AUTH_FILE to a file with the credentials. Some registries say this of images that do not exist, too.`,
  });
}

/** The problem of an image, or a part of it, that a registry lacks. */
export function notFound(image: string, host: string, what: string): ProblemError {
  return failure({
    code: 'IMAGE_NOT_FOUND',
    message: `${host} does not have ${what}`,
    file: image,
    found: 'status 404',
    fix: 'Check the name, the tag and the digest. A registry can have removed an image that a tag no longer names.',
  });
}
