/** The certificate authorities that a registry is trusted by, and the client certificate for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { type Environment, namesIn, userFolder } from '../environment.js';
import { failure } from '../problems.js';

/** The options of Node's TLS. */
export interface Trust {
  /** Absent if Node's own authorities suffice. */
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Trust by host: Node's authorities, `NODE_EXTRA_CA_CERTS`, those of `--ca`, and the files in the host's folder in `certs.d`
 * (containers-certs.d(5)): `*.crt`, and a client's `*.cert` with its `*.key`.
 *
 * @param files PEM files of authorities
 */
export function trustOf(files: readonly string[], environment: Environment): (host: string) => Trust {
  let named: string[] | undefined;
  const known = new Map<string, Trust>();
  return (host) => {
    named ??= files.map(readAuthority);
    const trust = known.get(host) ?? trustFor(host, named, environment);
    known.set(host, trust);
    return trust;
  };
}

function trustFor(host: string, named: readonly string[], environment: Environment): Trust {
  const folders = [join(userFolder(environment), 'certs.d'), '/etc/containers/certs.d', '/etc/docker/certs.d'];
  const files = folders.map((folder) => join(folder, host)).flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const added = [...named, ...files.filter((file) => file.endsWith('.crt')).map(readAuthority)];
  const certificate = files.find((file) => file.endsWith('.cert'));
  const key = certificate?.replace(/\.cert$/, '.key');
  return {
    ...(added.length > 0 ? { ca: [...defaultAuthorities(environment), ...added] } : {}),
    ...(certificate && key && files.includes(key) ? { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') } : {}),
  };
}

/** Node's default authorities, which a custom list replaces. */
function defaultAuthorities(environment: Environment): string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  if (getCACertificates) return getCACertificates('default');
  const extra = environment.NODE_EXTRA_CA_CERTS;
  return [...tls.rootCertificates, ...(extra ? [readAuthority(extra)] : [])];
}

function readAuthority(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (cause) {
    throw unreadable(file, 'cannot be read', cause);
  }
  throw unreadable(file, 'has no certificate');
}

function unreadable(file: string, what: string, cause?: unknown): Error {
  return failure(
    {
      code: 'REGISTRY_UNTRUSTED',
      message: `the file of certificate authorities ${what}`,
      file,
      expected: 'certificates in PEM form',
      fix: 'Correct the path, or convert the certificate: openssl x509 -inform der -in FILE -out FILE.pem.',
    },
    cause,
  );
}
