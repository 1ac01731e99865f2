/**
 * Reports changes in the versions of a CRD outside of their schemas: which versions are served and stored, and which requests clients can
 * send.
 */
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { joined } from '../../../../base/wording/phrases.js';
import { rule, type Severity } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import type { FoundChange } from '../change.js';
import { type ChangedField, type ChangedFields, claimed, type EntryRows, type FieldRow, type RowText } from '../rows.js';

export const CRD_CHANGED = rule('crd-changed', 'error', 'A CustomResourceDefinition changes incompatibly', {
  class: 'breaks',
  short: 'CRDs break',
  plural: 'may break stored objects or clients',
  meaning:
    "A new CRD version removes or limits something, so stored objects can lose fields or become invalid, or clients fail; the message names the rules and their old values. It is an error if stored objects have another type than the schema, a version is no longer served, or the API server refuses the CRD. It is a warning if objects can lose fields or be refused on write: the API server checks only writes, and since Kubernetes 1.30 only what an update changes, except for required fields, list types, conditions such as `anyOf`, and rules with `oldSelf`; OLM checks all objects and stops the upgrade if one is invalid; OLM v1 refuses such upgrades. It is a note for a CEL rule that is written differently (the message reports if it cannot be compared), for OLM v1's stricter reasons, and for added or newly stored versions.",
  fix: 'Keep the stored and served versions until objects and clients use the new version.',
});

/** The CRD in both states. */
interface Pair {
  readonly old: KubernetesObject;
  readonly crd: KubernetesObject;
}

type Row = FieldRow<RowText, Pair>;

const textsOf = ({ was, is }: ChangedField) => ({ before: jsonText(was ?? null), after: jsonText(is ?? null) });
const lastOf = (fields: ChangedFields): string[] => fields.map(({ at }) => String(at.at(-1)));
const pathsOf = (list: unknown): string[] => listOf(list).map(({ jsonPath }) => String(jsonPath));

/** The version in which objects are stored. */
function storedIn({ spec }: KubernetesObject): string | undefined {
  const stored = listOf(fieldsOf(spec).versions).find(({ storage }) => storage === true);
  return stored && (textOf(stored.name) ?? '');
}

/** Makes the row for a field of the CRD, with the effect of its new value. */
const field = (name: string, severity: Severity, message: string, more: Partial<Row> = {}): Row => ({
  at: `spec.${name}`,
  ...more,
  says: ([one]) => ({ severity, message, ...textsOf(one) }),
});

/** The rows for fields of a CRD and its versions. `absent` is the API server's default. */
const ROWS: readonly (Row | EntryRows<RowText, Pair>)[] = [
  field('names.kind', 'error', 'renames its kind: the API server refuses it as long as the CRD exists'),
  field('preserveUnknownFields', 'info', 'keeps unknown fields', { absent: false, when: ({ is }) => is === true }),
  field('preserveUnknownFields', 'warning', 'no longer keeps unknown fields: objects lose fields that are not in the schema', {
    absent: false,
  }),
  field('conversion.strategy', 'warning', 'no longer converts by webhook: objects lose fields that another version does not have', {
    absent: 'None',
    // The rules about webhooks report a new conversion webhook.
    when: ({ is }) => is !== 'Webhook',
  }),
  field('names.singular', 'info', 'has another singular'),
  field('names.listKind', 'info', 'has another listKind'),
  {
    at: 'spec.versions[].served',
    when: ({ was }) => was === true,
    explainsGone: true,
    says: (fields) => ({
      severity: 'error',
      message: `no longer serves ${joined(fields.map(({ names }) => names[0] ?? ''))}: programs that ask for ${fields.length === 1 ? 'that version' : 'those versions'} fail`,
    }),
  },
  {
    at: 'spec.versions[].storage',
    says: (_, { old, crd }) => {
      const [was, is] = [storedIn(old), storedIn(crd)];
      if (was === undefined || is === undefined || was === is) return undefined;
      const all = listOf(fieldsOf(crd.spec).versions).map((_version, index): FieldPath => ['spec', 'versions', index, 'storage']);
      return {
        severity: 'info',
        message: `stores objects as ${is} instead of ${was}`,
        identity: all.map(formatFieldPath),
        at: all[0] as FieldPath,
      };
    },
  },
  {
    each: 'spec.versions[]',
    // In v1beta1, a single version is next to the list.
    when: ({ was, names }, { old }) => was !== undefined || names[0] !== fieldsOf(old.spec).version,
    rows: [
      {
        at: '',
        when: ({ was }) => was === undefined,
        says: ([{ is, names }]) => ({
          severity: 'info',
          message: `adds the version ${names[0]}${fieldsOf(is).served === true ? '' : ', which it does not serve'}`,
        }),
      },
      {
        at: 'subresources.*',
        when: ({ is }) => is === undefined,
        says: (fields) => ({
          severity: 'warning',
          message: `${fields[0].names[0]} no longer has the subresource ${joined(lastOf(fields))}: programs that ask for it fail${lastOf(fields).includes('status') ? ', and anyone who can write objects can write their status' : ''}`,
        }),
      },
      {
        at: 'subresources.*',
        when: ({ was }) => was === undefined,
        says: (fields) => ({
          severity: 'info',
          message: `${fields[0].names[0]} has the subresource ${joined(lastOf(fields))}${lastOf(fields).includes('status') ? ': writes of the whole object leave the status as it is' : ''}`,
        }),
      },
      {
        at: 'selectableFields',
        says: ([{ was, is, names }]) => {
          const left = new Set(pathsOf(is));
          const lost = pathsOf(was).filter((path) => !left.has(path));
          if (lost.length === 0) return undefined;
          return {
            severity: 'warning',
            message: `objects of ${names[0]} can no longer be selected by ${joined(lost)}: programs that do so fail`,
          };
        },
      },
      {
        at: 'deprecated',
        when: ({ is }) => is === true,
        says: ([{ names }]) => ({ severity: 'info', message: `${names[0]} is deprecated: clients are warned` }),
        with: ['deprecationWarning'],
      },
    ],
  },
];

/** A finding for each of these changes; the checks for upgrades read none of these fields. */
export function changesOutsideSchemas(old: KubernetesObject, crd: KubernetesObject, head: State): FoundChange[] {
  const subject = { kind: 'CustomResourceDefinition', name: crd.metadata.name };
  return claimed(old, crd, ROWS, { old, crd }).map(({ at, ...said }) => ({
    rule: CRD_CHANGED,
    subject,
    identity: said.claims.map(formatFieldPath),
    place: head.placeOf(subject, at ?? said.claims[0]) ?? head.placeOf(subject),
    ...said,
  }));
}
