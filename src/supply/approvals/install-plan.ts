/** The parts of InstallPlans, Subscriptions and CSVs that deciding needs. Reports objects that differ from OLM's output. */
import { z } from 'zod';
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';

/** One object that OLM writes for an InstallPlan. */
export interface PlanStep {
  /** The CSV whose bundle contains it. */
  readonly resolving: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** The object as JSON, or a reference to it in the unpacked bundle. */
  readonly manifest: string;
}

/** A bundle that OLM unpacks for an InstallPlan. */
export interface BundleLookup {
  /** The image. */
  readonly path: string;
  /** The name of its CSV. */
  readonly identifier: string;
  readonly replaces: string;
  readonly properties: string;
  readonly catalogNamespace: string;
  readonly catalogName: string;
  /** Whether it is unpacked, still pending, or failed. */
  readonly state: 'unpacked' | 'pending' | 'failed';
}

/** A plan of OLM for a namespace, pending or done. */
export interface InstallPlan {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly isDeleted: boolean;
  readonly csvs: readonly string[];
  readonly approved: boolean;
  readonly generation: number;
  readonly phase: string;
  readonly message: string;
  readonly steps: readonly PlanStep[];
  readonly lookups: readonly BundleLookup[];
}

/** A Subscription with OLM's status. */
export interface PlannedSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly package: string;
  /** `NAMESPACE/NAME`. */
  readonly catalog: string;
  /** Whether OLM created it for a dependency. */
  readonly isGenerated: boolean;
  readonly installedCSV?: string;
  readonly currentCSV?: string;
  /** The plan in its status. */
  readonly plan?: { readonly name: string; readonly uid: string };
  readonly planGeneration?: number;
}

/** The phase of an operator. */
interface InstalledCsv {
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly message: string;
  readonly version: string;
}

/** The parts of a cluster that deciding needs. */
export interface ApprovalState {
  readonly plans: readonly InstallPlan[];
  readonly subscriptions: readonly PlannedSubscription[];
  readonly csvs: readonly InstalledCsv[];
  /** Objects that differ from OLM's output: their namespaces cannot be judged. */
  readonly unreadable: readonly { readonly namespace: string; readonly kind: string; readonly name: string }[];
}

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const metadata = z.object({
  namespace: z.string(),
  name: z.string(),
  uid: text,
  resourceVersion: text,
  deletionTimestamp: text,
  labels: z.record(z.string(), z.string()).nullish(),
});
const condition = z.object({ type: z.string(), status: z.string() });
const plan = z.object({
  metadata,
  spec: z.object({ clusterServiceVersionNames: texts, approved: z.boolean().nullish(), generation: z.number().int().nullish() }),
  status: z
    .object({
      phase: text,
      message: text,
      plan: z
        .array(
          z.object({
            resolving: text,
            resource: z.object({ group: text, kind: z.string(), name: z.string(), manifest: text }),
          }),
        )
        .nullish(),
      bundleLookups: z
        .array(
          z.object({
            path: z.string(),
            identifier: z.string(),
            replaces: text,
            properties: text,
            catalogSourceRef: z.object({ namespace: text, name: text }).nullish(),
            conditions: z.array(condition).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
const subscription = z.object({
  metadata,
  spec: z.object({ name: z.string(), source: z.string(), sourceNamespace: z.string(), installPlanApproval: text }),
  status: z
    .object({
      installedCSV: text,
      currentCSV: text,
      installPlanRef: z.object({ name: z.string(), uid: text }).nullish(),
      installPlanGeneration: z.number().int().nullish(),
    })
    .nullish(),
});
const csv = z.object({ metadata, spec: z.object({ version: text }).nullish(), status: z.object({ phase: text, message: text }).nullish() });

/**
 * The parts of these objects that deciding needs. Copied CSVs do not belong to their namespace; on other kinds, the copy label has no
 * meaning.
 */
export function approvalState(objects: readonly KubernetesObject[]): ApprovalState {
  const unreadable: ApprovalState['unreadable'][number][] = [];
  const ofKind = <T, R>(kind: string, schema: z.ZodType<T>, read: (one: T) => R): R[] =>
    objects
      .filter((object) => object.kind === kind && groupOf(object.apiVersion) === OLM_GROUP)
      .filter(({ metadata: { labels } }) => kind !== 'ClusterServiceVersion' || labels?.['olm.copiedFrom'] === undefined)
      .flatMap((object) => {
        const { data } = schema.safeParse(object);
        if (data !== undefined) return [read(data)];
        unreadable.push({ kind, namespace: String(object.metadata.namespace), name: object.metadata.name });
        return [];
      });
  return {
    plans: ofKind('InstallPlan', plan, installPlan),
    subscriptions: ofKind('Subscription', subscription, plannedSubscription),
    csvs: ofKind('ClusterServiceVersion', csv, ({ metadata: { namespace, name }, spec, status }) => ({
      namespace,
      name,
      phase: status?.phase ?? '',
      message: status?.message ?? '',
      version: spec?.version ?? '',
    })),
    unreadable,
  };
}

function installPlan({ metadata: about, spec, status }: z.infer<typeof plan>): InstallPlan {
  return {
    namespace: about.namespace,
    name: about.name,
    uid: about.uid ?? '',
    resourceVersion: about.resourceVersion ?? '',
    isDeleted: Boolean(about.deletionTimestamp),
    csvs: spec.clusterServiceVersionNames ?? [],
    approved: spec.approved ?? false,
    generation: spec.generation ?? 0,
    phase: status?.phase ?? '',
    message: status?.message ?? '',
    steps: (status?.plan ?? []).map(({ resolving, resource: { group, kind, name, manifest } }) => ({
      resolving: resolving ?? '',
      group: group ?? '',
      kind,
      name,
      manifest: manifest ?? '',
    })),
    lookups: (status?.bundleLookups ?? []).map(({ path, identifier, replaces, properties, catalogSourceRef, conditions }) => ({
      path,
      identifier,
      replaces: replaces ?? '',
      properties: properties ?? '',
      catalogNamespace: catalogSourceRef?.namespace ?? '',
      catalogName: catalogSourceRef?.name ?? '',
      state: lookupState(conditions ?? []),
    })),
  };
}

/** The state of a lookup. OLM removes each condition again after it no longer applies. */
function lookupState(conditions: readonly z.infer<typeof condition>[]): BundleLookup['state'] {
  const holds = conditions.filter(({ status }) => status !== 'False').map(({ type }) => type);
  if (holds.includes('BundleLookupFailed')) return 'failed';
  return holds.length > 0 ? 'pending' : 'unpacked';
}

function plannedSubscription({ metadata: about, spec, status }: z.infer<typeof subscription>): PlannedSubscription {
  const { installedCSV, currentCSV, installPlanRef: ref, installPlanGeneration: generation } = status ?? {};
  return {
    namespace: about.namespace,
    name: about.name,
    package: spec.name,
    catalog: `${spec.sourceNamespace}/${spec.source}`,
    isGenerated: about.labels?.['olm.managed'] === 'true',
    ...(installedCSV ? { installedCSV } : {}),
    ...(currentCSV ? { currentCSV } : {}),
    ...(ref ? { plan: { name: ref.name, uid: ref.uid ?? '' } } : {}),
    ...(generation ? { planGeneration: generation } : {}),
  };
}

/** Whether OLM waits for an approval of the plan. */
export function waits({ phase, approved }: InstallPlan): boolean {
  return phase === 'RequiresApproval' && !approved;
}
