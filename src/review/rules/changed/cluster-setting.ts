/** Reports objects that control the whole cluster: logins, Pod permissions, nodes, admission policies and others. */

import { stringify } from 'safe-stable-stringify';
import { type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { type FieldPath, walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { type Setting, STEPS } from '../../../base/tools/setting.js';
import type { Presence } from '../../../olm/model/claim.js';
import type { Severity } from '../../../olm/model/finding.js';
import { areWrittenAlike } from '../../state/objects.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { boundAgain } from './settings/bound-again.js';
import { gainsOnlyNew, placesOnlyNew } from './settings/placements.js';
import { content, counts } from './settings/setting-content.js';
import { metadataChanges } from './settings/setting-marks.js';
import { settingPairs } from './settings/setting-pairs.js';
import { severityOf } from './settings/setting-severity.js';
import { onlyCloses } from './settings/traffic.js';

export const clusterSetting = riskRule('cluster-setting', 'error', 'A cluster-wide setting is new or changed', {
  class: 'cluster',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  meaning:
    "The change adds or alters an object that has the effect of a permission: a SecurityContextConstraints, MachineConfig, OpenShift's logins, tokens, passwords or release, an admission policy of Kubernetes, Kyverno or Gatekeeper or an exception, aws-auth, argocd-cm, argocd-cmd-params-cm, argocd-rbac-cm and argocd-secret, the fields of an ArgoCD that its operator makes them from, a PersistentVolume on a node, a Namespace's Pod Security label, an account's cloud identity, a Velero Restore, a ManifestWork, WorkflowTemplate, PushSecret or similar object. It is an error if somebody can become cluster-admin through it, if it applies unreviewed objects, or if an admission policy changes or is removed. It is a warning for a new or newly enforcing policy, and for objects that limit others, such as a NetworkPolicy.",
  attack: "A SecurityContextConstraints lets one account's Pods be privileged. No role and no binding changes.",
  fix: 'Read the object, and accept it in the baseline if it is intended.',
  compare: ({ state: base }, access) => {
    const { state: head } = access;
    const pairs = settingPairs(base, head);
    const gone = pairs.flatMap(({ before, after }) => (before && !after ? [before] : []));
    const changed = pairs.flatMap(({ before, after }): Discovery[] => {
      if (!after) return [];
      const { object, setting } = after;
      const old = before?.object;
      const now = content(object, setting);
      if (old && (content(old, setting) === now || areWrittenAlike(old, object))) return [];
      const found = !old && onlyCloses(object, base) ? undefined : severityOf(object, setting, old);
      if (found === undefined) return [];
      const isOfNew = old ? gainsOnlyNew(old, object, base, head) : placesOnlyNew(object, base, head);
      const severity = found === 'error' && isOfNew ? 'warning' : found;
      const bound = boundAgain(object, old ? [old] : gone.map((one) => one.object), base, access);
      const decides = `${setting.decides}${bound ?? ''}`;
      const worst = bound === undefined ? severity : 'error';
      const isLess = old !== undefined && onlyLosesEntries(old, object, setting);
      const brought = setting.brings && !isLess ? { effect: 'unknown' as const } : {};
      if (!old) return [{ ...discovery(worst, object, 'added', decides, [now]), ...brought }];
      const { text, claims } = whatDiffers(old, object, (at) => counts(setting, at));
      const isSameProgram = setting === STEPS && claims.length > 0 && claims.every(isOfProgram) && areWords(old, object);
      if (isSameProgram && !NAMES_RIGHTS.test(sortedText(object.spec ?? null)))
        return [{ ...discovery(worst, object, 'changed', `${decides}${text}`, [now]), claims, effect: 'none' as const }];
      const effect = isApart(claims, setting) ? {} : brought;
      return [{ ...discovery(isLess ? 'info' : worst, object, 'changed', `${decides}${text}`, [now]), claims, ...effect }];
    });
    const removed = gone.flatMap(({ object, setting }): Discovery[] => {
      const decides = runsReview(object) ? `${setting.decides}; it no longer runs this review` : setting.decides;
      const severity = setting.gone ?? (decides === setting.decides ? undefined : 'warning');
      if (severity === undefined) return [];
      const found = discovery(severity, object, 'removed', decides, ['gone', content(object, setting)]);
      return [{ ...found, place: base.placeOf(referenceTo(object)) }];
    });
    return [...changed, ...removed, ...metadataChanges(base, head)];
  },
});

/** What a step of Tekton does, as the account that it had: for a Deployment, too, it brings no permission. */
const OF_PROGRAM: ReadonlySet<string> = new Set(['script', 'command', 'args', 'env', 'workingDir', 'description', 'timeout', 'retries']);
/** What such a step can ask the API server for. */
const NAMES_RIGHTS =
  /cluster-admin|system:masters|\b(?:oc|kubectl|helm|tkn|argocd|kustomize|curl|wget)\b|kube_?config|token|LD_PRELOAD|\$\(\w+\.service_?account|service_?account_?name\W{1,5}\$/i;

/** Whether a field is one of a program, or an entry of it that is written there. */
function isOfProgram(at: FieldPath): boolean {
  const names = at.map(String);
  return (isParameter(at) || names.some((name) => OF_PROGRAM.has(name))) && !names.includes('valueFrom');
}

function isParameter(at: FieldPath): boolean {
  return at.includes('params') && /^(?:default|value)$/.test(String(at.at(-1)));
}

/** Whether the parameters of HEAD that BASE has not are words: no image, no address and no right. */
function areWords(old: KubernetesObject, object: KubernetesObject): boolean {
  const valuesOf = ({ spec }: KubernetesObject): readonly string[] => {
    const found: string[] = [];
    walk(spec, (value, at) => {
      if (isParameter(at)) found.push(typeof value === 'string' ? value : sortedText(value));
      return false;
    });
    return found;
  };
  const known = new Set(valuesOf(old));
  return valuesOf(object).every((value) => known.has(value) || (/^[\w.-]{0,60}$/.test(value) && !/admin|privileged|system/i.test(value)));
}

/** Whether nothing that differs brings anything. */
function isApart(claims: readonly FieldPath[], { apart = [] }: Setting): boolean {
  const isNamed = (step: string): boolean => apart.some((one) => (one.endsWith('*') ? step.startsWith(one.slice(0, -1)) : one === step));
  return apart.length > 0 && claims.length > 0 && claims.every((at) => at.some((step) => isNamed(String(step))));
}

/** Whether only lists get shorter, or have another order, whose entries are what an object brings. */
function onlyLosesEntries(old: KubernetesObject, object: KubernetesObject, { lists = [] }: Setting): boolean {
  const split = ({ spec }: KubernetesObject): readonly [rest: string, entries: readonly string[]] => {
    const fields = fieldsOf(spec);
    const entries = lists.flatMap((list) => {
      const value = fields[list];
      return Array.isArray(value) ? value.map((entry) => `${list} ${sortedText(entry)}`) : [];
    });
    return [sortedText(Object.fromEntries(Object.entries(fields).filter(([field]) => !lists.includes(field)))), entries];
  };
  const [[rest, before], [other, after]] = [split(old), split(object)];
  return lists.length > 0 && rest === other && after.length <= before.length && after.every((entry) => before.includes(entry));
}

/** Whether the programs of an object run this review: a task of Tekton or Argo Workflows. */
function runsReview({ spec }: KubernetesObject): boolean {
  return /cdk8s-olm(?:@\S+)?\s+(?:gate|review|check|lock)\b/.test(stringify(spec ?? null) ?? '');
}

const SAYS: Readonly<Record<Presence | 'changed', (decides: string) => string>> = {
  added: (decides) => `is new and decides ${decides}`,
  changed: (decides) => `is changed and decides ${decides}`,
  removed: (decides) => `was removed; it decided ${decides}`,
};

function discovery(
  severity: Severity,
  object: KubernetesObject,
  how: Presence | 'changed',
  decides: string,
  identity: readonly string[],
): Discovery {
  return {
    severity,
    subject: referenceTo(object),
    says: SAYS[how](decides),
    ...(how === 'changed' ? {} : { presence: how }),
    fix: `${how === 'removed' ? 'keep it' : 'read it'}, or accept it in the baseline if it is meant`,
    identity,
  };
}
