/** What something was and what it becomes, for a line of its own. */
import type { Finding } from '../model/finding.js';

/** Both values; nothing where the sentence of the finding says them already. */
export function fromTo({ message, before, after }: Finding): readonly [before: string, after: string] | undefined {
  if (before === undefined || after === undefined) return undefined;
  return [before, after].every((value) => message.includes(value)) ? undefined : [before, after];
}
