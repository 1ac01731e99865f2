/** The schema of a user's own rules and severities, in the file that also contains the baseline, and the rules made from them. */

import { z } from 'zod';
import { SEVERITIES } from '../../../olm/model/finding.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery, RiskRule } from '../rule.js';
import type { CustomRule } from './configuration.js';

const list = z.array(z.string().min(1)).min(1);

export const customRuleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/)
      .describe('Small letters, digits and dashes; not the id of a rule that is there.'),
    title: z.string().min(1).describe('A few words.'),
    severity: z.enum(SEVERITIES),
    match: z
      .strictObject({
        apiGroups: list.describe('The core group is written core.'),
        resources: list.describe('With their subresources, such as pods/exec.'),
        verbs: list,
        names: list.optional().describe('Permissions on objects of these names count, too.'),
        scope: z
          .enum(['cluster', 'namespaces'])
          .optional()
          .describe('Only permissions in all namespaces, or only those in some; by default both.'),
      })
      .describe('Any of the verbs on any of the resources. A wildcard in a role matches everything that is named here.'),
  })
  .describe('A risk of your own.');

export const severitiesSchema = z.record(z.string(), z.enum(SEVERITIES)).describe('By the id of a risk: the severity of all of them.');

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
