/** The profile `olm-v1`: what OLM v1 makes of ClusterExtensions. OperatorGroups, Subscriptions and CSVs mean nothing to it. */
import { namespaces } from '../namespaces.js';
import { extensionFindings, extensionObjects, ownedOnce, planExtensions } from '../v1/extensions.js';
import { olmConventions } from './olm.js';
import type { Profile, Renderer } from './profile.js';

/** There is no operator that OLM v1 does not install. */
const renderer: Renderer = {
  prepare: planExtensions,
  generators: { namespaces: [namespaces], olm: [], rbac: [], install: [extensionObjects] },
  checks: [extensionFindings, ownedOnce],
  defaultSets: ['namespaces', 'install'],
};

export const olmV1: Profile = {
  name: 'olm-v1',
  resolve: () => ({ groups: [], csvs: [], replaced: [] }),
  resolvesGroups: false,
  conventions: olmConventions,
  underOlm: renderer,
  withoutOlm: renderer,
  isLiteral: true,
};
