/** The profile `olm-v1`: what OLM v1 makes of ClusterExtensions. OperatorGroups, Subscriptions and CSVs mean nothing to it. */
import { DOCUMENTED_INSTALL } from '../install/documented-rules.js';
import { namespaces } from '../namespaces.js';
import { renderExtensions } from '../v1/extensions.js';
import type { Profile } from './profile.js';

export const olmV1: Profile = {
  name: 'olm-v1',
  resolve: () => ({ groups: [], csvs: [], replaced: [] }),
  resolvesGroups: false,
  generators: { namespaces: [namespaces], olm: [], rbac: [], install: [] },
  defaultSets: ['namespaces', 'install'],
  install: { rules: DOCUMENTED_INSTALL, isInstalled: () => false, defaultSets: ['namespaces', 'install'] },
  renderExtensions,
  isLiteral: true,
};
