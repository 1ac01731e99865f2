/** The cache of built kustomizations in a page, which builds and keeps none. */
export const buildCacheFor = (): undefined => undefined;
export const cacheFaultText = (): undefined => undefined;
