/** Reports ConfigMaps for programs that are not in the input: their effect is not known. */

import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { walk } from '../../../base/manifest/field-path.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { onlyImageVersions } from './documents/image-versions.js';
import { settingOf } from './settings/setting-of.js';

export const foreignConfiguration = riskRule(
  'foreign-configuration',
  'warning',
  'A program that is not in the input gets another configuration',
  {
    class: 'cluster',
    references: ['CWE-15: External Control of System or Configuration Setting'],
    meaning:
      "The change adds or alters a ConfigMap in a namespace where nothing of the input runs, or alters a ConfigMap or Secret that no object of the input names. The program that reads it, and that program's permissions, are not in the input. Dashboards, rules of Prometheus and other versions of the same images are a note.",
    attack: 'The ConfigMap of an image proxy names a plugin, which the proxy downloads and runs with its own permissions.',
    fix: 'Find out what the program does with the ConfigMap, and accept the change in the baseline.',
    looksAt: (object) => DATA.has(object.kind) && object.apiVersion === 'v1' && !settingOf(object),
    pair: ({ before, after }, { state: head }) => {
      const isMeant = isForeign(after, head) || (before && isReadByNobody(after, head));
      if (!isMeant || (before && sortedText(contentOf(before)) === sortedText(contentOf(after)))) return [];
      const differs =
        before && whatDiffers(before, after, ([field]) => field === 'data' || field === 'binaryData' || field === 'stringData');
      const isVersion = before !== undefined && onlyImageVersions(contentOf(before), contentOf(after));
      const areRules = holdsRules(after) && (before === undefined || holdsRules(before));
      return [
        {
          ...(isVersion || isDashboard(after) || areRules ? { severity: 'info' as const } : {}),
          says: `is ${before ? 'changed' : 'new'}, and the program that reads it is not in the input${differs?.text ?? ''}`,
          fix: 'find out what the program does with it, and accept it in the baseline',
          identity: [sortedText(contentOf(after))],
          ...(differs ? { claims: differs.claims } : {}),
          ...(namesMore(before, after) && !areRules ? { effect: 'unknown' as const } : {}),
        },
      ];
    },
  },
);

/** Words of identities, roles and manifests: a program that is not in the input can grant by them. */
const GRANTING =
  /cluster-admin|system:masters|(?:^|[\W_])(?:(?:cluster)?role(?:s|binding|bindings)?|groups?|admins?|subjects|serviceaccounts?|policy|kind)(?:[\W_]|$)/i;

/** Whether a line with such a word is new or changed. */
function namesMore(before: KubernetesObject | undefined, after: KubernetesObject): boolean {
  const linesOf = (object: KubernetesObject | undefined): string[] =>
    [object?.data, object?.stringData].flatMap((data) =>
      Object.entries(fieldsOf(data)).flatMap(([key, value]) =>
        String(value)
          .split('\n')
          .map((line) => `${key} ${line.trim()}`),
      ),
    );
  const known = new Set(linesOf(before));
  return after.binaryData !== undefined || linesOf(after).some((line) => !known.has(line) && GRANTING.test(line));
}

/** Whether all that a ConfigMap holds are dashboards, by its label and by their panels: whoever reads it draws them. */
function isDashboard({ kind, metadata: { labels }, data, binaryData }: KubernetesObject): boolean {
  const texts = Object.values(fieldsOf(data));
  const isNamed = kind === 'ConfigMap' && Object.keys(labels ?? {}).some((label) => DASHBOARD.test(label));
  return isNamed && binaryData === undefined && texts.length > 0 && texts.every((text) => hasPanels(String(text)));
}

function hasPanels(text: string): boolean {
  try {
    const { panels, rows } = fieldsOf(JSON.parse(text));
    return Array.isArray(panels ?? rows) && !/cluster-admin|system:masters|role:admin|<script/i.test(text);
  } catch {
    return false;
  }
}

const DASHBOARD = /dashboard/i;

/** Fields of a rule of Prometheus (https://prometheus.io/docs/prometheus/latest/configuration/recording_rules). */
const OF_RULE: ReadonlySet<string> = new Set(['alert', 'record', 'expr', 'for', 'keep_firing_for', 'labels', 'annotations']);
const OF_GROUP: ReadonlySet<string> = new Set(['name', 'interval', 'query_offset', 'limit', 'labels', 'rules']);

/** Whether all that a ConfigMap holds are rules of Prometheus or Thanos, which count and tell something. */
function holdsRules({ kind, data, binaryData }: KubernetesObject): boolean {
  const texts = Object.values(fieldsOf(data));
  return kind === 'ConfigMap' && binaryData === undefined && texts.length > 0 && texts.every((text) => areRules(String(text)));
}

function areRules(text: string): boolean {
  const { documents, problems } = parseDocuments({ file: '', text });
  const [{ value } = { value: undefined }, ...more] = documents;
  const { groups, ...others } = fieldsOf(value);
  if (problems.length + more.length + Object.keys(others).length > 0 || !Array.isArray(groups)) return false;
  const hasOnly = (entry: unknown, fields: ReadonlySet<string>): boolean =>
    isMapping(entry) && Object.keys(entry).every((key) => fields.has(key));
  const isRule = (rule: unknown): boolean => hasOnly(rule, OF_RULE) && typeof fieldsOf(rule).expr === 'string';
  return groups.every((group) => {
    const { rules } = fieldsOf(group);
    return hasOnly(group, OF_GROUP) && Array.isArray(rules) && rules.length > 0 && rules.every(isRule);
  });
}

/** Kinds that run nothing. */
const DATA: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);

/** Whether the input has no account, no OperatorGroup and no workload in a namespace. A Namespace object alone does not count. */
function isForeign({ metadata: { namespace } }: KubernetesObject, { given }: State): boolean {
  return namespace !== undefined && !given.some(({ kind, metadata }) => metadata.namespace === namespace && !DATA.has(kind));
}

/** Whether no object of the input names a ConfigMap. Grafana finds dashboards by a label. */
function isReadByNobody({ metadata: { name, labels } }: KubernetesObject, head: State): boolean {
  return !Object.keys(labels ?? {}).some((label) => DASHBOARD.test(label)) && !textsIn(head).has(name);
}

const TEXTS = new WeakMap<State, ReadonlySet<string>>();

/** Every string in objects of the input, except in metadata. */
function textsIn(state: State): ReadonlySet<string> {
  const known = TEXTS.get(state);
  if (known) return known;
  const texts = new Set<string>();
  for (const { metadata: _, ...fields } of [...state.given, ...(state.made ?? []).map(({ object }) => object)])
    walk(fields, (value) => {
      if (typeof value === 'string') texts.add(value);
      return false;
    });
  TEXTS.set(state, texts);
  return texts;
}

function contentOf({ data, binaryData, stringData }: KubernetesObject): unknown {
  return [data, binaryData, stringData];
}
