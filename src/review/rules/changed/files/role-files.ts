/** Recognises files of Ansible roles, and values, whose changes bring nothing that the review does not show. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import type { TextChange } from './text-changes.js';
import { decides, grants, OF_OLM } from './weighed-changes.js';

/** Whether a file that decides something brings no permission: the lines that decide are known not to. */
export function bringsNothing(
  was: UnreadFile | undefined,
  file: UnreadFile,
  sources: readonly TextChange[],
  changes: readonly TextChange[],
): boolean {
  return isOfUninstall(file) || isNewData(was, file, changes) || areImages(sources, changes);
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

function isOfUninstall({ path }: UnreadFile): boolean {
  return UNINSTALLS.test(path);
}

/** Data of a role, which it loads only by its name. */
const ROLE_DATA = /(?:^|\/)roles\/[^/]+\/(?:templates|files)\//;

/** Whether a role gets data without an object of OLM: what loads the data is another change. */
function isNewData(was: UnreadFile | undefined, { path }: UnreadFile, changes: readonly TextChange[]): boolean {
  const isOfOlm = ({ of = '', after = '' }: TextChange): boolean => OF_OLM.test(`${of} ${after}`);
  return was === undefined && ROLE_DATA.test(path) && !changes.some((change) => isOfOlm(change) || grants(change));
}

/** Whether only images of workloads decide, as for an object that is read. */
function areImages(sources: readonly TextChange[], changes: readonly TextChange[]): boolean {
  const isImage = ({ field, before = '', after = '' }: TextChange): boolean =>
    /image/i.test(field) && !/catalog|index|bundle/i.test(`${field} ${before} ${after}`);
  return sources.length > 0 && sources.every(isImage) && !changes.some((change) => decides(change) || grants(change) || asksServer(change));
}

/** Whether the API server asks another server: for a webhook, or for the conversion of a CRD. */
export function asksServer({ field }: TextChange): boolean {
  return /(?:^|\.)clientConfig\.(?:service\.\w+|url|caBundle)$/.test(field);
}
