/** Conversion webhooks: the whole cluster has one for a CRD, and the operator must own that CRD. */
import { compareText, type KubernetesObject } from '../../kubernetes/object.js';
import { isWebhookOf, type RegistryV1, supportedInstallModes, type WebhookDefinition } from '../../model/registry-v1.js';
import { sorted, type Validator } from './validator.js';

function conversionWebhooks({ csv }: RegistryV1): WebhookDefinition[] {
  return csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
}

/** OLM v1's CheckConversionWebhookSupport. */
export const conversionIsForAllNamespaces: Validator = (bundle) => {
  const modes = supportedInstallModes(bundle.csv);
  if (modes.length === 1 && modes[0] === 'AllNamespaces') return [];
  return conversionWebhooks(bundle).map(
    ({ generateName }) =>
      `bundle contains conversion webhook ${JSON.stringify(generateName)} and supports install modes [${modes.join(' ')}] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode`,
  );
};

/** OLM v1's CheckConversionWebhookCRDReferenceUniqueness. */
export const conversionIsUnique: Validator = (bundle) => {
  const webhooks = conversionWebhooks(bundle);
  return sorted(webhooks.flatMap(({ conversionCRDs = [] }) => conversionCRDs)).flatMap((crd) => {
    const names = webhooks.flatMap(({ generateName, conversionCRDs = [] }) =>
      conversionCRDs.filter((name) => name === crd).map(() => generateName),
    );
    return names.length === 1
      ? []
      : [`conversion webhooks [${names.sort(compareText).join(',')}] reference same custom resource definition '${crd}'`];
  });
};

/** OLM v1's CheckConversionWebhooksReferenceOwnedCRDs. */
export const convertedCrdsAreOwned: Validator = (bundle) => {
  const owned = new Set(bundle.csv.ownedCRDs.map(({ name }) => name));
  return conversionWebhooks(bundle)
    .sort((a, b) => compareText(a.generateName, b.generateName))
    .flatMap(({ generateName, conversionCRDs = [] }) =>
      [...conversionCRDs]
        .sort(compareText)
        .filter((crd) => !owned.has(crd))
        .map((crd) => `conversion webhook '${generateName}' references custom resource definition '${crd}' not owned bundle`),
    );
};

/** What OLM says first, when it comes to the CRDs, about one whose objects the API server would not let be converted. */
export function unconvertible(bundle: RegistryV1): string | undefined {
  const converted = new Set(conversionWebhooks(bundle).flatMap(({ conversionCRDs = [] }) => conversionCRDs));
  const crd = bundle.customResourceDefinitions.find((object) => converted.has(object.metadata.name) && preservesUnknownFields(object));
  if (!crd) return undefined;
  return `custom resource definition '${crd.metadata.name}' must have .spec.preserveUnknownFields set to false to let API Server call webhook to do the conversion`;
}

function preservesUnknownFields({ spec }: KubernetesObject): boolean {
  return (spec as { preserveUnknownFields?: boolean } | undefined)?.preserveUnknownFields === true;
}
