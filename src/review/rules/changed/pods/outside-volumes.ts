/** Volumes with content from outside of the Pod's namespace: servers and disks that a Pod names itself, and claims that choose their volume. */

import { fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { CHOOSES_VOLUME } from '../../../../base/tools/kubernetes.js';
import { listed } from '../../../../base/wording/phrases.js';
import { type Allowance, allowance } from './allowance.js';

/** The volume types with content of the namespace or the node, or with a rule of their own. All others name a server or a disk. */
const OF_NAMESPACE: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'flexVolume',
  'gitRepo',
  'hostPath',
  'image',
  'name',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** Fields of such a volume that decide nothing about its content. */
const OF_MOUNTING: ReadonlySet<string> = new Set(['cachingMode', 'fsType', 'readOnly']);

/** The servers and disks that the volumes of a Pod name; nobody checks whose data they have. @param at of the Pod spec */
export function outsideVolumes(volumes: unknown, at: FieldPath): Allowance[] {
  return listOf(volumes).flatMap((volume, index) => {
    const place = [...at, 'volumes', index];
    const types = Object.keys(volume).filter((type) => !OF_NAMESPACE.has(type) && Object.keys(fieldsOf(volume[type])).length > 0);
    const template = fieldsOf(fieldsOf(volume.ephemeral).volumeClaimTemplate);
    return [
      ...types.map((type) => {
        const named = Object.entries(fieldsOf(volume[type])).filter(([field]) => !OF_MOUNTING.has(field));
        const texts = named.map(([field, value]) => `${field} ${textOf(value) ?? sortedText(value)}`);
        const says = `mounts data from outside of the cluster (${type}: ${listed(texts, 'fields')})`;
        return allowance(`${type} ${sortedText(Object.fromEntries(named))}`, 'warning', says, [...place, type]);
      }),
      ...claimAllowances(template.spec, String(volume.name), [...place, 'ephemeral', 'volumeClaimTemplate', 'spec']),
    ];
  });
}

/** The volume or copy that a template of claims chooses. The class of storage is that of an empty volume. */
export function claimAllowances(spec: unknown, name: string, at: FieldPath): Allowance[] {
  const fields = CHOOSES_VOLUME.filter((field) => fieldsOf(spec)[field] !== undefined && field !== 'storageClassName');
  const texts = fields.map((field) => `${field} ${textOf(fieldsOf(spec)[field]) ?? sortedText(fieldsOf(spec)[field])}`);
  if (texts.length === 0) return [];
  const [first, ...others] = fields.map((field) => [...at, field]) as unknown as [FieldPath, ...FieldPath[]];
  return [
    allowance(
      `claim ${name} ${texts.join()}`,
      'warning',
      `gets the data that its claim ${name} chooses (${listed(texts)})`,
      first,
      ...others,
    ),
  ];
}
