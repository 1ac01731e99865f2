/** The cache of built kustomizations in a page, which builds and keeps none. */
export const KEY_VARIABLE = 'CDK8S_OLM_CACHE_KEY';
export const LEAST_KEY_LENGTH = 32;
export const openBuildCache = () => ({});
export const buildCacheFor = (): undefined => undefined;
