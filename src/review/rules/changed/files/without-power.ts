/**
 * Recognises changes of unread files that bring no permission, as they would not in an object that is read: sizes and arguments of
 * programs, later forms of an API, entries of a list whose files are told by themselves, and new objects of a chart that only show or route.
 */

import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { isEveryday, isHarmlessWhenGone, isReviewedKind, settingOfKind } from '../kind-effects.js';
import { isInTemplates } from './chart-templates.js';
import { isControl, type TextChange } from './text-changes.js';
import { apartFromWholes } from './whole-objects.js';

/** The lists of a kustomization whose local entries are files, each of which is told by itself. */
const LISTED = /^(?:resources|bases|components)(?:\[\d+\])?$/;
/** A path below or beside the kustomization; a first step with a dot can be the host of a repository. */
const LOCAL = /^(?:\.{1,2}\/)*(?:[\w-]+(?:\/[\w.-]+)*|[\w-]+\.ya?ml)\/?$/;

/** Whether a kustomization that cannot be built only lists other files of its repository. */
export function onlyLists({ reason }: UnreadFile, changes: readonly TextChange[]): boolean {
  const isLocal = (value: string | undefined): boolean => value === undefined || LOCAL.test(value);
  const isEntry = ({ of, field, before, after }: TextChange): boolean =>
    of === undefined && LISTED.test(field) && (before ?? after) !== undefined && isLocal(before) && isLocal(after);
  return reason === 'not-applied' && changes.length > 0 && changes.every(isEntry);
}

/** A number of Pods, what a container may use, and its arguments. */
const OF_PROGRAM =
  /^spec\.(?:replicas|(?:jobTemplate\.spec\.)?template\.spec\.(?:containers|initContainers)(?:\[[^\]]{1,99}\]|\.[\w-]{1,99})\.(?:name|resources\b.*|args\b.*))$/;
/** What an argument can be that decides who is asked, or what is run. */
const POWERFUL =
  /\b(?:oc|kubectl|curl|wget|bash|sh|python3?|admin|token|anonymous|authorization|kubeconfig|insecure|impersonate)\b|:\/\/|[;&|`$<>]/i;
const VERSION = /^(?:[\w.-]+\/)?v\d+(?:(?:alpha|beta)\d+)?$/;

/** Whether only such fields differ in a file of a kustomization that cannot be built. */
export function isOfPrograms({ reason, isOfUnbuilt }: UnreadFile, changes: readonly TextChange[]): boolean {
  const isVersion = ({ field, before = '', after = '' }: TextChange): boolean =>
    field === 'apiVersion' && [before, after].every((text) => VERSION.test(text)) && groupOf(before) === groupOf(after);
  const isPlain = (change: TextChange): boolean =>
    isVersion(change) || (OF_PROGRAM.test(change.field) && !POWERFUL.test(`${change.before ?? ''} ${change.after ?? ''}`));
  return (reason === 'not-applied' || isOfUnbuilt === true) && changes.length > 0 && changes.every(isPlain);
}

/** Actions that write what the template does not show. */
const WRITES = /\{\{[^}]*\b(?:include|template|tpl|define|block|toYaml|toJson|fromYaml|nindent|indent|Files|lookup|printf|print|range)\b/;

/** Whether a template of a chart only brings objects of kinds that give nothing: a route, a Secret from a store, a dashboard. */
export function bringsOrdinary(was: UnreadFile | undefined, is: UnreadFile | undefined, changes: readonly TextChange[]): boolean {
  if (was || is?.reason !== 'chart-source' || !isInTemplates(is.path) || is.text === undefined || WRITES.test(is.text)) return false;
  const { objects, rest } = apartFromWholes(changes);
  const versions = new Map(changes.flatMap(({ of, field, after }) => (of !== undefined && field === 'apiVersion' ? [[of, after]] : [])));
  return objects.length > 0 && rest.every(isControl) && objects.every(({ of, isNew }) => isNew && isOrdinary(versions.get(of), of));
}

/** @param of kind and name of an object */
function isOrdinary(apiVersion: string | undefined, of: string): boolean {
  const kind = { apiVersion: apiVersion ?? '', kind: of.replace(/ .*$/s, '') };
  if (!/^\w+$/.test(kind.kind) || !VERSION.test(kind.apiVersion) || !isReviewedKind(kind)) return false;
  const setting = settingOfKind(kind);
  return isEveryday(kind) || isHarmlessWhenGone(kind) || (setting !== undefined && setting.brings !== true && setting.added !== 'error');
}
