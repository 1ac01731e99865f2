/**
 * Permissions for the wrong ServiceAccount: a Deployment runs as one without permissions, and one that no Deployment runs
 * as has permissions. If the account of each Deployment has permissions, the other accounts belong to workloads that the
 * operator starts itself.
 */
import { nearest } from '../../model/nearest.js';
import type { CsvCheck } from './csv-check.js';

export const unusedAccounts: CsvCheck = ({ permissions, clusterPermissions, deploymentNames, deploymentAccounts }) => {
  const running = new Map(deploymentNames.map((name) => [deploymentAccounts.get(name) ?? 'default', name]));
  const given = new Set([...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  const idle = [...running.keys()].filter((account) => !given.has(account));
  if (idle.length === 0) return [];
  const lists = [
    ['permissions', permissions],
    ['clusterPermissions', clusterPermissions],
  ] as const;
  return [...given]
    .filter((account) => !running.has(account))
    .flatMap((account) => {
      const meant = nearest(account, idle) ?? (idle.length === 1 ? idle[0] : undefined);
      const [list, entries] =
        lists.find(([, entries]) => entries.some(({ serviceAccountName }) => serviceAccountName === account)) ?? lists[0];
      const entry = entries.findIndex(({ serviceAccountName }) => serviceAccountName === account);
      return [
        {
          code: 'CSV_UNUSED_ACCOUNT' as const,
          at: ['spec', 'install', 'spec', list, entry, 'serviceAccountName'],
          message: 'no Deployment runs as the ServiceAccount that gets these permissions',
          found: account,
          expected: idle.map((name) => `${name}, which the Deployment ${running.get(name)} runs as`).join('; or '),
          fix: meant ? `did you mean ${meant}?` : 'correct the name here, or serviceAccountName of the Deployment',
        },
      ];
    });
};
