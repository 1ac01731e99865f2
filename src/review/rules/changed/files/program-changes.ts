/**
 * Compares programs. Most run in images; programs of Pulumi, CDK and cdk8s that install operators or grant roles are recognised by their
 * words.
 */

import { RULES, verbsIn } from './role-rules.js';
import { type TextChange, textChanges } from './text-changes.js';

/** Names that only programs for OLM contain, in any spelling. */
const OLM =
  /operators\.coreos\.com|olm\.operatorframework\.io|catalog[_-]?source|operator[_-]?group|cluster[_-]?extension|operator[_-]?policy|starting[_-]?csv|install[_-]?plan[_-]?approval|source[_-]?namespace|\b(?:redhat|certified|community)-operators\b|\bredhat-marketplace\b/i;
/** A channel in the program, of an operator or of anything else. */
const CHANNEL = /channel(?:(?!channel)\w)*["'`]?\s*[:=]\s*["'`]/i;
const OPERATOR = /operator|\bolm\b|catalog/i;
/** Words that matter in any program. */
const BY_ITSELF =
  /cluster-admin|\bCluster_?Role|\bRoleBinding|rbac\.authorization\.k8s\.io|(?:source|catalog)\w*["'`]?\s*[:=]\s*["'`]?[\w./-]*-(?:catalog|operators)\b/;
/** Rights of a cloud that programs of Pulumi, CDK and CDKTF give. */
const OF_CLOUD = /pulumi|cdktf|aws-cdk/i;
const CLOUD_RIGHT =
  /\broles\/[a-z][\w.]|\barn:aws[\w-]{0,20}:(?:iam|eks)::|\biam\.|\w(?:Policy|Role|IAM)\w*\(|policy|permissions_?boundary|\bmembers?\b|role_?(?:definition|assignment)|principal/i;

/** The changes by which a program of Pulumi, CDK or CDKTF may give rights in a cloud. */
export function cloudRightsIn(changes: readonly TextChange[], text = ''): readonly TextChange[] {
  if (!OF_CLOUD.test(text)) return [];
  return changes.filter(({ field, before = '', after = '' }) => [before, after].some((value) => CLOUD_RIGHT.test(`${field}=${value}`)));
}

/** A private field of JavaScript, which looks like a comment of other languages. */
const PRIVATE_FIELD = /^([ \t]*)#(?=\w)/gm;

/** @returns all changes of a program that names something of OLM; for other programs, the lines that name a role or a catalog */
export function programChanges(before: string | undefined, after: string | undefined): readonly TextChange[] {
  const texts = [before, after].flatMap((text) => text ?? []);
  const isOfOlm = texts.some((text) => OLM.test(text) || (CHANNEL.test(text) && OPERATOR.test(text)));
  const cloud = texts.find((text) => OF_CLOUD.test(text));
  if (!isOfOlm && !cloud && !texts.some((text) => BY_ITSELF.test(text) || RULES.test(text))) return [];
  const [was, is] = [before, after].map((text) => text?.replace(PRIVATE_FIELD, '$1'));
  const changes = textChanges(was, is);
  if (isOfOlm) return changes;
  const rights = new Set([...verbsIn(changes, after), ...cloudRightsIn(changes, cloud)]);
  const isByItself = ({ field, before: from = '', after: to = '' }: TextChange): boolean =>
    [from, to].some((value) => BY_ITSELF.test(`${field}=${value}`));
  return changes.filter((change) => isByItself(change) || rights.has(change));
}
