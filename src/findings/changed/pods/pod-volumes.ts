/** What the volumes of a Pod bring into its containers: paths of the node, Secrets, tokens, and what CSI drivers mount. */
import { type Fields, fieldsOf, listOf, textOf } from '../../../kubernetes/pod-spec.js';
import type { FieldPath } from '../../../manifest/field-path.js';
import { sortedText } from '../../../manifest/plain-data.js';
import { listed } from '../../../wording/phrases.js';
import { type Allowance, allowance } from './allowance.js';

/** Paths from which a node, and with it every Pod on it, can be taken over. */
const NODE_PATHS = /^\/(?:$|(?:etc|root|home|proc|sys|dev|boot|run|var\/run|var\/lib\/(?:kubelet|docker|containerd|etcd|rancher))(?:\/|$))/;

/** Those of all its volumes. @param at of the Pod spec */
export function volumeAllowances(fields: Fields, at: FieldPath): Allowance[] {
  return listOf(fields.volumes).flatMap((volume, index) => {
    const place = [...at, 'volumes', index];
    const path = textOf(fieldsOf(volume.hostPath).path);
    const secret = textOf(fieldsOf(volume.secret).secretName);
    const { driver } = fieldsOf(volume.csi);
    return [
      ...(path === undefined
        ? []
        : [
            allowance(
              `hostPath ${path}`,
              NODE_PATHS.test(normalPath(path)) ? 'error' : 'warning',
              `mounts ${path} of its node (hostPath)`,
              [...place, 'hostPath'],
              [...place, 'name'],
            ),
          ]),
      ...(secret === undefined
        ? []
        : [allowance(`secret ${secret}`, 'info', `reads the Secret ${secret}`, [...place, 'name'], [...place, 'secret', 'secretName'])]),
      ...(textOf(driver) === undefined
        ? []
        : [
            allowance(
              `csi ${sortedText(volume.csi)}`,
              'info',
              `mounts a volume of the CSI driver ${textOf(driver)}${attributesText(fieldsOf(volume.csi).volumeAttributes)}`,
              [...place, 'csi'],
            ),
          ]),
      ...programsOfNode(volume, place),
      ...projectedSources(volume, [...place, 'projected', 'sources']),
    ];
  });
}

/** What the kubelet runs as root on the node, with a repository or options from the Pod (CVE-2024-10220). */
function programsOfNode({ gitRepo, flexVolume }: Fields, place: FieldPath): Allowance[] {
  const [repository, driver] = [textOf(fieldsOf(gitRepo).repository), textOf(fieldsOf(flexVolume).driver)];
  return [
    ...(repository === undefined
      ? []
      : [allowance(`gitRepo ${sortedText(gitRepo)}`, 'error', `has its node clone ${repository} (gitRepo)`, [...place, 'gitRepo'])]),
    ...(driver === undefined
      ? []
      : [
          allowance(`flexVolume ${sortedText(flexVolume)}`, 'warning', `runs the program ${driver} of its node (flexVolume)`, [
            ...place,
            'flexVolume',
          ]),
        ]),
  ];
}

/** What the driver mounts: for one of Secrets, their provider class. */
function attributesText(attributes: unknown): string {
  const entries = Object.entries(fieldsOf(attributes)).map(([name, value]) => `${name} ${String(value)}`);
  return entries.length > 0 ? ` (${listed(entries, 'attributes')})` : '';
}

/** Secrets, and tokens of the Pod's account that others than the API server accept. */
function projectedSources(volume: Fields, at: FieldPath): Allowance[] {
  return listOf(fieldsOf(volume.projected).sources).flatMap(({ secret, serviceAccountToken }, index) => {
    const name = textOf(fieldsOf(secret).name);
    const audience = textOf(fieldsOf(serviceAccountToken).audience);
    return [
      ...(name === undefined ? [] : [allowance(`secret ${name}`, 'info', `reads the Secret ${name}`, [...at, index, 'secret'])]),
      ...(audience === undefined
        ? []
        : [allowance(`token ${audience}`, 'info', `gets a token of its account for ${audience}`, [...at, index, 'serviceAccountToken'])]),
    ];
  });
}

/** The API server refuses `..`, but not doubled slashes or dots. */
function normalPath(path: string): string {
  return `/${path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')}`;
}
