/** References to container images: registry, repository, tag and digest (the grammar of the distribution project). */

/** The parts of a reference. */
export interface ImageReference {
  /** `docker.io` if none is written. */
  readonly registry: string;
  /** Without the registry, such as `library/redis`. */
  readonly repository: string;
  readonly tag?: string;
  /** Such as `sha256:…`. */
  readonly digest?: string;
}

/**
 * Reads a reference.
 *
 * @example
 * imageReference('quay.io/acme/etcd:v1@sha256:0f…') // { registry: 'quay.io', repository: 'acme/etcd', tag: 'v1', digest: 'sha256:0f…' }
 */
export function imageReference(text: string): ImageReference {
  const [name = '', digest] = text.split(/@(.*)/s);
  const slash = name.indexOf('/');
  const first = slash === -1 ? '' : name.slice(0, slash);
  // A first part without a dot or a port belongs to the repository, on Docker Hub.
  const isRegistry = first === 'localhost' || /[.:]/.test(first);
  const rest = isRegistry ? name.slice(slash + 1) : name;
  const colon = rest.lastIndexOf(':');
  const repository = colon === -1 ? rest : rest.slice(0, colon);
  return {
    registry: isRegistry ? first : 'docker.io',
    repository: isRegistry || repository.includes('/') ? repository : `library/${repository}`,
    tag: colon === -1 ? undefined : rest.slice(colon + 1),
    digest: digest || undefined,
  };
}
