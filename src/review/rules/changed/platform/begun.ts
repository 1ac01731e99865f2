/** Reports behaviours that begin with a release of OLM: fields that OLM reads from then on, and other behaviour. */
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../../../base/kubernetes/object.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { csvReference, groupReference } from '../../../../olm/model/finding.js';
import type { OlmBehaviour, OlmRelease } from '../../../../olm/model/olm-version.js';
import type { State } from '../../../state/state.js';

/** An affected object, with the effect. */
export type Begun = readonly [subject: ObjectReference, message: string];

/** Finds the objects that a behaviour affects. */
type Concern = (state: State) => readonly Begun[];

/** The behaviours that the input can show; rules about the API server and catalogs report other ones. */
const CONCERNS: Readonly<Partial<Record<OlmBehaviour, Concern>>> = {
  subscriptionConfigAnnotations: (state) =>
    configured(
      state,
      'annotations',
      'spec.config.annotations, which OLM ignored, are now added to the Deployments and Pods of the operator',
    ),
  subscriptionConfigEnvFrom: (state) =>
    configured(state, 'envFrom', 'spec.config.envFrom, which OLM ignored, is now added to the containers of the operator'),
  tokenRequest: ({ cluster }) =>
    cluster.operatorGroups
      .filter(({ serviceAccountName }) => serviceAccountName !== undefined)
      .map((group) => [
        groupReference(group),
        `OLM requests the token of the ServiceAccount ${group.serviceAccountName}: no Secret with one is needed any more`,
      ]),
  csvCleanupFinalizer: ({ cluster }) =>
    cluster.clusterServiceVersions
      .slice(0, 1)
      .map((csv) => [
        csvReference(csv),
        'OLM gives every ClusterServiceVersion a finalizer: one that is deleted while OLM is away stays until OLM has removed its ClusterRoles, which could stay before',
      ]),
  serviceAccountAnnotationsKept: ({ given, cluster }) => {
    const accounts = new Set(
      cluster.clusterServiceVersions.flatMap(({ namespace, permissions, clusterPermissions }) =>
        [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => `${namespace}/${serviceAccountName}`),
      ),
    );
    return given
      .filter(({ kind, metadata }) => kind === 'ServiceAccount' && accounts.has(`${metadata.namespace}/${metadata.name}`))
      .filter(isAnnotated)
      .map((account) => [referenceTo(account), 'its annotations stay when the operator is upgraded; OLM removed them before']);
  },
  apiServiceDisruptionTolerated: ({ cluster }) =>
    cluster.clusterServiceVersions
      .filter(({ ownedAPIServices }) => ownedAPIServices.length > 0)
      .map((csv) => [
        csvReference(csv),
        'while its Pods restart, for up to 5 minutes, an APIService that is not available no longer changes the phase of the CSV',
      ]),
  csvSpecRelease: ({ cluster }) =>
    cluster.clusterServiceVersions
      .filter(({ manifest }) => isMapping(manifest.spec) && manifest.spec.release !== undefined)
      .map((csv) => [csvReference(csv), 'spec.release counts, which the API server dropped or refused']),
  sortedResolver: ({ cluster }) =>
    cluster.subscriptions
      .slice(0, 1)
      .map(({ manifest }) => [
        referenceTo(manifest),
        'OLM lists why Subscriptions cannot be resolved in one order; the message on them no longer changes from run to run by its order alone',
      ]),
};

/**
 * The behaviours that begin between two releases.
 * @param state the state after the upgrade
 */
export function begunBetween(before: OlmRelease, after: OlmRelease, state: State): Begun[] {
  const comes = ([behaviour]: readonly [string, Concern]): boolean =>
    after.behaviours.has(behaviour as OlmBehaviour) && !before.behaviours.has(behaviour as OlmBehaviour);
  return Object.entries(CONCERNS)
    .filter(comes)
    .flatMap(([, concern]) => concern(state));
}

function configured({ cluster }: State, field: string, message: string): Begun[] {
  return cluster.subscriptions
    .filter(({ config }) => config?.[field] !== undefined)
    .map(({ manifest }) => [referenceTo(manifest), message]);
}

function isAnnotated({ metadata }: KubernetesObject): boolean {
  return Object.keys(metadata.annotations ?? {}).length > 0;
}
