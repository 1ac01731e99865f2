/** Conversion webhooks: a CRD has one for the whole cluster, so its operator cannot be confined to namespaces. */
import { isWebhookOf, type RegistryV1, supportedInstallModes, type WebhookDefinition } from '../../model/registry-v1.js';
import type { InstallCheck, Refusal } from './refusal.js';

type Entry = readonly [number, WebhookDefinition];

/** OLM's createOrUpdateConversionWebhook. */
export const conversion: InstallCheck = (bundle) => {
  const webhooks = [...bundle.csv.webhooks.entries()].filter(([, webhook]) => isWebhookOf('ConversionWebhook')(webhook));
  return [...webhooks.flatMap((entry) => namespacedModes(bundle, entry)), ...webhooks.flatMap((entry) => crdsOf(bundle, webhooks, entry))];
};

function namespacedModes({ csv }: RegistryV1, [index]: Entry): Refusal[] {
  const modes = supportedInstallModes(csv);
  if (modes.every((mode) => mode === 'AllNamespaces')) return [];
  return [
    {
      code: 'INVALID_BUNDLE',
      message: 'the operator converts objects of the whole cluster but can be installed for single namespaces',
      found: `the install modes ${modes.join(', ')}`,
      expected: 'AllNamespaces alone',
      fix: 'ask the author of the bundle to support AllNamespaces alone; OLM refuses it too',
      at: ['spec', 'webhookdefinitions', index, 'type'],
    },
  ];
}

function crdsOf(bundle: RegistryV1, webhooks: readonly Entry[], [index, { conversionCRDs = [] }]: Entry): Refusal[] {
  const owned = bundle.csv.ownedCRDs.map(({ name }) => name);
  return [...conversionCRDs.entries()].flatMap(([position, name]): Refusal[] => {
    const found = whatIsWrong(name);
    if (!found) return [];
    return [{ code: 'INVALID_BUNDLE', ...found, at: ['spec', 'webhookdefinitions', index, 'conversionCRDs', position] }];
  });

  function whatIsWrong(name: string): Pick<Refusal, 'message' | 'found' | 'expected' | 'fix'> | undefined {
    const crd = bundle.customResourceDefinitions.find(({ metadata }) => metadata.name === name);
    if (!owned.includes(name)) {
      const expected = owned.length === 0 ? 'a CRD that the CSV owns; it owns none' : `one of ${owned.join(', ')}`;
      return {
        message: 'the operator converts a CRD that it does not own',
        found: name,
        expected,
        fix: 'ask the author of the bundle to fix it',
      };
    }
    if (webhooks.some(([other, { conversionCRDs: names = [] }]) => other < index && names.includes(name))) {
      return {
        message: 'two webhooks of the bundle convert one CRD',
        found: name,
        expected: 'one conversion webhook for a CRD',
        fix: 'ask the author of the bundle to remove one',
      };
    }
    if ((crd?.spec as { preserveUnknownFields?: boolean } | undefined)?.preserveUnknownFields !== true) return undefined;
    return {
      message: 'the API server converts no objects of a CRD that preserves unknown fields',
      found: `spec.preserveUnknownFields of ${name} is true`,
      expected: 'false',
      fix: 'ask the author of the bundle to set it to false',
    };
  }
}
