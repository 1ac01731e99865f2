/** OpenShift's Template: objects with parameters (https://docs.openshift.com/container-platform/latest/openshift_images/using-templates.html). */
import { listOf, textOf } from '../kubernetes/pod-spec.js';
import type { ObjectsIn } from './form.js';

/** All objects, with the default values of the parameters; a parameter without a default stays as written. */
export const inTemplate: ObjectsIn = ({ objects, parameters }) => {
  const values = new Map(listOf(parameters).flatMap(({ name, value }) => (textOf(name) && textOf(value) ? [[name, value]] : [])));
  return Array.isArray(objects)
    ? objects.map((value: unknown, index) => ({ value: withParameters(value, values), at: ['objects', index] }))
    : [];
};

/** `${NAME}` is text; `${{NAME}}` alone is any value, such as a number. */
function withParameters(value: unknown, values: ReadonlyMap<unknown, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withParameters(entry, values));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withParameters(entry, values)]));
  if (typeof value !== 'string') return value;
  const [, name] = /^\$\{\{(\w+)\}\}$/.exec(value) ?? [];
  if (name !== undefined && values.has(name)) return plainValue(String(values.get(name)));
  return value.replace(/\$\{(\w+)\}/g, (written, own: string) => String(values.get(own) ?? written));
}

function plainValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
