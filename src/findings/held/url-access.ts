/** URL paths of the API server that are no resources: logs, profiles, and whatever else it serves. */
import { bySubject, type Match } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { hasEverything } from '../access/powers.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const ALL: readonly string[] = ['*', '/*'];
const VERBS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];
const INTERNAL = /^\/(?:logs|debug)(?:\/|\*|$)/;

export const urlAccess: RiskRule = {
  id: 'url-access',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can use all URL paths of the API server',
  references: ['CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject is allowed all `nonResourceURLs`, which is an error, or those under /logs and /debug, which is a warning. Only a ClusterRoleBinding can allow them.',
    attack:
      'The subject reads the logs of the API server under /logs, the audit log with request bodies among them, and slows the API server down with profiles.',
    fix: 'List the paths that are needed, such as /metrics.',
  },
  powers: [{ wants: [{ nonResourceURLs: ALL, verbs: VERBS }] }],
  find: (access) =>
    bySubject(access.holdings, ({ subject, scope, rule }): Match[] => {
      const { nonResourceURLs = [], verbs = [] } = rule;
      // Whoever can do everything has this risk as a part of that one.
      if (scope !== 'cluster' || nonResourceURLs.length === 0 || hasEverything(access, subject)) return [];
      const urls = nonResourceURLs.filter((url) => ALL.includes(url) || INTERNAL.test(url));
      return urls.map((url) => ({ resource: url, nonResourceURL: url, verbs, rules: [{ verbs, nonResourceURLs: [url] }] }));
    }).map((held) => {
      const isAll = held.rights.some(({ nonResourceURL = '' }) => ALL.includes(nonResourceURL));
      return heldRisk(access, held, { cluster: isAll ? 'error' : 'warning', elsewhere: 'info' });
    }),
};
