/** References to container images: `registry/repository:tag@digest`, as container runtimes read them (the grammar of the distribution project). */

/** The parts of a reference, in their normal form: `redis` and `index.docker.io/library/redis` are one repository. */
export interface ImageReference {
  /** `docker.io` if none is written. */
  readonly registry: string;
  /** Without the registry, such as `acme/etcd`; on Docker Hub, an official image is in `library/`. */
  readonly repository: string;
  readonly tag?: string;
  /** Such as `sha256:…`. */
  readonly digest?: string;
}

const DOCKER_HUB = 'docker.io';
/** Docker Hub's old name; runtimes read it as the new one. */
const OLD_DOCKER_HUB = 'index.docker.io';
/** The longest registry and repository together. */
const LONGEST_NAME = 255;
const HIGHEST_PORT = 65_535;
const PARTS = /^(?<path>[^@\s]+?)(?::(?<tag>[\w][\w.-]{0,127}))?(?:@(?<digest>[A-Za-z][\w.+-]*:[0-9A-Fa-f]{32,}))?$/;

/**
 * Reads a reference.
 *
 * @returns undefined for any other text, such as an unreplaced variable
 * @example
 * imageReference('nginx') // { registry: 'docker.io', repository: 'library/nginx' }
 */
export function imageReference(text: string): ImageReference | undefined {
  const { path = '', tag, digest } = PARTS.exec(text)?.groups ?? {};
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(slash, 0));
  // A first part without a dot or a port belongs to the repository, on Docker Hub.
  const isRegistry = /[.:]/.test(first) || first === 'localhost';
  const registry = isRegistry && first !== OLD_DOCKER_HUB ? first : DOCKER_HUB;
  const rest = isRegistry ? path.slice(slash + 1) : path;
  if (path.length > LONGEST_NAME || Number(/:(\d+)$/.exec(first)?.[1] ?? 0) > HIGHEST_PORT) return undefined;
  if (!/^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/.test(rest)) return undefined;
  const repository = registry === DOCKER_HUB && !rest.includes('/') ? `library/${rest}` : rest;
  return { registry, repository, ...(tag ? { tag } : {}), ...(digest ? { digest } : {}) };
}
