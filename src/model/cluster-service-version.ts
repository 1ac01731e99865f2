/** ClusterServiceVersions (CSVs) as the rules read them. */
import { z } from 'zod';
import type { SourceReference } from '../manifest/problem.js';
import type { Bundle } from './bundle.js';
import { type KubernetesObject, metadataSchema } from './kubernetes-object.js';
import { policyRuleSchema } from './policy-rule.js';

const permissionSchema = z.looseObject({ serviceAccountName: z.string(), rules: z.array(policyRuleSchema).nullish() });
const crdDescriptionSchema = z.looseObject({ name: z.string(), version: z.string(), kind: z.string() });
const apiServiceDescriptionSchema = z.looseObject({
  name: z.string(),
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  deploymentName: z.string().nullish(),
});
const webhookDescriptionSchema = z.looseObject({
  generateName: z.string(),
  deploymentName: z.string().nullish(),
  rules: z.array(z.looseObject({ apiGroups: z.array(z.string()).nullish(), resources: z.array(z.string()).nullish() })).nullish(),
});
const gvkSchema = z.looseObject({ group: z.string().nullish(), version: z.string(), kind: z.string() });

function ownedAndRequired<T extends z.ZodType>(description: T) {
  return z.looseObject({ owned: z.array(description).nullish(), required: z.array(description).nullish() }).nullish();
}

const installSpecSchema = z.looseObject({
  deployments: z
    .array(
      z.looseObject({
        name: z.string(),
        spec: z
          .looseObject({
            template: z.looseObject({ spec: z.looseObject({ serviceAccountName: z.string().nullish() }).nullish() }).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  permissions: z.array(permissionSchema).nullish(),
  clusterPermissions: z.array(permissionSchema).nullish(),
});

export const clusterServiceVersionSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({
    install: z.looseObject({ strategy: z.string(), spec: installSpecSchema.nullish() }),
    installModes: z.array(z.looseObject({ type: z.string(), supported: z.boolean() })).nullish(),
    customresourcedefinitions: ownedAndRequired(crdDescriptionSchema),
    apiservicedefinitions: ownedAndRequired(apiServiceDescriptionSchema),
    nativeAPIs: z.array(gvkSchema).nullish(),
    webhookdefinitions: z.array(webhookDescriptionSchema).nullish(),
    minKubeVersion: z.string().nullish(),
    version: z.string().nullish(),
    replaces: z.string().nullish(),
  }),
});

/** One entry of `permissions` or `clusterPermissions`: what a ServiceAccount of the operator may do. */
export type Permission = z.infer<typeof permissionSchema>;
/** An owned or required CRD: name, version and kind. */
export type CrdDescription = z.infer<typeof crdDescriptionSchema>;
/** An owned or required APIService; `name` is the plural of the resource. */
export type ApiServiceDescription = z.infer<typeof apiServiceDescriptionSchema>;

/** An admission or conversion webhook of the operator. */
export type WebhookDescription = z.infer<typeof webhookDescriptionSchema>;

/** One entry of `spec.installModes`. */
export interface InstallMode {
  readonly type: string;
  readonly supported: boolean;
}

/** A CSV of the cluster that is no copy. */
export interface ClusterServiceVersion {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly installModes: readonly InstallMode[];
  readonly installStrategy: string;
  readonly permissions: readonly Permission[];
  readonly clusterPermissions: readonly Permission[];
  readonly deploymentNames: readonly string[];
  /** The ServiceAccount that each Deployment's pods run as, where one is named. */
  readonly deploymentAccounts: ReadonlyMap<string, string>;
  readonly ownedCRDs: readonly CrdDescription[];
  readonly requiredCRDs: readonly CrdDescription[];
  readonly ownedAPIServices: readonly ApiServiceDescription[];
  readonly requiredAPIServices: readonly ApiServiceDescription[];
  readonly nativeAPIs: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
  readonly webhooks: readonly WebhookDescription[];
  readonly minKubeVersion?: string;
  /** The operator's version, as written: it may be empty, or no version at all. */
  readonly version?: string;
  /** Name of the CSV that this one supersedes. */
  readonly replaces?: string;
  readonly creationTimestamp?: string;
  readonly manifest: KubernetesObject;
  /** The bundle that it came from, where it came from one. */
  readonly bundle?: Bundle;
  readonly source?: SourceReference;
}

export const COPIED_FROM_LABEL = 'olm.copiedFrom';
export const OPERATOR_NAMESPACE_ANNOTATION = 'olm.operatorNamespace';

/** Whether OLM takes a CSV for a copy and so leaves it alone: by its label, or by an annotation that names another namespace. */
export function isCopied({
  metadata,
}: {
  metadata: {
    namespace?: string | null | undefined;
    labels?: Readonly<Record<string, string>> | null | undefined;
    annotations?: Readonly<Record<string, string>> | null | undefined;
  };
}): boolean {
  const operatorNamespace = metadata.annotations?.[OPERATOR_NAMESPACE_ANNOTATION];
  return (
    Object.hasOwn(metadata.labels ?? {}, COPIED_FROM_LABEL) ||
    (operatorNamespace !== undefined && operatorNamespace !== (metadata.namespace ?? ''))
  );
}

/** Reads a checked manifest. */
export function clusterServiceVersion(
  manifest: z.infer<typeof clusterServiceVersionSchema>,
  source?: SourceReference,
): ClusterServiceVersion {
  const { metadata, spec } = manifest;
  const { strategy, spec: installSpec } = spec.install;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    installModes: spec.installModes ?? [],
    installStrategy: strategy,
    permissions: installSpec?.permissions ?? [],
    clusterPermissions: installSpec?.clusterPermissions ?? [],
    deploymentNames: (installSpec?.deployments ?? []).map(({ name }) => name),
    deploymentAccounts: new Map(
      (installSpec?.deployments ?? []).flatMap(({ name, spec: deployment }) => {
        const account = deployment?.template?.spec?.serviceAccountName;
        return account ? [[name, account]] : [];
      }),
    ),
    ownedCRDs: spec.customresourcedefinitions?.owned ?? [],
    requiredCRDs: spec.customresourcedefinitions?.required ?? [],
    ownedAPIServices: spec.apiservicedefinitions?.owned ?? [],
    requiredAPIServices: spec.apiservicedefinitions?.required ?? [],
    nativeAPIs: (spec.nativeAPIs ?? []).map(({ group, version, kind }) => ({ group: group ?? '', version, kind })),
    webhooks: spec.webhookdefinitions ?? [],
    manifest: manifest as unknown as KubernetesObject,
    ...(spec.minKubeVersion ? { minKubeVersion: spec.minKubeVersion } : {}),
    ...(typeof spec.version === 'string' ? { version: spec.version } : {}),
    ...(spec.replaces ? { replaces: spec.replaces } : {}),
    ...(metadata.creationTimestamp ? { creationTimestamp: metadata.creationTimestamp } : {}),
    ...(source ? { source } : {}),
  };
}
