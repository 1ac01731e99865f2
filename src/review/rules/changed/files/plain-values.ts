/** Tests whether changed values of a chart, in the object that applies it, bring neither rights nor anything from elsewhere. */

import { jsonText } from '../../../../base/manifest/format.js';
import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { otherSources } from './file-sources.js';
import { textChanges } from './text-changes.js';
import { switchesRights } from './values-of-rights.js';
import { decides } from './weighed-changes.js';

/** Words of fields by which a chart makes roles, runs programs, or gets objects as they are written. */
const POWER =
  /rbac|role|account|security|privilege|capabilit|host(?:Path|Network|PID|IPC)|admin|auth|secret|token|password|polic|webhook|command|args|script|exec|init|sidecar|hook|plugin|manifests?\b|(?:extra|raw|additional|custom)\w*|objects|templates?\b|tolerat|volume|mount|enabled?$|create$|namespace|crds?\b|webhook|cluster/i;

/** An object of Kubernetes within values, or a template of one. */
const OBJECT = /(?:^|[.\]])(?:apiVersion|kind)$/;

/**
 * Whether each change is one of a value that only the program of the chart reads.
 *
 * @param before the values, as an object or as the text of a YAML file
 */
export function arePlainValues(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map(textOfValues);
  if (was === undefined || is === undefined) return false;
  const changes = textChanges(was, is);
  const isPlain = ({ of, field, after: value = '' }: (typeof changes)[number]): boolean =>
    of === undefined && field !== '' && !POWER.test(field) && !OBJECT.test(field) && !/\{\{|`|\$[({]/.test(value);
  return (
    changes.length > 0 &&
    !hasOtherTexts(was, is) &&
    changes.every((change) => isPlain(change) && !switchesRights(change) && !decides(change)) &&
    otherSources('values.yaml', was, changes).length === 0
  );
}

/** Whether a text of several lines comes or goes: a template can make anything of it. */
function hasOtherTexts(was: string, is: string): boolean {
  const textsOf = (values: string): string[] => values.match(/"(?:[^"\\]|\\.)*\\n(?:[^"\\]|\\.)*"/g) ?? [];
  return textsOf(was).join() !== textsOf(is).join();
}

function textOfValues(values: unknown): string | undefined {
  if (typeof values !== 'string') return isMapping(values) ? jsonText(values) : undefined;
  const { documents, problems } = parseDocuments({ file: '', text: values });
  const [only] = documents;
  return problems.length === 0 && documents.length === 1 && isMapping(only?.value) ? jsonText(only.value) : undefined;
}
