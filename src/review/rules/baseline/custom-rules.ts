/** The schema of a user's own rules and severities, in the file that also contains the baseline, and the rules made from them. */

import { z } from 'zod';
import { SEVERITIES } from '../../../olm/model/finding.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery, RiskRule } from '../rule.js';
import type { CustomRule } from './configuration.js';

const TEXT = 'text, not empty';
const text = z.string(TEXT).min(1, TEXT);
const LIST = 'a list with at least one text';
const list = z.array(text, LIST).min(1, LIST);
const severity = z.enum(SEVERITIES, `one of ${SEVERITIES.join(', ')}`);
const ID = 'small letters, digits and dashes, such as own-rule';
const SCOPES = ['cluster', 'namespaces'] as const;

export const customRuleSchema = z
  .strictObject({
    id: z
      .string(ID)
      .regex(/^[a-z][a-z0-9-]*$/, ID)
      .describe('Small letters, digits and dashes; not the id of a rule that is there.'),
    title: text.describe('A few words.'),
    severity,
    match: z
      .strictObject({
        apiGroups: z.array(z.string(TEXT), LIST).min(1, LIST).describe('The core group is core, or the empty text of Kubernetes.'),
        resources: list.describe('With their subresources, such as pods/exec.'),
        verbs: list,
        names: list.optional().describe('Permissions on objects of these names count, too.'),
        scope: z
          .enum(SCOPES, `one of ${SCOPES.join(', ')}`)
          .optional()
          .describe('Only permissions in all namespaces, or only those in some; by default both.'),
      })
      .describe('Any of the verbs on any of the resources. A wildcard in a role matches everything that is named here.'),
  })
  .describe('A risk of your own.');

export const severitiesSchema = z.record(z.string(), severity).describe('By the id of a risk: the severity of all of them.');

/** Makes the rule of an entry. */
export function customRule({ id, title, severity, match }: CustomRule): RiskRule {
  const { apiGroups, resources, verbs, names, scope } = match;
  const isMeant = (risk: Discovery): boolean => scope === undefined || (risk.scope === 'cluster') === (scope === 'cluster');
  const rule = riskRule(id, severity, title, {
    meaning: 'A rule of the configuration found these permissions.',
    attack: 'The configuration does not say.',
    fix: 'Remove the permission, or change the rule.',
    held: {
      wants: [{ apiGroups: apiGroups.map((group) => (group === 'core' ? '' : group)), resources, verbs }],
      severities: { cluster: severity, elsewhere: severity },
      ...(names ? { countsName: (name: string) => names.includes(name) } : {}),
      as: (risk) => ({ ...risk, severity }),
    },
  });
  return { ...rule, find: (access) => (rule.find?.(access) ?? []).filter(isMeant) };
}
