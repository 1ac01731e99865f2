/** Manifests of a bundle that this release of OLM does not install: it fails the whole InstallPlan. */
import { csvReference } from '../../model/references.js';
import { versionsOf } from '../../model/versions.js';
import { firstReleaseOf, isInstalledBy } from '../../rules/bundle-kinds.js';
import { joined } from '../../wording/phrases.js';
import type { ClusterRule } from './rule.js';

/** About what a Subscription or a dependency installs: an InstallPlan of the past is no matter. */
export const bundleKindRefused: ClusterRule = {
  id: 'bundle-kind-refused',
  severity: 'error',
  title: 'OLM does not install a kind of manifest in a bundle',
  references: [],
  documentation: {
    meaning:
      'A bundle contains a manifest of a kind that this release of OLM does not install, so its InstallPlan fails. NetworkPolicy is installed from OLM v0.32 and OpenShift 4.12 on, ConsolePlugin from OLM v0.32 and OpenShift 4.20 on.',
    fix: 'Upgrade OLM, or pin a version of the operator without the manifest.',
  },
  find: ({ clusterServiceVersions, versions }) => {
    const { olm } = versionsOf(versions);
    return clusterServiceVersions.flatMap(({ namespace, name, bundle, isResolved }) => {
      const kinds = isResolved ? (bundle?.others ?? []).map(({ kind }) => kind) : [];
      const refused = [...new Set(kinds)].filter((kind) => !isInstalledBy(olm, kind));
      if (refused.length === 0) return [];
      const release = olm.name.startsWith('OpenShift') ? `the OLM of ${olm.name}` : `OLM ${olm.name}`;
      return [
        {
          subject: csvReference({ namespace, name }),
          message: `its InstallPlan fails: the bundle contains ${joined(refused.map((kind) => `a ${kind}`))}, which ${release} does not install`,
          fix: `upgrade OLM (${refused.map((kind) => `${kind} needs ${firstReleaseOf(kind)}`).join('; ')}), or pin a version of the operator without ${refused.length === 1 ? 'it' : 'them'}`,
          verdict: true,
        },
      ];
    });
  },
};
