/** The lists are the tables of contents: nothing comes into one, leaves it or changes its place unnoticed. */
import { expect, it } from 'vitest';
import { INSTALL_GENERATORS } from '../../../../src/olm/render/install/generators.js';
import { documented } from '../../../../src/olm/render/profile/documented.js';
import { olm } from '../../../../src/olm/render/profile/olm.js';
import { olmV1 } from '../../../../src/olm/render/profile/olm-v1.js';
import type { Profile, Renderer } from '../../../../src/olm/render/profile/profile.js';
import { EMIT_SETS } from '../../../../src/olm/render/rendered.js';
import { V1_GENERATORS } from '../../../../src/olm/render/v1/generators.js';
import { INSTALL_CHECKS } from '../../../../src/olm/rules/install/refusals.js';
import { VALIDATORS } from '../../../../src/olm/rules/v1/validators.js';

const namesOf = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(' ');
const listsOf = ({ generators, checks, defaultSets }: Renderer): Record<string, string> => ({
  ...Object.fromEntries(EMIT_SETS.map((set) => [set, namesOf(generators[set])])),
  checks: namesOf(checks),
  rendered: defaultSets.join(' '),
});
const renderersOf = ({ underOlm, withoutOlm }: Profile): unknown => ({ underOlm: listsOf(underOlm), withoutOlm: listsOf(withoutOlm) });

it('what a profile makes and checks', () => {
  expect({ documented: renderersOf(documented), olm: renderersOf(olm), 'olm-v1': renderersOf(olmV1) }).toMatchInlineSnapshot(`
    {
      "documented": {
        "underOlm": {
          "checks": "clashes",
          "install": "",
          "namespaces": "namespaces",
          "olm": "operatorGroups clusterServiceVersions copiedCsvs",
          "rbac": "groupClusterRoles apiClusterRoles serviceAccounts operatorRoles operatorClusterRoles rolesInAllTargets",
          "rendered": "namespaces olm rbac",
        },
        "withoutOlm": {
          "checks": "clashes collisions installFindings",
          "install": "descopedObjects installedObjects",
          "namespaces": "namespaces",
          "olm": "operatorGroups clusterServiceVersions copiedCsvs",
          "rbac": "groupClusterRoles apiClusterRoles serviceAccounts operatorRoles operatorClusterRoles rolesInAllTargets",
          "rendered": "namespaces rbac install",
        },
      },
      "olm": {
        "underOlm": {
          "checks": "clashes",
          "install": "",
          "namespaces": "namespaces",
          "olm": "operatorGroups clusterServiceVersions copiedCsvs operatorConditions",
          "rbac": "groupClusterRoles apiClusterRoles serviceAccounts operatorRoles operatorClusterRoles neededRolesInTargets certificateRoles",
          "rendered": "namespaces olm rbac",
        },
        "withoutOlm": {
          "checks": "clashes collisions installFindings",
          "install": "installedObjects",
          "namespaces": "namespaces",
          "olm": "operatorGroups clusterServiceVersions copiedCsvs operatorConditions",
          "rbac": "groupClusterRoles apiClusterRoles serviceAccounts operatorRoles operatorClusterRoles neededRolesInTargets certificateRoles",
          "rendered": "namespaces rbac install",
        },
      },
      "olm-v1": {
        "underOlm": {
          "checks": "extensionFindings ownedOnce",
          "install": "extensionObjects",
          "namespaces": "namespaces",
          "olm": "",
          "rbac": "",
          "rendered": "namespaces install",
        },
        "withoutOlm": {
          "checks": "extensionFindings ownedOnce",
          "install": "extensionObjects",
          "namespaces": "namespaces",
          "olm": "",
          "rbac": "",
          "rendered": "namespaces install",
        },
      },
    }
  `);
});

it('what is made of a bundle', () => {
  expect({ withoutOlm: namesOf(INSTALL_GENERATORS), v1: namesOf(V1_GENERATORS) }).toMatchInlineSnapshot(`
    {
      "v1": "serviceAccounts roles clusterRoles customResourceDefinitions otherManifests deployments validatingWebhooks mutatingWebhooks services certificateObjects",
      "withoutOlm": "customResourceDefinitions otherManifests servingBindings services certificates deployments apiServices webhookConfigurations",
    }
  `);
});

it('what a bundle is checked for', () => {
  expect({ withoutOlm: namesOf(INSTALL_CHECKS), v1: namesOf(VALIDATORS) }).toMatchInlineSnapshot(`
    {
      "v1": "deploymentNamesAreUnique deploymentNamesAreSubdomains crdNamesAreUnique ownedCrdsAreThere packageNameIsThere conversionIsForAllNamespaces webhookDeploymentsAreThere webhookNamesAreUnique webhookNamesAreSubdomains conversionIsUnique convertedCrdsAreOwned webhookRulesAreAllowed manifestKindsAreSupported",
      "withoutOlm": "deploymentNames crds serving conversion webhookRules manifestKinds apiVersion bindingSubjects",
    }
  `);
});
