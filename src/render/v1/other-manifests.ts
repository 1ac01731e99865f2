/** The bundle's other manifests as they are; namespaced ones in the operator's namespace (OLM v1's BundleAdditionalResourcesGenerator). */
import { goesIntoNamespace } from '../../rules/bundle-kinds.js';
import type { V1Generator } from './context.js';

export const otherManifests: V1Generator = ({ bundle, installNamespace }) =>
  bundle.others.map((object) =>
    goesIntoNamespace(object.kind) ? { ...object, metadata: { ...object.metadata, namespace: installNamespace } } : object,
  );
