/** The Kubernetes version assumed when none is given: the one that the recorded behaviour was checked on. */
export const DEFAULT_KUBE_VERSION = '1.32.0';
