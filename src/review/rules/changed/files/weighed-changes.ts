/** Describes changed lines in a few words, the ones first that install another operator, or grant something. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { printable } from '../../../../base/manifest/printable.js';
import { startOf } from '../../../../base/manifest/whole-escapes.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { partsThatDiffer } from '../documents/parts-that-differ.js';
import { HIDDEN, isSecretPath, withoutSecrets } from '../documents/redacted.js';
import { changesBySource } from './changes-by-source.js';
import { inControls, inRules } from './said-lines.js';
import { type TextChange, textChanges } from './text-changes.js';
import { inWholes, LOOKS_UP, withWholeJobs } from './whole-objects.js';

export const SHOWN = 6;
const LONGEST = 120;

/** The field `state: absent` of a task of Ansible. */
const ABSENT = /^(.*\[".*"\](?:\["[\w.]+"\]|\.[\w.]+))\.state$/s;

/** The same field of a task for objects of a cluster. */
const OF_CLUSTER = /(?:\["(?:kubernetes\.core|community\.okd|redhat\.openshift)\.\w+"\]|\.(?:k8s|helm))\.state$/;

/** The changes without those of whole tasks that delete objects: such a task brings nothing. */
export function withoutDeletions(changes: readonly TextChange[]): readonly TextChange[] {
  const tasks = changes.flatMap(({ of, field, before, after }) => {
    const [, task] = ABSENT.exec(field) ?? [];
    return of === undefined && task !== undefined && before === undefined && after === 'absent' ? [`${task}.`] : [];
  });
  if (tasks.length === 0) return changes;
  return changes.filter(
    ({ of, field, before }) => of !== undefined || before !== undefined || !tasks.some((task) => field.startsWith(task)),
  );
}

/** @param first changes that decide whatever their words are */
export function byWeight(changes: readonly TextChange[], first: readonly TextChange[] = []): readonly TextChange[] {
  const isFirst = new Set(first);
  // The kind of an object says more than its version.
  const isVersion = ({ field }: TextChange): boolean => /\.api_?version$/i.test(field);
  const weight = (change: TextChange): number =>
    OF_CIPHERS.test(change.field)
      ? -1
      : (isPower(change) ? 2 : 0) +
        Number(isFirst.has(change) || decides(change)) -
        (isVersion(change) ? 0.5 : 0) -
        (READS.test(change.field) ? 0.25 : 0);
  return changes.toSorted((a, b) => weight(b) - weight(a));
}

/** Fields of roles and bindings. */
const OF_RBAC = /^(?:rules|subjects|roleRef)\b/;

/** Whether a role or a binding gets something, such as a subject. */
function isPower({ field, after = '' }: TextChange): boolean {
  return OF_RBAC.test(field) && after !== '' && after !== 'null' && !/\.(?:kind|apiGroup|namespace)$/.test(field);
}

/**
 * The changes of a file in a few words; empty if they cannot be described. Also whether they grant permissions when applied, or belong to
 * OLM.
 */
export function changesIn(
  was: UnreadFile | undefined,
  is: UnreadFile | undefined,
): { readonly text: string; readonly isGrant?: boolean; readonly isOfOlm?: boolean } {
  if ([was, is].every((side) => side?.text === undefined && side?.sources === undefined)) return { text: '' };
  const changes = byWeight(changesBySource(was, is, textChanges));
  return { text: changesText(changes), isGrant: changes.some(grants), isOfOlm: changes.some(({ of = '' }) => OF_OLM.test(of)) };
}

/**
 * The changes of a value with many fields, such as the objects in a policy.
 * @param isHidden whether a value must not be printed
 */
export function changesOfValue(was: unknown, is: unknown, isHidden: (change: TextChange) => boolean): string {
  // A text is compared as what it contains.
  const [before, after] = [was, is].map((value) => (value === undefined || typeof value === 'string' ? value : jsonText(value)));
  const hidden = (change: TextChange): TextChange => (isHidden(change) ? { of: change.of, field: change.field } : change);
  // A value has no lines that control others.
  return changesText(byWeight(textChanges(before, after)).map(hidden), SHOWN, false);
}

/**
 * @param most how many are written out
 * @param isOfFile whether they are lines of a file, which can be a template
 */
export function changesText(changes: readonly TextChange[], most = SHOWN, isOfFile = true): string {
  const filled = withWholeJobs(changes.filter((change) => !isEmpty(change)).map(withoutValue));
  const wholes = inWholes(filled, weightIn, shown);
  const controls = isOfFile ? inControls(wholes.rest, shown, wholes.texts.length > 0) : { texts: [], rest: wholes.rest };
  const rules = inRules(controls.rest, shown);
  const texts = [...wholes.texts, ...rules.texts];
  const said = rules.rest.filter((change) => !isOnlySigns(change));
  const left = said.length > 0 || texts.length > 0 ? said : filled.length > 0 ? filled : changes.map(withoutValue);
  const times = groupBy(left.map(changeText), (phrase) => phrase);
  const phrases = [...times].map(([phrase, { length }]) => (length === 1 ? phrase : `${phrase} (${length} times)`));
  return [listed([...texts, ...phrases], 'changes', most), ...controls.texts].filter((text) => text !== '').join(', ');
}

/** A switch, or no value. */
const NO_SECRET = /^(?:true|false|null|""|\[\]|\{\}|\(removed\))?$/;

/** A value that SOPS encrypted, and what SOPS writes beside such values at each encryption. */
const CIPHER = /^"?ENC\[/;
const OF_CIPHERS = /(?:^|\.)sops\.(?:version|lastmodified|mac)$/;

/** A change without the secret that it gives a value to. */
function withoutValue(change: TextChange): TextChange {
  const { of, field, before, after } = change;
  if (before !== undefined && after !== undefined && CIPHER.test(before) && CIPHER.test(after)) return { of, field };
  if (!isSecretPath(field) || [before, after].every((value = '') => NO_SECRET.test(value))) return change;
  if (before !== undefined && after !== undefined) return { of, field };
  return { of, field, ...(before === undefined ? { after: HIDDEN } : { before: HIDDEN }) };
}

/** The weight of a field of a whole object: a powerful role, a role, the source of an operator. */
function weightIn(change: TextChange): number {
  const { of = '', field, before = '', after = '' } = change;
  if (/cluster-admin/.test(before + after)) return 4;
  if (/^roleRef\.name$/.test(field)) return /^"?(?:admin|edit)"?$/.test(after || before) ? 3.5 : 3;
  // Verbs that make their subject anybody come before a role that is not known.
  if (/\.verbs\b/.test(field) && /\b(?:escalate|impersonate|bind)\b/.test(before + after)) return 3.25;
  if (GRANTS.test(of) && /\*|\b(?:escalate|impersonate|bind|secrets)\b/.test(before + after)) return 2.5;
  if (GRANTS.test(of)) return 2;
  return FIELD.test(field) || isOfSource(change) || LOOKS_UP.test(after || before) ? 1 : 0;
}

/** Fields of an object of OLM: the installed package, and the source of a catalog. */
const OF_SOURCES = /^spec\.(?:name|image|address|priority|source\.image\.ref)$/;

/** A null value counts as absent. */
function isEmpty({ before, after }: TextChange): boolean {
  return (before ?? after) === 'null' && (after ?? 'null') === 'null';
}

/** A line of brackets, which ends what another changed line begins. */
function isOnlySigns({ of, field, before = '', after = '' }: TextChange): boolean {
  return of === undefined && field === '' && !/[\p{L}\p{N}_]/u.test(`${before}${after}`);
}

/** The `name` of an entry that is listed by its name, such as a task of a playbook. */
const NAME_OF_ENTRY = /^(.*\["(.*)"\])\.name$/s;

/** The entry that a change adds or removes by its name; undefined for any other change. */
export function entryOf({ of, field, before, after }: TextChange): string | undefined {
  const [, entry, name] = NAME_OF_ENTRY.exec(field) ?? [];
  const isWhole = (before === undefined) !== (after === undefined) && JSON.stringify(before ?? after) === `"${name}"`;
  return isWhole ? [of, entry].filter(Boolean).join(' ') : undefined;
}

function changeText(change: TextChange): string {
  const { of, before, after } = change;
  const entry = entryOf(change);
  if (entry !== undefined) return `${entry} ${before === undefined ? 'is new' : 'is removed'}`;
  const { field } = change;
  if (of === undefined && isCode(change))
    return `${field}: ${shown(before ?? after ?? '')} ${before === undefined ? 'is new' : 'is removed'}`;
  const where = [of, field].filter(Boolean).join(' ');
  if (before !== undefined && after !== undefined) {
    const [was, is] = [before, after].map(shown) as [string, string];
    // Long texts that begin alike differ behind what is shown.
    const [old, now] = was === is ? partsThatDiffer(before.trim(), after.trim(), LONGEST).map(shown) : [was, is];
    return `${where === '' ? 'a line' : where} changes from ${old} to ${now}`;
  }
  if (before === undefined && after === undefined) return `${where} differs`;
  return `${where === '' ? '' : `${where} `}${shown(before ?? after ?? '')} ${before === undefined ? 'is new' : 'is removed'}`;
}

export function shown(text: string): string {
  const line = printable(withoutSecrets(text.trim()));
  return line === '' ? '""' : line.length > LONGEST ? `${startOf(line, LONGEST)}…` : line;
}

/** Fields and words that install another operator, version or catalog, or the same one elsewhere. */
const FIELD =
  /(?:^|[.\]_-])(?:channel|source|sourceNamespace|defaultNamespace|catalog\w*|version|versions|startingCSV|csv|approval|chartVersion|\w{0,99}Approval|namespace|targetNamespaces|packageName|package|upgradeStrategy|complianceType|remediationAction)$/i;
/** Such a field within a line. */
const WRITTEN_FIELD = /(?:^|[\W_])(?:channel|source|sourceNamespace|catalog\w*|startingCSV|\w{0,99}Approval)["'`]?\s*(?::=|[:=])\s*["'`]/i;
export const OF_OLM =
  /operators\.coreos\.com|olm\.operatorframework\.io|\b(?:Subscription|OperatorGroup|CatalogSource|ClusterExtension|OperatorPolicy)\b/;
/** A command that gives a right, or takes a guard away. */
const COMMAND =
  /\b(?:kubectl|oc)\b.{0,99}(?:\bcreate\s+(?:cluster)?role|\bpolicy add-|\bcertificate approve|\b(?:label|annotate)\s.{0,99}(?:enforce=|role-arn=)|\b(?:delete|patch|scale)\s.{0,99}(?:webhook|polic|quota|rolebinding|customresourcedefinition|\bcrds?\b))/i;
const GRANTS =
  /cluster-admin|kubernetes_(?:cluster_)?role|\b(?:Cluster)?Role(?:Binding)?\b|rbac\.authorization\.k8s\.io|add-(?:cluster-)?role-to/;

/** Charts: their own version is only a name and decides nothing. */
export const CHART = /(?:^|\/)Chart\.ya?ml$/;

/** The metadata that Validated Patterns have of a pattern. */
const PATTERN = /(?:^|\/)pattern-metadata\.ya?ml$/;

/** Whether a change is one of the version that a file gives itself. */
export function isOwnVersion({ of, field }: TextChange, path: string): boolean {
  if (of !== undefined) return false;
  return CHART.test(path) ? /^(?:appVersion|version)$/.test(field) : PATTERN.test(path) && /^(?:metadata|pattern)_version$/.test(field);
}

function isOfSource({ of = '', field }: TextChange): boolean {
  return OF_OLM.test(of) && OF_SOURCES.test(field);
}

/** The fields of an Ansible task that only reads objects. */
const READS = /(?:^|\])(?:\["kubernetes\.core\.k8s_info"\]|\.k8s_info)\.[\w.[\]]+$/;

/** Whether it is the title of a task: no name of an object or a role has a blank. */
function isTitle({ field }: TextChange): boolean {
  return /\s/.test(NAME_OF_ENTRY.exec(field)?.[2] ?? '');
}

/** An expression of a program: the words of a dotted name or a call. */
const EXPRESSION = /^[A-Za-z_]\w*[.(][\w.(), ]*,?$/;

/** A field that a program of Go gives the value of an expression. */
function isCode({ field, before, after }: TextChange): boolean {
  return /^[A-Z]\w*$/.test(field) && (before === undefined) !== (after === undefined) && EXPRESSION.test(before ?? after ?? '');
}

/** A call without arguments that are texts. */
const CALL = /^[A-Za-z_][\w.]*\([\w., ]*\)$/;

/** No Namespace has the name of an expression, and no version that of a call. */
function isExpression({ of, field, before = '', after = '' }: TextChange): boolean {
  const fits = /^\w*namespace$/i.test(field)
    ? EXPRESSION
    : of === undefined && before === '' && /^versions?$/.test(field)
      ? CALL
      : undefined;
  return fits !== undefined && [before, after].every((value) => value === '' || fits.test(value));
}

/** Kinds whose version is that of what they install or apply. */
const INSTALLS =
  /^(?:Add|Application|Argo|Bundle|Catalog|Channel|Cluster(?:Extension|Version)|Component|Config|Gitops|Helm|Install|Kustom|Manage|Manifest|Operator|Package|Placement|Policy|Provider|Resource|Subscription|Template|Terraform)|(?:Deployment|Operator|Policy|Release|Repository|Set|Source|Template)$/i;

/** Whether a field is the version of an object that installs nothing from elsewhere. */
function isPlainVersion({ of = '', field }: TextChange): boolean {
  const [kind = '', name] = of.split(' ');
  return name !== undefined && /^[A-Z][A-Za-z]+$/.test(kind) && /^spec\.version$/.test(field) && !INSTALLS.test(kind);
}

export function decides(change: TextChange): boolean {
  const { of = '', field, before = '', after = '' } = change;
  if (READS.test(field) || isTitle(change) || isExpression(change) || isPlainVersion(change)) return false;
  // A task applies the object that it deleted.
  if (OF_CLUSTER.test(field) && before === 'absent' && after !== '') return true;
  const words = `${of} ${before} ${after}`;
  return (
    FIELD.test(field) ||
    OF_OLM.test(words) ||
    LOOKS_UP.test(after) ||
    GRANTS.test(words) ||
    WRITTEN_FIELD.test(words) ||
    COMMAND.test(after)
  );
}

export function grants(change: TextChange): boolean {
  const { of = '', field, after } = change;
  return after !== undefined && !READS.test(field) && !isTitle(change) && GRANTS.test(`${of} ${after}`);
}

const NO_TARGETS = /^(?:\[\]|\(removed\))$/;

/** An OperatorGroup without targets targets all namespaces. */
export function isWider({ of = '', field, before, after }: TextChange): boolean {
  return (
    /^OperatorGroup\b/.test(of) &&
    /^spec(?:\.targetNamespaces|\.selector)?$/.test(field) &&
    (after === undefined || NO_TARGETS.test(after)) &&
    // Without a patch that removes the targets, those of the base count.
    !(before !== undefined && NO_TARGETS.test(before)) &&
    before !== after
  );
}
