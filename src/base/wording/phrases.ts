/** The phrases that all sentences share: lists, numbers, target namespaces. Each thing has one wording everywhere. */

/** The number of items that sentences name from a longer list. */
const SHOWN = 3;

/** The ways to make unknown operators known. */
export const MAKES_KNOWN = 'run cdk8s-olm lock, or give the catalog with --catalog PATH';

/** All items in a sentence: `a`, `a and b`, `a, b and c`. */
export function joined(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/**
 * All items of a short list, the first few of a longer one.
 *
 * @param noun in the plural
 * @example
 * listed(['a', 'b', 'c', 'd', 'e'], 'namespaces') // 'a, b, c and 2 more namespaces'
 */
export function listed(items: readonly string[], noun?: string, shown = SHOWN): string {
  const more = items.length - shown;
  // If one item is left, its name is as short as `1 more`.
  if (more <= 1) return joined(items);
  return `${items.slice(0, shown).join(', ')} and ${more} more${noun === undefined ? '' : ` ${noun}`}`;
}

/** `1 grant`, `2 grants`, `no grants`. */
export function counted(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${number === 1 ? noun : pluralOf(noun)}`;
}

/** The regular plural: `grants`, `Ingresses`, `NetworkPolicies`, `Gateways`. */
export function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Target namespaces: `all namespaces`, `team-a and team-b`. @param namespaces `['']` for all; absent if OLM does not sync the group */
export function targetsText(namespaces: readonly string[] = []): string {
  if (namespaces.length === 0) return 'no namespace';
  return namespaces.length === 1 && namespaces[0] === '' ? 'all namespaces' : listed(namespaces, 'namespaces');
}
