/**
 * The structure of OLM v1's kinds in the CRDs of operator-controller and catalogd, v1.0 to v1.11 (their folders `crd/standard` and
 * `crd/experimental`). It has the fields of both folders.
 */
import type { StructureType } from './type.js';

/** A type that contains its parts; a StructureType names them by number. */
export interface Nested extends Omit<StructureType, 'fields' | 'values' | 'items'> {
  readonly fields?: Readonly<Record<string, Nested>>;
  readonly values?: Nested;
  readonly items?: Nested;
}

const TEXT: Nested = { type: 'string' };
const ANY: Nested = { type: 'any' };
const SUBDOMAIN: Nested = {
  type: 'string',
  maxLength: 253,
  pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
};

const object = (fields: Readonly<Record<string, Nested>>, ...required: readonly string[]): Nested => ({ type: 'object', fields, required });
const oneOf = (...values: readonly string[]): Nested => ({ type: 'string', enum: values });
const list = (items: Nested): Nested => ({ type: 'array', items });

const METADATA: Nested = { type: 'object', open: true, fields: {} };
const SELECTOR = object({
  matchLabels: { type: 'object', values: TEXT },
  matchExpressions: list(object({ key: TEXT, operator: TEXT, values: list(TEXT) }, 'key', 'operator')),
});
const kind = (spec: Nested): Nested => object({ apiVersion: TEXT, kind: TEXT, metadata: METADATA, spec, status: ANY }, 'spec');

/** Kind → its type. */
export const OLM_V1_KINDS: Readonly<Record<string, Nested>> = {
  ClusterExtension: kind(
    object(
      {
        namespace: { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
        // Required up to v1.10: the profile reports it in the words of that version.
        serviceAccount: object({ name: { ...SUBDOMAIN, minLength: 1 } }),
        source: object(
          {
            sourceType: oneOf('Catalog'),
            catalog: object(
              {
                packageName: SUBDOMAIN,
                version: { type: 'string', maxLength: 64 },
                channels: list(SUBDOMAIN),
                selector: SELECTOR,
                upgradeConstraintPolicy: oneOf('CatalogProvided', 'SelfCertified'),
              },
              'packageName',
            ),
          },
          'sourceType',
          // A rule of the CRD requires it with this type.
          'catalog',
        ),
        install: object({
          preflight: object({ crdUpgradeSafety: object({ enforcement: oneOf('None', 'Strict') }, 'enforcement') }, 'crdUpgradeSafety'),
        }),
        config: object({ configType: oneOf('Inline'), inline: { type: 'object', open: true, fields: {} } }, 'configType', 'inline'),
        progressDeadlineMinutes: { type: 'integer', minimum: 10, maximum: 720 },
      },
      'namespace',
      'source',
    ),
  ),
  ClusterCatalog: kind(
    object(
      {
        priority: { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
        availabilityMode: oneOf('Available', 'Unavailable'),
        source: object(
          {
            type: oneOf('Image'),
            image: object({ ref: { type: 'string', maxLength: 1000 }, pollIntervalMinutes: { type: 'integer', minimum: 1 } }, 'ref'),
          },
          'type',
          'image',
        ),
      },
      'source',
    ),
  ),
};
