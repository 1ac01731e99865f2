/**
 * Objects with a prepared text. cdk8s would generate the YAML of every copy again; its YAML package writes a document
 * by its `toString()`, so the text of a copy is filled into that of its template.
 */
import { existsSync } from 'node:fs';
import { Yaml } from 'cdk8s';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import { once } from '../base/manifest/once.js';
import { plainData } from '../base/manifest/plain-data.js';
import { keepText } from './keep-text.js';

/** The mark by which the YAML package recognises its documents, in any copy of it (`isDocument` in yaml/dist/nodes/identity.js). */
const NODE_TYPE = Symbol.for('yaml.node.type');
const DOCUMENT = Symbol.for('yaml.document');

/** The text that cdk8s writes for an object. Without the copy, a part that occurs twice would become an anchor and an alias. */
export function cdk8sText(value: unknown): string {
  const text = Yaml.stringify(keepText(plainData(value)));
  return isTemplate() ? text.replaceAll('{{', '{{ "{{" }}') : text;
}

/** Whether the files are templates of a Helm chart: cdk8s-cli makes the chart of `synth --format helm` before it runs the app. */
function isTemplate({ CDK8S_OUTDIR: folder = '' } = process.env): boolean {
  return /(?:^|[\\/])templates$/.test(folder) && existsSync(`${folder}/../Chart.yaml`);
}

/**
 * A copy of the object that cdk8s writes as this text. All other code sees the plain object. After a change, cdk8s writes the changed
 * object.
 *
 * @param text the text that `cdk8sText` returns for the object
 */
export function withText(object: KubernetesObject, text: () => string): KubernetesObject {
  const taken = 'contents' in object || Object.hasOwn(object, 'toString');
  return takesText() && !taken ? asDocument(object, text) : (keepText(plainData(object)) as KubernetesObject);
}

function asDocument(object: KubernetesObject, text: () => string): KubernetesObject {
  const document = {} as KubernetesObject;
  const keys = Object.keys(object);
  const untouched = new Set(keys);
  for (const key of keys) {
    const settle = (value: unknown): unknown => {
      untouched.delete(key);
      Object.defineProperty(document, key, { value, writable: true, enumerable: true, configurable: true });
      return value;
    };
    // Objects share their parts, so a part is copied when it is read: most objects are written and never read.
    const get = (): unknown => settle(plainData((object as unknown as Record<string, unknown>)[key]));
    Object.defineProperty(document, key, { get, set: settle, enumerable: true, configurable: true });
  }
  const isAsMade = (): boolean => untouched.size === keys.length && Object.keys(document).join('\n') === keys.join('\n');
  return Object.defineProperties(document, {
    [NODE_TYPE]: { value: DOCUMENT },
    toString: { value: () => (isAsMade() ? text() : cdk8sText({ ...document })) },
    // A document inside of another value is written by its contents.
    contents: { get: () => keepText(plainData({ ...document })) },
  });
}

/** Whether the YAML package of this cdk8s writes documents in this way. */
const takesText = once((): boolean => {
  const probe = asDocument({ apiVersion: 'v1', kind: 'Probe', metadata: { name: 'a' } }, () => 'text\n');
  try {
    return Yaml.stringify(probe) === 'text\n' && Yaml.stringify([probe]) === Yaml.stringify([{ ...probe }]);
  } catch {
    return false;
  }
});
