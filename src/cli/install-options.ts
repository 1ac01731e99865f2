/** How operators are to be installed without OLM, as a command line says it. */
import type { InstallOptions } from '../model/install-options.js';
import type { Given } from '../settings/table.js';

export type InstallFlags = Given<'install' | 'certificates' | 'issuer' | 'descoped'>;

export type FinishingFlags = Given<'argocd' | 'imageRegistry' | 'pullSecret'>;

/** Nothing where OLM runs. */
export function installOptionsOf({ install, certificates, issuer, descoped }: InstallFlags): { install: InstallOptions | undefined } {
  if (!install) return { install: undefined };
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}
