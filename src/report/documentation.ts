/** Where the page about a rule is. */
import { FINDING_RULES } from '../findings/all-rules.js';

/** The pages of the project, where nobody names a copy of them. */
export const DOCUMENTATION = 'https://github.com/OWNER/cdk8s-olm/blob/main/docs';

const IDS: ReadonlySet<string> = new Set(FINDING_RULES.map(({ id }) => id));

/** The address of what is said of a rule; nothing of a rule that is not ours. @param folder with the folder findings */
export function documentationOf(id: string, folder = DOCUMENTATION): string | undefined {
  return IDS.has(id) ? `${folder.replace(/\/+$/, '')}/findings/${id}.md` : undefined;
}
