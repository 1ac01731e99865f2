/**
 * ClusterServiceVersions as OLM reads them: into Go types, which drop unknown fields and accept keys in any case. The rules
 * and the rendering use the result; the API server is stricter and would refuse the written CSV. Each dropped or changed part
 * is a warning, each unreadable value an error. Strings that OLM adds if they are missing, such as an empty `displayName`, are not
 * reported: nothing is lost.
 */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type NormalChange, normalForm, type UnreadableValue } from '../../base/kubernetes/structure/normal-form.js';
import { jsonText } from '../../base/manifest/format.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';

const LONGEST = 120;

/** A CSV as OLM reads it, and the problems of the differences to the written CSV. */
export interface CsvAsRead {
  /** The CSV with the written apiVersion. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Reads a CSV as OLM does, before any check of its fields.
 *
 * @example
 * csvAsOlmReads({ apiVersion, kind, metadata, spec: { MinKubeVersion: '1.20.0' } }, source).object.spec // { minKubeVersion: '1.20.0' }
 */
export function csvAsOlmReads(written: Readonly<Record<string, unknown>>, source: SourceReference): CsvAsRead {
  const { apiVersion } = written;
  const typed = { ...written, apiVersion: 'operators.coreos.com/v1alpha1' } as unknown as KubernetesObject;
  const { object, changes, unreadable } = normalForm(typed, { required: false });
  const found = [...changes.flatMap(aboutChange), ...unreadable.map(aboutUnreadable)];
  return { object: { ...object, apiVersion }, problems: found.map((warning) => ({ ...warning, source })) };
}

type Warning = Omit<UnlocatedProblem, 'source'>;

/** The warning about a change. A null in an optional field, and a default that the API server fills in itself, change nothing. */
function aboutChange({ path, what, from, to }: NormalChange): Warning[] {
  const at = path;
  switch (what) {
    case 'dropped':
      return [
        {
          code: 'CSV_UNKNOWN_FIELD',
          at,
          message:
            'there is no such field: OLM drops it, while kubectl apply and server-side apply refuse the whole CSV; the field is left out',
          found: shown(from),
          expected: 'only fields that the API of OLM has',
          fix: 'remove it, or move it to where it belongs',
        },
      ];
    case 'renamed':
      return [
        {
          code: 'CSV_KEY_CASE',
          at,
          message:
            'OLM reads keys in any case, while kubectl apply and server-side apply refuse the whole CSV; it is rendered in its right case',
          found: String(from),
          expected: String(to),
          fix: `write ${String(to)}`,
        },
      ];
    case 'overridden':
      return [
        {
          code: 'CSV_KEY_CASE',
          at,
          message:
            'another key names the same field: OLM reads both into one value, and where they differ, that key counts; so it is rendered',
          found: shown(from),
          expected: `each field once; the other key says ${shown(to)}`,
          fix: 'remove one of the two keys',
        },
      ];
    case 'amount':
      return [
        {
          code: 'CSV_AMOUNT',
          at,
          message:
            'OLM writes the fraction as text, while the API server refuses the CSV: an amount is a whole number or text; it is rendered as text',
          found: shown(from),
          expected: shown(to),
          fix: `write ${shown(to)}`,
        },
      ];
    default:
      return [];
  }
}

function aboutUnreadable({ path, found, expected }: UnreadableValue): Warning {
  return {
    code: 'WRONG_TYPE',
    at: path,
    message: 'OLM cannot read the CSV, and the API server refuses it: the value has the wrong type',
    found: shown(found),
    expected,
    fix: expected === 'text' && typeof found !== 'object' ? `put it in quotes: "${String(found)}"` : `write ${expected}`,
  };
}

function shown(value: unknown): string {
  return (value === undefined ? 'nothing' : jsonText(value)).slice(0, LONGEST);
}
