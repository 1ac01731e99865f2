/** How operators are installed without OLM: the profile `documented`. What only OLM reads is left out. */
import { createHash } from 'node:crypto';
import { withCertificateVolumes } from '../certificates/volumes.js';
import { OUR_SETTINGS } from './config/settings.js';
import type { InstallRules } from './context.js';
import { annotationsRead, groupAnnotations } from './pod-annotations.js';

const MAX_SERVICE_NAME = 63;
const HASH_LENGTH = 5;

export const DOCUMENTED_INSTALL: InstallRules = {
  serviceName,
  certificateName: (service) => `${service}-cert`,
  labels: () => ({}),
  webhookLabels: () => ({}),
  podAnnotations: (installation, spec) => {
    // All others describe the operator in a catalog, and each change of them would restart it.
    const read = annotationsRead(spec);
    const ofCsv = Object.entries(installation.bundle.csv.annotations).filter(([key]) => read.has(key));
    return { ...spec.template?.metadata?.annotations, ...Object.fromEntries(ofCsv), ...groupAnnotations(installation) };
  },
  containerEnv: () => [],
  withCertificateVolumes,
  settings: OUR_SETTINGS,
  hasServingBindings: true,
};

/** `<deployment>-service`, as a Service can be called; what is cut is told apart by a hash. */
function serviceName(deployment: string): string {
  const label = deployment.replaceAll('.', '-').replace(/^(?![a-z])/, 's-');
  const name = `${label}-service`;
  if (name.length <= MAX_SERVICE_NAME) return name;
  const hash = BigInt(`0x${createHash('sha224').update(deployment, 'utf8').digest('hex')}`)
    .toString(36)
    .slice(0, HASH_LENGTH);
  const end = `-${hash}-service`;
  return `${label.slice(0, MAX_SERVICE_NAME - end.length).replace(/-+$/, '')}${end}`;
}
