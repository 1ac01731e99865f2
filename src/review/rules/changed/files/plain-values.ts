/** Tests whether changed values of a chart, in the object that applies it, are sizes, texts and versions that no template makes a right of. */

import { jsonText } from '../../../../base/manifest/format.js';
import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { isVersion, versionStep } from '../delivered-version.js';
import { onlyImageVersions, repositoryOfVersion } from '../documents/image-versions.js';
import { marksIn } from '../marks.js';
import { isSettingKey } from '../settings/setting-marks.js';
import { type TextChange, textChanges } from './text-changes.js';
import { holdsRights } from './values-of-rights.js';
import { OF_OLM } from './weighed-changes.js';

/** Words of guards, and of what counts as text for a program: nothing about these is plain. */
const NOT_PLAIN =
  /audit|scan|admission|secur|guard|kyverno|gatekeeper|falco|webhook|\bopa\b|(?:^|[.\]])\w*(?:env|envs|environment|args|commands?)(?:$|[.[])/i;
/** Fields for people, and fields of sizes and times: what a chart does with any other field is not known. */
const FOR_PEOPLE = /(?:^|[.\]])(?:title|description|colou?r|theme|displayName)$/i;
const SIZES =
  /(?:^|[.\]])(?:replicas|concurrency|replicaCount|size|storage|capacity|retention|interval|scrapeInterval|period|cpu|memory)$/i;
const PROBES = /(?:^|[.\]])(?:(?:initialDelay|period|timeout)Seconds|(?:failure|success)Threshold)$/;
/** The path that a probe asks for. */
const PROBED = /(?:^|[.\]])httpGet\.path$/;
/** What a program does when somebody asks for it. */
const ACTS = /admin|shutdown|delete|restart|reload|exec|reset|quit/i;
const OF_PROBE = /probe|liveness|readiness|startup/i;
const PLAIN = /^"?[\w#][\w .+-]{0,79}"?$/;
/** A number other than zero, with its unit. */
const SIZE = /^"?(?!0+[a-z]{0,3}"?$)(?!0\.)\d{1,20}(?:\.\d{1,9})?\s?[a-z]{0,3}"?$/i;
const BYTES = /[KMGTPkB]i?B?"?$/;
/** Words by which a text can be a role, a group or a place, whatever its field is called. */
const OF_RIGHTS = /admin|\bedit\b|role|group|user|account|system:|kube-|openshift|^"?\/|polic|privileged/i;
/** Fields with the version of a program. */
const OF_VERSION = /(?:^|[.\]"])(?:version|tag|appVersion)(?:"\])?$/;
/** A version of three parts, by whatever name: a number alone can be an identity, and four parts an address. */
const FULL_VERSION = /^"?v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?(?:@sha256:[0-9a-f]{64})?"?$/;

/**
 * Whether each changed value is one of these.
 *
 * @param before the values, as an object or as the text of a YAML file
 */
export function arePlainValues(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map(textOfValues);
  if (was === undefined || is === undefined) return false;
  const changes = textChanges(was, is);
  return (
    changes.length > 0 &&
    !hasOtherTexts(was, is) &&
    changes.every((change) => isVersionOfProgram(change) || isNextImage(change) || isEveryday(change))
  );
}

/** Names of what brings objects, or programs of an operator: what comes with another version is not known. */
const BRINGS = /catalog|index|bundle|operator|subscription|channel|csv|olm|chart|release|manifest|helm|source|revision/i;

/** Whether an image of the same repository gets a later version, as in a Deployment. */
function isNextImage({ of, field, before, after }: TextChange): boolean {
  return (
    of === undefined &&
    !BRINGS.test(`${field} ${before} ${after}`) &&
    !NOT_PLAIN.test(field) &&
    before !== undefined &&
    onlyImageVersions(before, after)
  );
}

/** Whether a program gets its next version. */
function isVersionOfProgram(change: TextChange): boolean {
  return OF_VERSION.test(change.field) && isNextVersion(change) && !BRINGS.test(change.field) && !NOT_PLAIN.test(change.field);
}

/**
 * What is left of values without those that are plain; of a version only that there is one. Values that differ in plain values alone have
 * the same rest.
 *
 * @param values as an object or as the text of a YAML file
 */
export function restOfValues(values: unknown): unknown {
  const text = textOfValues(values);
  if (text === undefined) return values;
  return textChanges('{}', text)
    .filter((change) => !isEveryday(change))
    .map(({ of, field, after = '' }) => {
      if (BRINGS.test(`${field} ${after}`) || NOT_PLAIN.test(field)) return [of, field, after];
      return [of, field, OF_VERSION.test(field) && FULL_VERSION.test(after) ? 'a version' : (repositoryOfVersion(after) ?? after)];
    });
}

/**
 * The parameters of Helm in an Application as values, and what else they say; nothing if they are written in another way.
 *
 * @example
 * parametersAsValues([{ name: 'image.tag', value: '1.2.3' }]) // { values: { 'image.tag': '1.2.3' }, rest: [{ name: 'image.tag' }] }
 */
export function parametersAsValues(parameters: unknown): { readonly values: unknown; readonly rest: unknown } | undefined {
  if (!Array.isArray(parameters)) return undefined;
  const isPair = (one: unknown): one is { name: string; value: string } =>
    isMapping(one) && typeof one.name === 'string' && typeof one.value === 'string';
  const names = new Set(parameters.map((one) => (isPair(one) ? one.name : undefined)));
  if (names.size < parameters.length || names.has(undefined)) return undefined;
  return {
    values: Object.fromEntries(parameters.filter(isPair).map(({ name, value }) => [name, value])),
    rest: parameters.filter(isPair).map(({ value: _, ...rest }) => rest),
  };
}

/** Whether two texts of objects differ only in later versions of the same images and charts. */
export function onlyNextVersions(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const changes = textChanges(before, after);
  const isNext = (change: TextChange): boolean =>
    /(?:^|\.)(?:version|tag)$/.test(change.field) && isNextVersion({ ...change, of: undefined });
  const isOfOlm = changes.some(({ of = '' }) => OF_OLM.test(of));
  return changes.length > 0 && !isOfOlm && changes.every((change) => isNext(change) || onlyImageVersions(change.before, change.after));
}

function isEveryday({ of, field, before, after }: TextChange): boolean {
  if (of !== undefined || OF_RIGHTS.test(field) || NOT_PLAIN.test(field)) return false;
  const texts = [before ?? after ?? '', after ?? before ?? ''];
  // With a unit of bytes on one side alone, one of both is next to nothing.
  if (SIZES.test(field)) return texts.every((text) => SIZE.test(text)) && new Set(texts.map((text) => BYTES.test(text))).size === 1;
  if (PROBES.test(field) && OF_PROBE.test(field)) return texts.every((text) => /^"?\d{1,6}"?$/.test(text));
  if (PROBED.test(field) && OF_PROBE.test(field))
    return texts.every((text) => /^"?\/?(?!\/)[\w./-]{0,80}"?$/.test(text) && !ACTS.test(text));
  return FOR_PEOPLE.test(field) && texts.every((text) => PLAIN.test(text) && !OF_RIGHTS.test(text));
}

/** A mark of the objects that a chart makes. */
const MARK = /(?:^|[.\]])annotations\["([^"/]+\/[^"]+)"\]$/;

/** Names by which annotations guard, lead or copy something. */
const GUARDS =
  /auth|allow|deny|white|black|snippet|inject|replicat|reflect|middleware|proxy|rbac|role|polic|token|secret|redirect|rewrite|backend|server|exec|admin|access/i;

/** Whether each changed value is plain, or an annotation that the review does not know: it says so of any other object, too. */
export function areUnknownMarks(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map(textOfValues);
  if (was === undefined || is === undefined || hasOtherTexts(was, is)) return false;
  const isUnknown = (change: TextChange): boolean => {
    const [, key] = MARK.exec(change.field) ?? [];
    if (key === undefined || change.after === undefined || GUARDS.test(key) || holdsRights(change)) return false;
    return marksIn(key, change.after ?? change.before, '').length === 0 && !isSettingKey(key);
  };
  // A list of annotations can begin or end with one.
  const isEmpty = ({ before, after }: TextChange): boolean => (before ?? after) === '{}';
  return textChanges(was, is).every((change) => isEmpty(change) || isUnknown(change) || isNextVersion(change) || isEveryday(change));
}

/** Whether a value becomes the next version of three parts. */
export function isNextVersion({ of, before = '', after = '' }: TextChange): boolean {
  if (of !== undefined || !FULL_VERSION.test(before) || !FULL_VERSION.test(after)) return false;
  const [was, is] = [before, after].map((text) => text.replace(/"/g, '')) as [string, string];
  return isVersion(was) && isVersion(is) && versionStep(was, is) === 'next';
}

/** Whether a text of several lines comes or goes: a template can make anything of it. */
function hasOtherTexts(was: string, is: string): boolean {
  const textsOf = (values: string): string[] =>
    (values.match(/"(?:[^"\\]|\\.)*"/g) ?? []).filter((text) => /\n/.test(JSON.parse(text) as string));
  return textsOf(was).join() !== textsOf(is).join();
}

function textOfValues(values: unknown): string | undefined {
  if (typeof values !== 'string') return isMapping(values) ? jsonText(values) : undefined;
  const { documents, problems } = parseDocuments({ file: '', text: values });
  const [only] = documents;
  return problems.length === 0 && documents.length === 1 && isMapping(only?.value) ? jsonText(only.value) : undefined;
}
