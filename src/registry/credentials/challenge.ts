/** What a registry asks for: the header `WWW-Authenticate` (RFC 9110, section 11.6.1). */

/** One of the ways that a registry offers. */
export interface Challenge {
  /** In lower case, such as `bearer`. */
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
export function challenges(header: string): Challenge[] {
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
