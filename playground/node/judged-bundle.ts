/** The cache of bundles in a page, which has none. */
export const keptBundles = () => (): undefined => undefined;
