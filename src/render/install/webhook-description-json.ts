/** A webhook definition as Go's JSON encoder writes it, which OLM hashes for the label `olm.webhook-description-hash`. */

import { typeFields } from '../../kubernetes/typed/fields.js';
import { jsonText } from '../../manifest/format.js';
import { isMapping } from '../../manifest/plain-data.js';
import type { WebhookDefinition } from '../../model/registry-v1.js';
import { goString } from '../profile/hash.js';
import { DEFAULT_PORT } from './webhook-configurations.js';

/** OLM's CRD fills in the port before OLM reads the definition. */
export function goWebhookDescription(definition: WebhookDefinition): string {
  return goJson('WebhookDescription', { ...definition, containerPort: definition.containerPort ?? DEFAULT_PORT });
}

/** Fields in the order of their type, mappings in byte order of their keys. */
function goJson(type: string, value: unknown): string {
  if (typeof value === 'string') return goString(value);
  if (Array.isArray(value)) return `[${value.map((entry) => goJson(type, entry)).join(',')}]`;
  if (!isMapping(value)) return jsonText(value ?? null);
  const fields = typeFields(type);
  const keys = fields ? [...fields.keys()] : Object.keys(value).sort();
  return `{${keys
    .filter((key) => Object.hasOwn(value, key) || fields?.get(key)?.emptiness === 'always')
    .map((key) => `${goString(key)}:${goJson(fields?.get(key)?.type ?? type, value[key])}`)
    .join(',')}}`;
}
