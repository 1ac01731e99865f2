/** References to container images: `registry/repository:tag@digest`, in the way that container runtimes read them. */

export interface ImageReference {
  /** `docker.io` where none is written. */
  readonly registry: string;
  /** On Docker Hub with `library/` where no owner is written. */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

const DEFAULT_REGISTRY = 'docker.io';
const PARTS = /^(?<path>[^@\s]+?)(?::(?<tag>[\w][\w.-]{0,127}))?(?:@(?<digest>[A-Za-z][\w.+-]*:[0-9A-Fa-f]{32,}))?$/;

/**
 * Reads a reference.
 *
 * @returns nothing for what is none, such as a variable that nobody replaced
 * @example
 * imageReference('nginx') // { registry: 'docker.io', repository: 'library/nginx' }
 */
export function imageReference(text: string): ImageReference | undefined {
  const { path = '', tag, digest } = PARTS.exec(text)?.groups ?? {};
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(slash, 0));
  const isRegistry = /[.:]/.test(first) || first === 'localhost';
  const registry = isRegistry ? first : DEFAULT_REGISTRY;
  const rest = isRegistry ? path.slice(slash + 1) : path;
  if (!/^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/.test(rest)) return undefined;
  const repository = registry === DEFAULT_REGISTRY && !rest.includes('/') ? `library/${rest}` : rest;
  return { registry, repository, ...(tag ? { tag } : {}), ...(digest ? { digest } : {}) };
}

/** The reference in full, as mirroring tools want it. */
export function formatImage({ registry, repository, tag, digest }: ImageReference): string {
  const version = digest ? `@${digest}` : `:${tag ?? 'latest'}`;
  return `${registry}/${repository}${version}`;
}
