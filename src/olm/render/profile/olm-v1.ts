/** The profile `olm-v1`: OLM v1's output for ClusterExtensions. It ignores OperatorGroups, Subscriptions and CSVs. */
import { namespaces } from '../namespaces.js';
import { extensionFindings, extensionObjects, ownedOnce, planExtensions } from '../v1/extensions.js';
import { olmConventions } from './olm.js';
import type { Profile, Renderer } from './profile.js';

/** One renderer for both cases: OLM v1 installs every operator. */
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
