/** Aliases: what their anchors stand for, up to a limit, as an alias of aliases grows without bounds. */
import type { Alias } from 'yaml';
import { type Context, report } from './plain-context.js';

/** Nodes that aliases may add to one document; go-yaml has a limit of the same kind. */
const MAX_ALIASED_NODES = 100_000;
/** Characters that aliases may add to one document: more than the API server takes for an object. */
const MAX_ALIASED_CHARACTERS = 4 * 1024 * 1024;

/** The value that an alias stands for, which it shares with the anchor. */
export function aliasValue(node: Alias, context: Context): unknown {
  const name = node.source;
  const anchor = context.anchors.get(name);
  if (!anchor) {
    report(context, node, {
      code: 'UNSUPPORTED_YAML',
      message: `the alias *${name} points at nothing before it`,
      found: `*${name}`,
      expected: `an anchor &${name} that ends before this line`,
      fix: 'define the anchor first, or write the value out',
    });
    return null;
  }
  const already = isTooMuch(context);
  context.nodes += anchor.nodes;
  context.aliased += anchor.nodes;
  context.characters += anchor.characters;
  context.aliasedCharacters += anchor.characters;
  if (isTooMuch(context) && !already) {
    const values = context.aliased > MAX_ALIASED_NODES;
    report(context, node, {
      code: 'TOO_MANY_ALIASES',
      message: 'the aliases of this document expand to too much',
      found: values
        ? `more than ${MAX_ALIASED_NODES} values behind aliases`
        : `more than ${MAX_ALIASED_CHARACTERS} characters behind aliases`,
      expected: `at most ${values ? MAX_ALIASED_NODES : MAX_ALIASED_CHARACTERS}`,
      fix: 'write the repeated values out, or split the document',
    });
  }
  return anchor.value;
}

function isTooMuch({ aliased, aliasedCharacters }: Context): boolean {
  return aliased > MAX_ALIASED_NODES || aliasedCharacters > MAX_ALIASED_CHARACTERS;
}
