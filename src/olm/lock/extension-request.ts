/** The request of a ClusterExtension, as a lock has it. */
import { compareText } from '../../base/kubernetes/object.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import type { ExtensionRequest } from './lock-file.js';

/** The request of a ClusterExtension. Fields with their defaults are absent. */
export function requestOf({
  version,
  channels,
  selector,
  isSelfCertified,
}: Pick<ClusterExtension, 'version' | 'channels' | 'selector' | 'isSelfCertified'>): ExtensionRequest {
  return {
    ...(version === undefined ? {} : { version }),
    ...(channels.length === 0 ? {} : { channels: [...channels].sort(compareText) }),
    ...(selector === undefined ? {} : { selector: { ...selector } }),
    ...(isSelfCertified ? { upgradeConstraintPolicy: 'SelfCertified' as const } : {}),
  };
}
