/** Install modes of operators. */

/** The four install modes of OLM. */
export const INSTALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;
export type InstallModeType = (typeof INSTALL_MODES)[number];
