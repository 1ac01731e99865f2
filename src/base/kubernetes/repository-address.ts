/** Addresses of repositories of git: one repository has one over https and one over ssh. */

/** Hosts that take the name of an owner and a repository in any case. Other servers can tell upper case from lower case. */
const ANY_CASE: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

/**
 * Host and path of an address of https or ssh; nothing of any other.
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
