/** Checks what all kinds share: apiVersion, name, namespace, labels and annotation keys. */

import { isDnsLabel, isLabelValue, isQualifiedName } from '../kubernetes/names.js';
import type { Complaint } from '../manifest/check.js';
import type { FieldPath } from '../manifest/field-path.js';
import { jsonText } from '../manifest/format.js';
import { isMapping } from '../manifest/plain-data.js';
import type { ProblemCode, SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { Reader } from './readers.js';

const LABEL_NAME = 'at most 63 lower-case letters, digits and "-", beginning and ending with a letter or digit';
const SUBDOMAIN_NAME = 'at most 253 lower-case letters, digits, "-" and ".", each part beginning and ending with a letter or digit';

const RENDER_FIRST = 'replace the placeholder first, with Helm, Flux or the tool it was written for';

type Report = (code: ProblemCode, at: FieldPath, message: string, rest: Omit<Complaint, 'code'>) => void;
type Fields = Readonly<Record<string, unknown>>;

/**
 * What the API server would refuse about an object's apiVersion and metadata.
 * The schema checks the types of values.
 */
export function checkMetadata(reader: Reader, object: Fields, source: SourceReference): UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const report: Report = (code, at, message, rest) => problems.push({ code, message, source, at, ...rest });
  checkVersion(reader, String(object.apiVersion), report);
  if (isMapping(object.metadata)) {
    checkNames(reader, object.metadata, report);
    checkKeys(object.metadata, report);
  }
  return problems;
}

function checkVersion({ kind, versions }: Reader, apiVersion: string, report: Report): void {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  if (kind === 'ClusterServiceVersion') {
    if (apiVersion === 'operators.coreos.com/v1alpha1') return;
    report('CSV_API_VERSION', ['apiVersion'], 'this apiVersion does not exist for a ClusterServiceVersion', {
      found: apiVersion,
      expected: 'operators.coreos.com/v1alpha1',
      fix: 'correct apiVersion; it is read as operators.coreos.com/v1alpha1',
    });
  } else if (!versions.includes(version)) {
    report('UNSUPPORTED_VERSION', ['apiVersion'], `${kind} has no version ${version || '""'}`, {
      found: apiVersion || '""',
      expected: versions.join(' or '),
      fix: 'correct apiVersion',
    });
  }
}

function checkNames({ kind, namespace: scope, isName }: Reader, { name, namespace }: Fields, report: Report): void {
  if (typeof name === 'string' && !isName(name)) {
    report('INVALID_NAME', ['metadata', 'name'], `Kubernetes refuses this name for a ${kind}`, {
      found: JSON.stringify(name),
      expected: isName === isDnsLabel ? LABEL_NAME : SUBDOMAIN_NAME,
      fix: isTemplate(name) ? RENDER_FIRST : 'rename the object',
    });
  }
  if (scope === 'required' && (namespace === undefined || namespace === null || namespace === '')) {
    report('NAMESPACE_NOT_GIVEN', ['metadata', 'namespace'], `every ${kind} must have a namespace`, {
      found: 'nothing',
      expected: 'the operator namespace',
      fix: 'add metadata.namespace',
    });
  } else if (scope !== 'none' && typeof namespace === 'string' && namespace !== '' && !isDnsLabel(namespace)) {
    report('INVALID_NAME', ['metadata', 'namespace'], 'this is not a valid namespace name', {
      found: JSON.stringify(namespace),
      expected: LABEL_NAME,
      fix: isTemplate(namespace) ? RENDER_FIRST : 'write a valid namespace name',
    });
  }
}

function checkKeys({ labels, annotations }: Fields, report: Report): void {
  for (const [key, value] of Object.entries(isMapping(labels) ? labels : {})) {
    if (isQualifiedName(key) && (typeof value !== 'string' || isLabelValue(value))) continue;
    report('INVALID_NAME', ['metadata', 'labels', key], 'Kubernetes refuses this label', {
      found: `${jsonText(key)}: ${jsonText(value)}`,
      expected: 'a key such as tenant or example.com/tenant, and a value of at most 63 letters, digits, -, _ and .',
      fix: 'correct the label; put longer text into an annotation',
    });
  }
  for (const key of Object.keys(isMapping(annotations) ? annotations : {})) {
    if (isQualifiedName(key.toLowerCase())) continue;
    report('INVALID_NAME', ['metadata', 'annotations', key], 'Kubernetes refuses this annotation key', {
      found: JSON.stringify(key),
      expected: 'a key such as note or example.com/note',
      fix: 'correct the key',
    });
  }
}

/** Placeholders of Helm (`{{ }}`), and of Flux and envsubst (`${ }`). */
function isTemplate(name: string): boolean {
  return /\{\{|\$\{/.test(name);
}
