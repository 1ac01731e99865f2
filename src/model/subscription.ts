/** Subscriptions: which version of an operator is to be installed in a namespace. */
import { z } from 'zod';
import type { SourceReference } from '../manifest/problem.js';
import { metadataSchema } from './kubernetes-object.js';

/** A Subscription of the cluster. */
export interface Subscription {
  readonly name: string;
  readonly namespace: string;
  readonly packageName: string;
  /** Absent: the package's default channel. */
  readonly channel?: string;
  /** Pins the version. */
  readonly startingCSV?: string;
  /** The CatalogSource that offers the package. */
  readonly catalogSource: string;
  readonly catalogSourceNamespace: string;
  /** `Automatic` unless it says `Manual`. */
  readonly installPlanApproval?: string;
  /** Settings for the operator's Deployments, as they are. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** In a snapshot of a cluster: the CSV that is installed, and the one that is or will be. */
  readonly installedCSV?: string;
  readonly currentCSV?: string;
  /** The name of the CSV that it brings; absent until that is known. */
  readonly csv?: string;
  readonly source: SourceReference;
}

const text = z.string().nullish();

export const subscriptionSchema = z.looseObject({
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
});

/** Reads a checked manifest. */
export function subscription({ metadata, spec, status }: z.infer<typeof subscriptionSchema>, source: SourceReference): Subscription {
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    packageName: spec.name,
    ...(spec.channel ? { channel: spec.channel } : {}),
    ...(spec.startingCSV ? { startingCSV: spec.startingCSV } : {}),
    catalogSource: spec.source,
    catalogSourceNamespace: spec.sourceNamespace,
    ...(spec.installPlanApproval ? { installPlanApproval: spec.installPlanApproval } : {}),
    ...(spec.config ? { config: spec.config } : {}),
    ...(status?.installedCSV ? { installedCSV: status.installedCSV } : {}),
    ...(status?.currentCSV ? { currentCSV: status.currentCSV } : {}),
    source,
  };
}
