/**
 * Recognises changes of unread files that bring no permission, as they would not in an object that is read: sizes and arguments of
 * programs, later forms of an API, entries of a list whose files are told by themselves, and new objects of a chart that only show or route.
 */

import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { bringsPower, givesNothing } from '../kind-effects.js';
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

/** A number of Pods, what a container may use, and numbers in its arguments. */
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
  const isNumber = ({ field, before = '', after = '' }: TextChange): boolean =>
    !/\.args\b/.test(field) || (before !== '' && before.replace(/\d+/g, '') === after.replace(/\d+/g, ''));
  const isPlain = (change: TextChange): boolean =>
    isVersion(change) ||
    (OF_PROGRAM.test(change.field) && isNumber(change) && !POWERFUL.test(`${change.before ?? ''} ${change.after ?? ''}`));
  return (reason === 'not-applied' || isOfUnbuilt === true) && changes.length > 0 && changes.every(isPlain);
}

/** Actions that write what the template does not show. */
const WRITES = /\{\{[^}]*\b(?:include|template|tpl|define|block|toYaml|toJson|fromYaml|nindent|indent|Files|lookup|printf|print|range)\b/;

/** Whether a template of a chart only brings objects of kinds that give nothing: a route, a Secret from a store, a dashboard. */
export function bringsOrdinary(was: UnreadFile | undefined, is: UnreadFile | undefined, changes: readonly TextChange[]): boolean {
  if (was || is?.reason !== 'chart-source' || !isInTemplates(is.path) || is.text === undefined || WRITES.test(is.text)) return false;
  const kinds = newKinds(changes);
  const isOrdinary = (kind: (typeof kinds)[number]): boolean => kind.isNew && VERSION.test(kind.apiVersion) && givesNothing(kind);
  return kinds.length > 0 && !NAMING.test(is.text) && apartFromWholes(changes).rest.every(isControl) && kinds.every(isOrdinary);
}

/** Words of Secrets for accounts, of addresses elsewhere, and of roles. */
const NAMING = /externalName|\btemplate:|service-?account|token|admin|role/i;

/** The kinds of the objects that a template has now and had not. */
function newKinds(changes: readonly TextChange[]): readonly (Parameters<typeof givesNothing>[0] & { readonly isNew: boolean })[] {
  const versions = new Map(changes.flatMap(({ of, field, after }) => (of !== undefined && field === 'apiVersion' ? [[of, after]] : [])));
  return apartFromWholes(changes).objects.map(({ of, isNew }) => ({
    apiVersion: versions.get(of) ?? '',
    kind: of.replace(/ .*$/s, ''),
    isNew,
  }));
}

/** Whether power can come through an object that a template of a chart brings. */
export function templateBringsPower(changes: readonly TextChange[]): boolean {
  return newKinds(changes).some((kind) => kind.isNew && bringsPower(kind));
}

/** Fields by which a patch gives Pods more than the object that it changes, takes an object away, or frees a namespace of its limits. */
const OF_POWER =
  /\b(?:securityContext|capabilities|command|volumes|volumeMounts|volumeDevices|envFrom|secretKeyRef|webhooks|clientConfig)\b|(?:^|\.)image$|\$patch|pod-security\.kubernetes\.io/;

/** Whether lines of a patch can bring something, whose object is not read. */
export function patchBringsPower({ reason }: UnreadFile, changes: readonly TextChange[]): boolean {
  const isPower = ({ of, field, before, after }: TextChange): boolean =>
    of !== undefined && after !== undefined && OF_POWER.test(field) && !(before !== undefined && /(?:^|\.)image$/.test(field));
  return reason === 'not-applied' && changes.some(isPower);
}
