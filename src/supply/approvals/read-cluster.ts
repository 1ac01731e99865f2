/** Reads the objects of a cluster that approving needs, from a dump or through kubectl. */
import { valuesOf } from '../../base/inside/index.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';
import { readFiles, type Source } from '../../repository/index.js';
import type { ApprovalClient, Clock } from './approve.js';
import { approvalState, type InstallPlan } from './install-plan.js';
import { type Kubectl, KubectlError } from './kubectl.js';
import { unpackedAt } from './unpacked.js';

const DECIDING = ['installplans.operators.coreos.com', 'subscriptions.operators.coreos.com'];
const CSVS = ['clusterserviceversions.operators.coreos.com'];
/** The objects that determine granted permissions: the namespaces that operators watch. */
const AROUND = ['operatorgroups.operators.coreos.com', 'namespaces'];
/** Copied CSVs contain nothing that their originals lack. */
const WITHOUT_COPIES = '!olm.copiedFrom';
/** The number of namespaces that are read at once. */
const AT_ONCE = 4;

/** The plans, Subscriptions and CSVs of these namespaces. @param namespaces by default all */
export async function readDeciding(client: Kubectl, namespaces?: readonly string[]): Promise<KubernetesObject[]> {
  const read = async (namespace?: string): Promise<KubernetesObject[]> => [
    ...(await client.list(DECIDING, namespace)),
    ...(await client.list(CSVS, namespace, WITHOUT_COPIES)),
  ];
  if (!namespaces) return await read();
  const objects: KubernetesObject[] = [];
  for (let at = 0; at < namespaces.length; at += AT_ONCE)
    objects.push(...(await Promise.all(namespaces.slice(at, at + AT_ONCE).map(read))).flat());
  return objects;
}

/** OperatorGroups and Namespaces; empty if this user cannot read them. */
export async function readAround(client: Kubectl, namespaces?: readonly string[]): Promise<KubernetesObject[]> {
  const ofAll = await client.list(AROUND).catch(() => undefined);
  if (ofAll) return ofAll;
  const lists = (namespaces ?? []).map((namespace) => client.list(AROUND.slice(0, 1), namespace).catch(() => []));
  return (await Promise.all(lists)).flat();
}

/** The bundles of plans that OLM unpacked; empty if this user cannot read them. */
export async function readUnpacked(client: Kubectl, plans: readonly InstallPlan[]): Promise<KubernetesObject[]> {
  const places = new Map(
    plans.flatMap(({ lookups }) => lookups.map(unpackedAt)).map((place) => [`${place.namespace}/${place.name}`, place]),
  );
  const found: KubernetesObject[] = [];
  for (const { namespace, name } of places.values()) {
    const object = await client.get('configmaps', namespace, name).catch(() => undefined);
    if (object) found.push(object);
  }
  return found;
}

/** The cluster for approving. */
export function approvalClient(client: Kubectl, { sleep }: Pick<Clock, 'sleep'>): ApprovalClient {
  const broken = new Map<string, number>();
  return {
    read: async (namespaces) => approvalState(await patiently(() => readDeciding(client, namespaces), sleep)),
    approve: async (plan) => {
      try {
        await client.approve(plan);
        return 'approved';
      } catch (error) {
        if (!(error instanceof KubectlError)) throw error;
        if (error.fault === 'conflict' || error.fault === 'not-found') return 'changed';
        // After an interrupted request, the next read of the plan shows whether it was applied.
        const times = (broken.get(plan.uid) ?? 0) + 1;
        broken.set(plan.uid, times);
        if (error.fault !== 'other' || times >= TRIALS) throw error;
        return 'changed';
      }
    },
  };
}

const TRIALS = 5;
const PAUSE_MS = 1000;

/** Reads again if the server is unavailable for a moment. */
async function patiently<T>(read: () => Promise<T>, sleep: Clock['sleep'], trials = TRIALS): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (trials <= 1 || !(error instanceof KubectlError) || error.fault !== 'other') throw error;
    await sleep(PAUSE_MS);
    return await patiently(read, sleep, trials - 1);
  }
}

/** The content of a dump. */
export interface Dump {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
}

export function readDump(inputs: readonly Source[]): Dump {
  return dumpOf(readFiles(inputs));
}

export function dumpOf({ texts, problems }: { readonly texts: readonly SourceText[]; readonly problems: readonly Problem[] }): Dump {
  const parsed = texts.map((text) => parseDocuments(text));
  return {
    objects: valuesOf(parsed.flatMap(({ documents }) => documents)).filter(isNamedObject),
    problems: [...problems, ...parsed.flatMap((one) => one.problems)],
  };
}
