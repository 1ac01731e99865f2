/** The schemas of the model's kinds. They check only the fields that the rules and the rendering read. All others pass through. */

import { z } from 'zod';
import { isDnsLabel } from '../../base/kubernetes/names.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { labelSelectorSchema, metadataSchema, policyRuleSchema } from '../../base/kubernetes/schemas.js';
import { refusals } from '../../base/kubernetes/structure/refusals.js';
import { complain } from '../../base/manifest/check.js';
import { formatFieldPath } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import type { ClusterExtensionManifest } from './cluster-extension.js';
import type { ClusterServiceVersionManifest } from './cluster-service-version.js';
import { type OperatorGroupManifest, UPGRADE_STRATEGIES } from './operator-group.js';
import type { SubscriptionManifest } from './subscription.js';

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();

export const operatorGroupSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z
    .looseObject({
      targetNamespaces: z
        .array(z.string())
        .nullish()
        .superRefine((names, context) => {
          for (const [index, name] of (names ?? []).entries()) {
            // OLM accepts the empty string and then never syncs the group: this is a verdict, not bad input.
            if (name !== '' && !isDnsLabel(name)) {
              complain(context, [index], 'this is not a valid namespace name', {
                code: 'INVALID_NAME',
                found: JSON.stringify(name),
                expected: 'at most 63 lower-case letters, digits and "-"',
                fix: 'write a valid namespace name',
              });
            }
          }
        }),
      selector: labelSelectorSchema.nullish(),
      staticProvidedAPIs: z.boolean().nullish(),
      serviceAccountName: z.string().nullish(),
      upgradeStrategy: z
        .string()
        .nullish()
        .superRefine((strategy, context) => {
          if (!strategy || UPGRADE_STRATEGIES.some((known) => known === strategy)) return;
          complain(context, [], 'the API server refuses this value', {
            code: 'INVALID_VALUE',
            found: jsonText(strategy),
            expected: UPGRADE_STRATEGIES.join(' or '),
            fix: 'correct spec.upgradeStrategy, or remove it',
          });
        }),
    })
    .nullish(),
}) satisfies z.ZodType<OperatorGroupManifest>;

export const subscriptionSchema = z
  .looseObject({
    metadata: metadataSchema,
    spec: z.looseObject({
      name: z.string(),
      channel: text,
      startingCSV: text,
      source: z.string(),
      sourceNamespace: z.string(),
      installPlanApproval: text,
      config: z.looseObject({}).nullish(),
    }),
    status: z.looseObject({ installedCSV: text, currentCSV: text }).nullish(),
  })
  .superRefine(heldToCrd) satisfies z.ZodType<SubscriptionManifest>;

function ownedAndRequired<T extends z.ZodType>(description: T) {
  return z.looseObject({ owned: z.array(description).nullish(), required: z.array(description).nullish() }).nullish();
}

const permissionSchema = z.looseObject({ serviceAccountName: z.string(), rules: z.array(policyRuleSchema).nullish() });
const crdDescriptionSchema = z.looseObject({ name: z.string(), version: z.string(), kind: z.string() });
const apiServiceDescriptionSchema = z.looseObject({
  name: z.string(),
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  deploymentName: text,
  containerPort: z.number().nullish(),
});
const webhookDescriptionSchema = z.looseObject({
  type: text,
  generateName: z.string(),
  deploymentName: text,
  containerPort: z.number().nullish(),
  targetPort: z.union([z.string(), z.number()], 'a number, or the name of a port').nullish(),
  webhookPath: text,
  rules: z.array(z.looseObject({ operations: texts, apiGroups: texts, apiVersions: texts, resources: texts, scope: text })).nullish(),
  failurePolicy: text,
  matchPolicy: text,
  objectSelector: z.looseObject({}).nullish(),
  sideEffects: text,
  timeoutSeconds: z.number().nullish(),
  admissionReviewVersions: texts,
  reinvocationPolicy: text,
  conversionCRDs: texts,
});
const deploymentSchema = z.looseObject({
  name: z.string(),
  label: z.record(z.string(), z.string()).nullish(),
  spec: z.looseObject({ template: z.looseObject({ spec: z.looseObject({ serviceAccountName: text }).nullish() }).nullish() }).nullish(),
});

/** Reports the values in an object that its CRD does not allow. */
export function heldToCrd(manifest: object, context: z.RefinementCtx): void {
  for (const { path, found, expected = '', by, reason } of refusals(manifest as KubernetesObject)) {
    if (by !== 'every-write' || (reason === 'wrong-type' && path.length < 2)) continue;
    const field = formatFieldPath(path);
    complain(context, path, reason === 'required' ? 'a required field is missing' : 'the API server refuses this value', {
      code: reason === 'required' ? 'FIELD_MISSING' : reason === 'wrong-type' ? 'WRONG_TYPE' : 'INVALID_VALUE',
      found: reason === 'required' ? 'nothing' : jsonText(found),
      expected: typeof found === 'boolean' ? `${expected}; YAML reads Off, On, Yes and No as true or false, so quote them` : expected,
      fix: reason === 'required' ? `add ${field}` : `correct ${field}`,
    });
  }
}

export const clusterExtensionSchema = z
  .looseObject({
    metadata: metadataSchema,
    spec: z.looseObject({
      namespace: z.string(),
      serviceAccount: z.looseObject({ name: text }).nullish(),
      source: z.looseObject({
        catalog: z
          .looseObject({
            packageName: z.string(),
            version: text,
            channels: texts,
            selector: labelSelectorSchema.nullish(),
            upgradeConstraintPolicy: text,
          })
          .nullish(),
      }),
      config: z.looseObject({ inline: z.record(z.string(), z.unknown()).nullish() }).nullish(),
    }),
    status: z
      .looseObject({
        install: z.looseObject({ bundle: z.looseObject({ name: z.string(), version: z.string() }).nullish() }).nullish(),
      })
      .nullish(),
  })
  .superRefine(heldToCrd) satisfies z.ZodType<ClusterExtensionManifest>;

export const clusterServiceVersionSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z.looseObject({
    install: z.looseObject({
      strategy: z.string(),
      spec: z
        .looseObject({
          deployments: z.array(deploymentSchema).nullish(),
          permissions: z.array(permissionSchema).nullish(),
          clusterPermissions: z.array(permissionSchema).nullish(),
        })
        .nullish(),
    }),
    installModes: z.array(z.looseObject({ type: z.string(), supported: z.boolean() })).nullish(),
    customresourcedefinitions: ownedAndRequired(crdDescriptionSchema),
    apiservicedefinitions: ownedAndRequired(apiServiceDescriptionSchema),
    nativeAPIs: z.array(z.looseObject({ group: text, version: z.string(), kind: z.string() })).nullish(),
    webhookdefinitions: z.array(webhookDescriptionSchema).nullish(),
    minKubeVersion: text,
    version: text,
    replaces: text,
  }),
}) satisfies z.ZodType<ClusterServiceVersionManifest>;

/** OperatorConditions: whether an operator can be upgraded, as the operator reports it, and the overrides of people. */
const condition = z.looseObject({ type: z.string(), status: z.string(), message: text });

/** An OperatorCondition of `operators.coreos.com/v1` or `v2`. */
export const operatorConditionSchema = z.looseObject({
  metadata: metadataSchema.extend({ generation: z.number().nullish() }),
  spec: z.looseObject({ overrides: z.array(condition).nullish(), conditions: z.array(condition).nullish() }).nullish(),
  status: z.looseObject({ conditions: z.array(condition.extend({ observedGeneration: z.number().nullish() })).nullish() }).nullish(),
});

/**
 * The reason why an operator cannot be upgraded, in OLM's words (isOperatorUpgradeable): an override has priority over the operator's
 * own condition, and a condition that is older than the object counts as no. Operators report in `spec.conditions` since v2, which OLM
 * copies into the status with the generation of the object (syncOperatorConditionStatus in operatorcondition_controller.go).
 */
export function whyNotUpgradeable({ metadata: { generation }, spec, status }: z.infer<typeof operatorConditionSchema>): string | undefined {
  const no = (message: string | null | undefined): string => `the operator is not upgradeable: ${message ?? ''}`;
  const override = spec?.overrides?.find(({ type }) => type === 'Upgradeable');
  if (override) return override.status === 'True' ? undefined : no(override.message);
  const reported = spec?.conditions?.find(({ type }) => type === 'Upgradeable');
  if (reported) return reported.status === 'False' ? no(reported.message) : undefined;
  const own = status?.conditions?.find(({ type }) => type === 'Upgradeable');
  if (!own) return undefined;
  if ((own.observedGeneration ?? 0) < (generation ?? 0)) return `the operatorcondition status "Upgradeable"="${own.status}" is outdated`;
  return own.status === 'False' ? no(own.message) : undefined;
}
