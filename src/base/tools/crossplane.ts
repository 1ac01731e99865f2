/** Crossplane (https://docs.crossplane.io) with its providers for Helm and Kubernetes; the groups of version 2 contain `.m.`. */

import type { ObjectsIn } from '../inside/form.js';
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import { APPLIES, clusterScoped, namespaced } from './row.js';
import { APPLIED, BRINGS, keeps, UNWRAPPED } from './setting.js';
import type { Tool } from './tool.js';

const RUNNING = keeps('warning', 'how the providers of Crossplane run, and as which account', BRINGS);

/** Management policies can limit the provider to watching the object. */
const inObject: ObjectsIn = ({ spec }) => {
  const { forProvider, managementPolicy, managementPolicies } = fieldsOf(spec);
  const policies = [managementPolicy ?? [], managementPolicies ?? []].flat().map((policy) => textOf(policy));
  const isWatched = policies.length > 0 && policies.every((policy) => /^Observe(?:Delete)?$/.test(policy ?? ''));
  const { manifest } = fieldsOf(forProvider);
  return isWatched || manifest === undefined ? [] : [{ value: manifest, at: ['spec', 'forProvider', 'manifest'] }];
};

export const CROSSPLANE: Tool = {
  name: 'Crossplane',
  rows: [
    ...clusterScoped('kubernetes.crossplane.io', 'Object', UNWRAPPED, { carries: inObject }),
    ...namespaced('kubernetes.m.crossplane.io', 'Object', UNWRAPPED, { carries: inObject }),
    ...clusterScoped('helm.crossplane.io', 'Release', APPLIES),
    ...namespaced('helm.m.crossplane.io', 'Release', APPLIES),
    ...clusterScoped('apiextensions.crossplane.io', 'Composition CompositionRevision', APPLIED),
    ...clusterScoped('pkg.crossplane.io', 'Configuration Function Provider', APPLIES),
    ...clusterScoped('pkg.crossplane.io', 'ControllerConfig DeploymentRuntimeConfig', RUNNING),
  ],
};
