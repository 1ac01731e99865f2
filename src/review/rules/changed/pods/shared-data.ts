/** Data of others that the Pods of a workload begin to read or write: by claims, by keys of Secrets, and by mounts of further containers. */

import { containersOf } from '../../../../base/kubernetes/containers.js';
import { type Fields, fieldsOf, listOf, type PodSpec, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import type { Workload } from '../../../state/workloads.js';
import { type Allowance, allowance } from './allowance.js';
import { severityOfPath } from './allowances.js';

function later(key: string, text: string, at: FieldPath, more: Partial<Allowance> = {}): Allowance {
  return { ...allowance(key, 'info', text, at), later: 'part', ...more };
}

/** All of these allowances of a workload. @param names the later names of containers */
export function sharedData(workload: Workload, names: ReadonlyMap<string, string> = new Map()): Allowance[] {
  const { pod } = workload;
  const ofContainers = containersOf(pod).flatMap((one) => ofContainer(one, pod, names.get(one.name) ?? one.name));
  const all = [...claims(workload), ...keysOfVolumes(pod), ...ofContainers];
  return [...new Map(all.toReversed().map((one) => [one.key, one])).values()].toReversed();
}

function claims({ pod: { fields, at }, object, reference }: Workload): Allowance[] {
  const mounts = containersOf({ fields, at }).flatMap((container) => listOf(container.fields.volumeMounts));
  const own = listOf(fields.volumes).flatMap(({ name, persistentVolumeClaim }, index) => {
    const { claimName, readOnly } = fieldsOf(persistentVolumeClaim);
    const place = [...at, 'volumes', index, 'persistentVolumeClaim'];
    const its = mounts.filter((mount) => mount.name === name);
    const isReadOnly = readOnly === true || (its.length > 0 && its.every((mount) => mount.readOnly === true));
    return textOf(claimName) === undefined ? [] : [claim(String(claimName), isReadOnly, [...place, 'claimName'], [...place, 'readOnly'])];
  });
  const templates = listOf(fieldsOf(object.spec).volumeClaimTemplates).map(({ metadata }, index) => {
    const first = `${textOf(fieldsOf(metadata).name)}-${reference.name}-0`;
    return claim(first, false, ['spec', 'volumeClaimTemplates', index, 'metadata', 'name']);
  });
  return [...own, ...templates];
}

function claim(name: string, isReadOnly: boolean, at: FieldPath, ...others: readonly FieldPath[]): Allowance {
  const from = `PersistentVolumeClaim ${name}`;
  const text = `mounts the claim ${name}${isReadOnly ? '' : ', and can write to it'}`;
  return later(isReadOnly ? `read ${from}` : from, text, at, { from, later: 'whole', within: [from], with: others });
}

/** The keys of Secrets that volumes contain. */
function keysOfVolumes({ fields, at }: PodSpec): Allowance[] {
  return listOf(fields.volumes).flatMap(({ secret, projected }, index) => [
    ...keysOf(textOf(fieldsOf(secret).secretName), secret, [...at, 'volumes', index, 'secret']),
    ...listOf(fieldsOf(projected).sources).flatMap((source, place) =>
      keysOf(textOf(fieldsOf(source.secret).name), source.secret, [...at, 'volumes', index, 'projected', 'sources', place, 'secret']),
    ),
  ]);
}

function keysOf(secret: string | undefined, volume: unknown, at: FieldPath): Allowance[] {
  const items = listOf(fieldsOf(volume).items);
  if (secret === undefined) return [];
  if (items.length === 0) return [everyKey(secret, at)];
  return items.map(({ key }, index) => oneKey(secret, textOf(key), [...at, 'items', index]));
}

function everyKey(secret: string, at: FieldPath): Allowance {
  return later(`keys ${secret}`, `reads all keys of the Secret ${secret}`, at, { from: `Secret ${secret}` });
}

function oneKey(secret: string, key: string | undefined, at: FieldPath): Allowance {
  const text = `reads the key ${key} of the Secret ${secret}`;
  return later(`key ${key} of ${secret}`, text, at, { from: `Secret ${secret}`, within: [`keys ${secret}`] });
}

/** The keys in its variables, and the data that it mounts. */
function ofContainer({ fields, at }: { readonly fields: Fields; readonly at: FieldPath }, pod: PodSpec, name: string): Allowance[] {
  const variables = listOf(fields.env).flatMap(({ valueFrom }, index) => {
    const { name: secret, key } = fieldsOf(fieldsOf(valueFrom).secretKeyRef);
    const place = [...at, 'env', index, 'valueFrom', 'secretKeyRef', 'key'];
    return textOf(secret) === undefined ? [] : [oneKey(String(secret), textOf(key), place)];
  });
  const whole = listOf(fields.envFrom).flatMap(({ secretRef }, index) => {
    const secret = textOf(fieldsOf(secretRef).name);
    return secret === undefined ? [] : [everyKey(secret, [...at, 'envFrom', index])];
  });
  const mounts = listOf(fields.volumeMounts).flatMap((mount, index) => {
    const volume = listOf(pod.fields.volumes).find((each) => each.name === mount.name);
    return volume ? ofMount(mount, volume, name, [...at, 'volumeMounts', index]) : [];
  });
  return [...variables, ...whole, ...mounts];
}

/** What one container reads by a mount: a Secret or a token; or the folder of a claim, which any container of the Pod can have. */
function ofMount({ subPath, subPathExpr, readOnly }: Fields, volume: Fields, name: string, at: FieldPath): Allowance[] {
  const sources = listOf(fieldsOf(volume.projected).sources);
  const secrets = [fieldsOf(volume.secret).secretName, ...sources.map(({ secret }) => fieldsOf(secret).name)].flatMap(
    (one) => textOf(one) ?? [],
  );
  const provider = textOf(fieldsOf(fieldsOf(volume.csi).volumeAttributes).secretProviderClass);
  const has = (what: string, from?: string): Allowance =>
    later(`mount ${what} of ${name}`, `mounts ${what} in the container ${name}`, at, from === undefined ? {} : { from });
  const { claimName, readOnly: isReadOnly } = fieldsOf(volume.persistentVolumeClaim);
  const place = textOf(subPath) ?? textOf(subPathExpr) ?? '';
  const ofNode = textOf(fieldsOf(volume.hostPath).path);
  const node = ofNode === undefined || readOnly === true ? [] : [nodeFolder(ofNode, place, at)];
  return [
    ...node,
    ...secrets.map((secret) => has(`the Secret ${secret}`, `Secret ${secret}`)),
    ...(provider === undefined ? [] : [has(`the SecretProviderClass ${provider}`, `SecretProviderClass ${provider}`)]),
    ...(sources.some((source) => 'serviceAccountToken' in source) ? [has('a token of its account')] : []),
    ...(textOf(claimName) === undefined ? [] : [folder(claimOf(String(claimName)), place, readOnly === true || isReadOnly === true, at)]),
  ];
}

/** What has folders: its text, and what it is known by. */
interface Place {
  readonly text: string;
  readonly from: string;
}

function claimOf(name: string): Place {
  return { text: `the claim ${name}`, from: `PersistentVolumeClaim ${name}` };
}

/** A folder of the node that a container can write to: a Pod that only read it can do more. */
function nodeFolder(path: string, inside: string, at: FieldPath): Allowance {
  return { ...folder({ text: `${path} of its node`, from: `hostPath ${path}` }, inside, false, at), severity: severityOfPath(path) };
}

/** A folder; whoever has one has all folders in it, and whoever can write to one can read it. */
function folder({ text, from }: Place, path: string, isReadOnly: boolean, at: FieldPath): Allowance {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const around = steps.map((_, index) => steps.slice(0, index).join('/'));
  const key = (access: string, one: string): string => `${access} ${from} /${one}`;
  const own = steps.join('/');
  const within = [...around, own].flatMap((one) => [key('write', one), ...(isReadOnly ? [key('read', one)] : [])]);
  const what = own === '' ? `all of ${text}` : `the folder ${own} of ${text}`;
  return later(key(isReadOnly ? 'read' : 'write', own), `${isReadOnly ? 'reads' : 'can write to'} ${what}`, at, { from, within });
}
