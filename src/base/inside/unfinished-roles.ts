/** Finds roles in a text that only another program can complete: their names can be known, but not their rules. */
import { RBAC_VERSION } from '../kubernetes/rbac.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import { isYtt } from '../manifest/ytt.js';

/** The roles, each with a text in place of its rules. */
export function unfinishedRoles({ file, text }: SourceText): ParsedDocument[] {
  if (!text.includes('Role') || !(TEMPLATE.test(text) || isYtt(text))) return [];
  return text.split(/^---.*$/m).flatMap((part, document) => {
    const [, kind] = /^kind:[ \t]*["']?((?:Cluster)?Role)["']?[ \t]*(?:#.*)?$/m.exec(part) ?? [];
    if (kind === undefined || !isUnfinished(part)) return [];
    const [, after = ''] = part.split(/^metadata:/m);
    const [metadata = ''] = after.split(/^\S/m);
    const names = new Set([...metadata.matchAll(/(?:^[ \t]+|[{,][ \t]*)name:[ \t]*["']?([\w.:-]+)/gm)].map(([, name = '']) => name));
    return [...names].map((name) => ({
      value: { apiVersion: RBAC_VERSION, kind, metadata: { name }, rules: part },
      source: { file, document, path: [] },
    }));
  });
}

const TEMPLATE = /\{\{|\{%|<%/;

/** Whether a text has to be completed. A role with braces in a text can be complete. */
function isUnfinished(text: string): boolean {
  return isYtt(text) || (TEMPLATE.test(text) && parseDocuments({ file: '', text }).problems.length > 0);
}
