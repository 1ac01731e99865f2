/** The documents that the resolver reads, as far as it looks at them. Other kinds are passed over. */
import { z } from 'zod';
import { bundleSchema, channelSchema, packageSchema } from '../catalog/catalog-blobs.js';

const text = z.string().nullish();
const metadata = z.looseObject({
  name: z.string(),
  namespace: text,
  labels: z.record(z.string(), z.string()).nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
});

/** A Subscription. */
export const subscriptionDocument = z.looseObject({
  metadata,
  spec: z.looseObject({
    name: z.string(),
    channel: text,
    startingCSV: text,
    source: z.string(),
    sourceNamespace: text,
    installPlanApproval: text,
  }),
  status: z.looseObject({ installedCSV: text, currentCSV: text }).nullish(),
});

const crd = z.looseObject({ name: z.string(), version: z.string(), kind: z.string() });
const apiService = z.looseObject({ group: z.string(), version: z.string(), kind: z.string() });

/** A CSV: what it brings and needs, and how far it is. */
export const csvDocument = z.looseObject({
  metadata,
  spec: z
    .looseObject({
      version: text,
      replaces: text,
      customresourcedefinitions: z.looseObject({ owned: z.array(crd).nullish(), required: z.array(crd).nullish() }).nullish(),
      apiservicedefinitions: z.looseObject({ owned: z.array(apiService).nullish(), required: z.array(apiService).nullish() }).nullish(),
    })
    .nullish(),
  status: z.looseObject({ phase: text }).nullish(),
});

/** An OperatorGroup. */
export const operatorGroupDocument = z.looseObject({
  metadata,
  spec: z.looseObject({ upgradeStrategy: text }).nullish(),
});

/** A CatalogSource. */
export const catalogSourceDocument = z.looseObject({
  metadata,
  spec: z.looseObject({ priority: z.number().nullish(), image: text }).nullish(),
  status: z.looseObject({ connectionState: z.looseObject({ lastObservedState: text }).nullish() }).nullish(),
});

/** The key `catalog` of a blob: which CatalogSource serves it, as `NAME` or `NAMESPACE/NAME`. It is this project's own. */
const catalog = { catalog: text };
export const packageDocument = packageSchema.extend(catalog);
export const channelDocument = channelSchema.extend(catalog);
export const bundleDocument = bundleSchema.extend(catalog);
export const deprecationsDocument = z.looseObject({
  ...catalog,
  package: z.string(),
  entries: z.array(z.looseObject({ reference: z.looseObject({ schema: z.string(), name: text }), message: z.string() })).nullish(),
});
