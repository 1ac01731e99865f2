/** The fields of a CSV as OLM's API defines them (operator-framework/api, v1alpha1), without those of other APIs inside it. */

/** Field → the fields below it, also through a list; none where what is below is free or another API's. */
export interface Fields {
  readonly [field: string]: Fields;
}

const FREE: Fields = {};

function fields(names: string, below: Fields = {}): Fields {
  return { ...Object.fromEntries(names.split(' ').map((name): [string, Fields] => [name, FREE])), ...below };
}

const descriptor = fields('path displayName description x-descriptors value');
const description = fields('name version kind displayName description', {
  resources: fields('name kind version'),
  statusDescriptors: descriptor,
  specDescriptors: descriptor,
  actionDescriptors: descriptor,
});
const apiServiceDescription = { ...description, ...fields('group deploymentName containerPort') };
const permission = fields('serviceAccountName', { rules: fields('verbs apiGroups resources resourceNames nonResourceURLs') });

const webhook = fields(
  'generateName type deploymentName containerPort targetPort failurePolicy matchPolicy objectSelector sideEffects timeoutSeconds admissionReviewVersions reinvocationPolicy webhookPath conversionCRDs',
  { rules: fields('operations apiGroups apiVersions resources scope') },
);

const installSpec: Fields = { deployments: fields('name spec label'), permissions: permission, clusterPermissions: permission };

const spec = fields('version maturity minKubeVersion displayName description keywords labels selector annotations replaces skips', {
  install: fields('strategy', { spec: installSpec }),
  installModes: fields('type supported'),
  customresourcedefinitions: { owned: description, required: description },
  apiservicedefinitions: { owned: apiServiceDescription, required: apiServiceDescription },
  webhookdefinitions: webhook,
  nativeAPIs: fields('group version kind'),
  maintainers: fields('name email'),
  provider: fields('name url'),
  links: fields('name url'),
  icon: fields('base64data mediatype'),
  cleanup: fields('enabled'),
  relatedImages: fields('name image'),
});

/** The fields of a whole CSV. */
export const CSV_FIELDS: Fields = fields('apiVersion kind status', {
  metadata: fields('name namespace labels annotations'),
  spec,
});
