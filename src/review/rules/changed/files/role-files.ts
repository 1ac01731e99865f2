/** Recognises files of Ansible roles, and values, whose changes bring nothing that the review does not show. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import type { TextChange } from './text-changes.js';
import { decides, entryOf, grants, withoutDeletions } from './weighed-changes.js';

/** Whether a file that decides something brings no permission: the lines that decide are known not to. */
export function bringsNothing(file: UnreadFile, sources: readonly TextChange[], changes: readonly TextChange[]): boolean {
  return isOfUninstall(file, changes) || areImages(sources, changes);
}

/** Tasks of an Ansible role. */
const TASKS = /(?:^|\/)roles\/[^/]+\/(?:tasks|handlers)\/[^/].*\.ya?ml$/;
/** Tasks that may take away or limit something: without them, it stays. */
const LIMITS = /absent|delete|remove|revoke|polic|admission|webhook|quota|limit|deny|restrict|audit/i;

export function isPlainTask({ path, text = '' }: UnreadFile): boolean {
  return TASKS.test(path) && !LIMITS.test(text);
}

/** Tasks of a role that remove what it installed. */
const UNINSTALLS = /(?:^|\/)roles\/[^/]+\/tasks\/(?:[^/]+\/)*uninstall[^/]*(?:\/|\.ya?ml$)/;

/** Fields of a task that applies nothing by itself, and a variable alone. */
const PLAIN_FIELD = /\.(?:vars\.\w+|when|ignore_errors|tags|retries|delay|until|register|name)$/;
const INCLUDED = /\.(?:include_tasks|import_tasks)$/;
const VARIABLE = /^\{\{\s*[\w.]+\s*\}\}$/;

/** Whether tasks that remove something only remove more, or other things. */
function isOfUninstall({ path }: UnreadFile, changes: readonly TextChange[]): boolean {
  const isPlain = (change: TextChange): boolean => {
    const { of, field, after } = change;
    if (after === undefined || entryOf(change) !== undefined) return true;
    return (
      of === undefined &&
      (PLAIN_FIELD.test(field) || (INCLUDED.test(field) && /uninstall/.test(after)) || (field === '' && VARIABLE.test(after)))
    );
  };
  return UNINSTALLS.test(path) && withoutDeletions(changes).every(isPlain);
}

/** Whether only images of workloads decide, as for an object that is read. */
function areImages(sources: readonly TextChange[], changes: readonly TextChange[]): boolean {
  const isImage = ({ field, before = '', after = '' }: TextChange): boolean =>
    /image/i.test(field) && !/catalog|index|bundle|operator|olm/i.test(`${field} ${before} ${after}`);
  return sources.length > 0 && sources.every(isImage) && !changes.some((change) => decides(change) || grants(change) || asksServer(change));
}

/** Whether the API server asks another server: for a webhook, or for the conversion of a CRD. */
export function asksServer({ field }: TextChange): boolean {
  return /(?:^|\.)clientConfig\.(?:service\.\w+|url|caBundle)$/.test(field);
}
