/** OperatorGroups as the rules read them. */
import { z } from 'zod';
import type { SourceReference } from '../manifest/problem.js';
import { complain } from './check.js';
import { type KubernetesObject, metadataSchema } from './kubernetes-object.js';
import { type LabelSelector, labelSelectorSchema } from './label-selector.js';
import { isDnsLabel } from './names.js';

/** The annotation that lists a group's APIs (design document, "Provided APIs Annotation"). */
export const PROVIDED_APIS_ANNOTATION = 'olm.providedAPIs';

/** An OperatorGroup of the cluster. */
export interface OperatorGroup {
  readonly name: string;
  /** The operator namespace. */
  readonly namespace: string;
  /** As listed; empty when the group has a selector or selects all namespaces. */
  readonly targetNamespaces: readonly string[];
  readonly selector?: LabelSelector;
  /** A static group's `olm.providedAPIs` is the author's alone. */
  readonly staticProvidedAPIs: boolean;
  /** The text of the `olm.providedAPIs` annotation in the input. */
  readonly providedAPIs?: string;
  /** The account whose rights bound what this group's operators may be given. */
  readonly serviceAccountName?: string;
  /** What becomes of a failed CSV that has a successor; absent where the group does not say. */
  readonly upgradeStrategy?: string;
  readonly creationTimestamp?: string;
  readonly manifest: KubernetesObject;
  readonly source?: SourceReference;
}

export const operatorGroupSchema = z.looseObject({
  metadata: metadataSchema,
  spec: z
    .looseObject({
      targetNamespaces: z
        .array(z.string())
        .nullish()
        .superRefine((names, context) => {
          for (const [index, name] of (names ?? []).entries()) {
            // OLM lets the empty string in and then never syncs the group: a verdict, not bad input.
            if (name !== '' && !isDnsLabel(name)) {
              complain(context, [index], 'no namespace can have this name', {
                code: 'INVALID_NAME',
                found: JSON.stringify(name),
                expected: 'at most 63 lower-case letters, digits and "-"',
                fix: 'write the name of a namespace',
              });
            }
          }
        }),
      selector: labelSelectorSchema.nullish(),
      staticProvidedAPIs: z.boolean().nullish(),
      serviceAccountName: z.string().nullish(),
      upgradeStrategy: z.string().nullish(),
    })
    .nullish(),
});

/** Reads a checked manifest. */
export function operatorGroup(manifest: z.infer<typeof operatorGroupSchema>, source?: SourceReference): OperatorGroup {
  const { metadata, spec } = manifest;
  const providedAPIs = metadata.annotations?.[PROVIDED_APIS_ANNOTATION];
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    targetNamespaces: spec?.targetNamespaces ?? [],
    staticProvidedAPIs: spec?.staticProvidedAPIs ?? false,
    manifest: manifest as unknown as KubernetesObject,
    ...(spec?.selector ? { selector: spec.selector } : {}),
    ...(providedAPIs === undefined ? {} : { providedAPIs }),
    ...(spec?.serviceAccountName ? { serviceAccountName: spec.serviceAccountName } : {}),
    ...(spec?.upgradeStrategy ? { upgradeStrategy: spec.upgradeStrategy } : {}),
    ...(metadata.creationTimestamp ? { creationTimestamp: metadata.creationTimestamp } : {}),
    ...(source ? { source } : {}),
  };
}
