/** The severity of a new or changed setting. */

import { stringify } from 'safe-stable-stringify';
import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import type { Setting } from '../../../../base/tools/setting.js';
import type { Severity } from '../../../../olm/model/finding.js';
import { compareVersions } from '../../../../olm/model/version-range.js';
import { content } from './setting-content.js';
import { ARGO_CD_PLACE, BACKENDS } from './setting-of.js';
import { hostsOf, isNarrowed, isReachedByFewer, isReachedFromOutside, onlyAddsPorts } from './traffic.js';

/** Keys of these ConfigMaps that control identities in Argo CD or programs of its repository server: an error. */
const DECIDING_KEYS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    'argocd-cm':
      /^(?:accounts\.|admin\.enabled$|configManagementPlugins$|dex\.config$|exec\.enabled$|globalProjects$|kustomize\.|oidc\.config$|users\.)/,
    'argocd-cmd-params-cm': /^(?:application\.namespaces$|applicationsetcontroller\.|server\.disable\.auth$)/,
  }),
);

/** The values with which a policy refuses, by field; other values only warn or count. */
const REFUSES: Readonly<Record<string, unknown>> = {
  enforcementAction: 'deny',
  failureAction: 'Enforce',
  validationActions: ['Deny'],
  validationFailureAction: 'Enforce',
};

/** Whether a key changes that controls more than other keys of its ConfigMap. */
function decidesMore({ kind, metadata: { name }, data: is }: KubernetesObject, old: KubernetesObject | undefined): boolean {
  const keys = kind === 'ConfigMap' ? DECIDING_KEYS.get(name) : undefined;
  const was = fieldsOf(old?.data);
  const all = Object.keys({ ...was, ...fieldsOf(is) });
  return keys !== undefined && all.some((field) => keys.test(field) && was[field] !== fieldsOf(is)[field]);
}

/** The addresses that Argo CD sends its credentials to. */
function leadOf({ data, stringData }: KubernetesObject): string {
  return stringify([data, stringData].map((fields) => [fieldsOf(fields).server, fieldsOf(fields).url])) ?? '';
}

export function severityOf(object: KubernetesObject, setting: Setting, old: KubernetesObject | undefined): Severity | undefined {
  if (decidesMore(object, old) || (old && setting === ARGO_CD_PLACE && leadOf(old) !== leadOf(object))) return 'error';
  if (!old) return isReachedFromOutside(object, setting) ? 'warning' : hostsOf(object).length > 0 ? 'info' : setting.added;
  if (setting === BACKENDS && onlyAddsPorts(old, object)) return undefined;
  if (object.kind === 'ResourceQuota' && isLoosened(old, object)) return 'warning';
  if (setting === BACKENDS && isReachedByFewer(old, object)) return undefined;
  if (object.kind === 'NetworkPolicy' && isNarrowed(old, object)) return 'info';
  if (object.kind === 'ClusterVersion' && isUpgrade(old, object)) return 'warning';
  const isStricter = setting.gone === 'error' && content(old, setting, REFUSES) === content(object, setting);
  return isStricter ? setting.added : setting.changed;
}

/** Whether a ClusterVersion only goes to a later release of the same stream: an image without a version shows no order. */
function isUpgrade(old: KubernetesObject, object: KubernetesObject): boolean {
  const [was, is] = [old, object].map(({ spec }) => {
    const { desiredUpdate, channel, ...others } = fieldsOf(spec);
    const { version, image, ...rest } = fieldsOf(desiredUpdate);
    const repository = typeof image === 'string' ? repositoryOf(image) : null;
    return { version: textOf(version), rest: sortedText([others, rest, repository, String(channel ?? '').replace(/\d+/g, '0')]) };
  }) as [{ version: string | undefined; rest: string }, { version: string | undefined; rest: string }];
  if (was.rest !== is.rest || was.version === undefined || is.version === undefined || was.version === is.version) return false;
  return (compareVersions(was.version, is.version) ?? 1) < 0;
}

/** Whether a limit is removed. */
function isLoosened({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  return Object.keys(fieldsOf(fieldsOf(was).hard)).some((name) => !(name in fieldsOf(fieldsOf(is).hard)));
}
