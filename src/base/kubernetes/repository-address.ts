/** Addresses of git repositories: https and ssh addresses of one repository are equal. */

/** Hosts that ignore the case of owners and repositories. Other servers can distinguish upper and lower case. */
const ANY_CASE: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

/**
 * Host and path of an https or ssh address; undefined for any other address.
 *
 * @example
 * repositoryPlace('git@github.com:Acme/apps.git') // 'github.com/acme/apps'
 */
export function repositoryPlace(address: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https|ssh):\/\/(?:[^/@\s]*@)?([^/@\s]+)\/(\S+)$/.exec(address) ?? /^[\w.-]+@([\w.-]+):([^/\s]\S*)$/.exec(address) ?? [];
  const [name, plain] = [host.toLowerCase(), path.replace(/\/$/, '').replace(/\.git$/, '')];
  return name === '' ? undefined : `${name}/${ANY_CASE.has(name) && plain.split('/').length === 2 ? plain.toLowerCase() : plain}`;
}
