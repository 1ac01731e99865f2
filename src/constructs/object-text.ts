/**
 * Objects that carry their text. cdk8s would make the YAML of every copy anew; its YAML package writes what calls itself
 * a document with `toString()`, so a copy is filled into the text of its template.
 */
import { Yaml } from 'cdk8s';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import { once } from '../base/manifest/once.js';
import { plainData } from '../base/manifest/plain-data.js';
import { keepText } from './keep-text.js';

/** How the YAML package knows its own documents, of whatever copy of the package (`isDocument` in yaml/dist/nodes/identity.js). */
const NODE_TYPE = Symbol.for('yaml.node.type');
const DOCUMENT = Symbol.for('yaml.document');

/** The text that cdk8s makes of an object. Without the copy, what occurs twice in it would become an anchor and an alias. */
export function cdk8sText(value: unknown): string {
  return Yaml.stringify(keepText(plainData(value)));
}

/**
 * A copy of the object that cdk8s writes as this text. To everybody else it is the plain object. Whoever changes it gets the text of
 * what they made of it.
 *
 * @param text must be what `cdk8sText` makes of the object
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
    // Objects share their parts, so what is read is copied first: most are written, and never read.
    const get = (): unknown => settle(plainData((object as unknown as Record<string, unknown>)[key]));
    Object.defineProperty(document, key, { get, set: settle, enumerable: true, configurable: true });
  }
  const isAsMade = (): boolean => untouched.size === keys.length && Object.keys(document).join('\n') === keys.join('\n');
  return Object.defineProperties(document, {
    [NODE_TYPE]: { value: DOCUMENT },
    toString: { value: () => (isAsMade() ? text() : cdk8sText({ ...document })) },
    // Inside another value, a document is written by its contents.
    contents: { get: () => keepText(plainData({ ...document })) },
  });
}

/** Whether the YAML package of this cdk8s writes documents as described. */
const takesText = once((): boolean => {
  const probe = asDocument({ apiVersion: 'v1', kind: 'Probe', metadata: { name: 'a' } }, () => 'text\n');
  try {
    return Yaml.stringify(probe) === 'text\n' && Yaml.stringify([probe]) === Yaml.stringify([{ ...probe }]);
  } catch {
    return false;
  }
});
