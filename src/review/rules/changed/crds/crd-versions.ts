/** What changes in the versions of a CRD besides their schemas: which are served and stored, and what clients can ask of them. */
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { joined } from '../../../../base/wording/phrases.js';
import { rule, type Severity } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import type { FoundChange } from '../change.js';

export const CRD_CHANGED = rule('crd-changed', 'error', 'A CustomResourceDefinition changes incompatibly', {
  meaning:
    "A new CRD version removes or limits something, so stored objects can lose fields or become invalid, or clients fail; the message names the rules and their old values. Error if stored objects have another type than the schema, a version is no longer served, or the API server refuses the CRD. Warning if objects can lose fields or be refused on write: the API server checks only writes, and since Kubernetes 1.30 only what an update changes, except for required fields, list types, conditions such as `anyOf`, and rules with `oldSelf`; OLM checks all objects and stops the upgrade if one is invalid; OLM v1 refuses such upgrades. Note for a CEL rule in another form (the finding says if it cannot be compared), for OLM v1's stricter reasons, and for added or newly stored versions.",
  fix: 'Keep what is stored and served until objects and clients use the new version.',
});

interface Version {
  readonly name: string;
  readonly fields: Fields;
  readonly at: FieldPath;
}

/** What the API server sets where a CRD says nothing. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  Object.entries<unknown>({ 'conversion.strategy': 'None', preserveUnknownFields: false }),
);

/** Each of those changes; the checks for upgrades look at none of them. */
export function aroundSchemas(old: KubernetesObject, crd: KubernetesObject, head: State): FoundChange[] {
  const [before, after] = [versionsOf(old), versionsOf(crd)];
  const subject = { kind: 'CustomResourceDefinition', name: crd.metadata.name };
  const change = (severity: Severity, message: string, claims: readonly FieldPath[]): FoundChange => ({
    rule: CRD_CHANGED,
    identity: claims.map((field) => formatFieldPath(field)),
    severity,
    subject,
    message,
    claims,
    place: head.placeOf(subject, claims[0]) ?? head.placeOf(subject),
  });
  const unserved = [...before.values()].filter(({ name, fields }) => fields.served === true && after.get(name)?.fields.served !== true);
  const field = (severity: Severity, path: readonly string[], what: string, effect: string): FoundChange[] => {
    const [was, is] = [old, crd].map(
      ({ spec }) => path.reduce<unknown>((value, name) => fieldsOf(value)[name], spec) ?? DEFAULTS.get(path.join('.')),
    );
    if (was === is) return [];
    const said = effect === '' ? what : `${what}: ${effect}`;
    return [{ ...change(severity, said, [['spec', ...path]]), before: jsonText(was ?? null), after: jsonText(is ?? null) }];
  };
  const [was, is] = [before, after].map((versions) => [...versions.values()].find(({ fields }) => fields.storage === true));
  const isPruned = fieldsOf(crd.spec).preserveUnknownFields !== true;
  return [
    ...field('error', ['names', 'kind'], 'renames its kind', 'the API server refuses it as long as the CRD exists'),
    ...field(
      isPruned ? 'warning' : 'info',
      ['preserveUnknownFields'],
      isPruned ? 'no longer keeps unknown fields' : 'keeps unknown fields',
      isPruned ? 'objects lose what the schema does not name' : '',
    ),
    // A webhook that converts is told as such.
    ...(fieldsOf(fieldsOf(crd.spec).conversion).strategy === 'Webhook'
      ? []
      : field('warning', ['conversion', 'strategy'], 'no longer converts by webhook', 'objects lose what another version does not name')),
    ...['singular', 'listKind'].flatMap((name) => field('info', ['names', name], `has another ${name}`, '')),
    ...(unserved.length === 0
      ? []
      : [
          change(
            'error',
            `no longer serves ${joined(unserved.map(({ name }) => name))}: programs that ask for ${unserved.length === 1 ? 'that version' : 'those versions'} fail`,
            unserved.map(({ name }) => after.get(name)?.at.concat('served') ?? ['spec', 'versions', name]),
          ),
        ]),
    ...(was && is && was.name !== is.name
      ? [
          change(
            'info',
            `stores objects as ${is.name} instead of ${was.name}`,
            [...after.values()].map(({ at }) => [...at, 'storage']),
          ),
        ]
      : []),
    ...[...after.values()].flatMap(({ name, fields, at }) => {
      const earlier = before.get(name);
      // In v1beta1, a single version stands beside the list.
      if (!earlier && fieldsOf(old.spec).version === name) return [];
      if (!earlier) return [change('info', `adds the version ${name}${fields.served === true ? '' : ', which it does not serve'}`, [at])];
      const [had, has] = [earlier.fields, fields].map(({ subresources }) => Object.keys(fieldsOf(subresources))) as [string[], string[]];
      const lost = had.filter((subresource) => !has.includes(subresource));
      const gained = has.filter((subresource) => !had.includes(subresource));
      const claims = (subresources: string[]): FieldPath[] => subresources.map((subresource) => [...at, 'subresources', subresource]);
      const status = lost.includes('status') ? ', and whoever writes objects writes their status' : '';
      const ignored = gained.includes('status') ? ': writes of the whole object leave the status as it is' : '';
      const lists = [earlier.fields, fields].map((version) => listOf(version.selectableFields).map(({ jsonPath }) => String(jsonPath)));
      const unselectable = lists[0]?.filter((path) => !lists[1]?.includes(path)) ?? [];
      return [
        ...(lost.length === 0
          ? []
          : [
              change(
                'warning',
                `${name} no longer has the subresource ${joined(lost)}: programs that ask for it fail${status}`,
                claims(lost),
              ),
            ]),
        ...(gained.length === 0 ? [] : [change('info', `${name} has the subresource ${joined(gained)}${ignored}`, claims(gained))]),
        ...(unselectable.length === 0
          ? []
          : [
              change('warning', `objects of ${name} can no longer be selected by ${joined(unselectable)}: programs that do so fail`, [
                [...at, 'selectableFields'],
              ]),
            ]),
        ...(fields.deprecated === true && earlier.fields.deprecated !== true
          ? [
              change('info', `${name} is deprecated: clients are warned`, [
                [...at, 'deprecated'],
                [...at, 'deprecationWarning'],
              ]),
            ]
          : []),
      ];
    }),
  ];
}

function versionsOf({ spec }: KubernetesObject): ReadonlyMap<string, Version> {
  return new Map(
    listOf(fieldsOf(spec).versions).map((fields, index) => {
      const name = textOf(fields.name) ?? '';
      return [name, { name, fields, at: ['spec', 'versions', index] }];
    }),
  );
}
