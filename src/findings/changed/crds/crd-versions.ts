/** What changes in the versions of a CRD besides their schemas: which are served and stored, and what clients can ask of them. */
import type { KubernetesObject } from '../../../kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../manifest/field-path.js';
import type { Severity } from '../../../model/finding.js';
import type { State } from '../../../state/state.js';
import { joined } from '../../../wording/phrases.js';
import { changeRule, type FoundChange } from '../change.js';

export const CRD_CHANGED = changeRule('crd-changed', 'error', 'A CustomResourceDefinition changes so that something breaks', {
  meaning:
    'The new version of a CRD removes or limits something, so that stored objects lose fields or become invalid, or clients fail. OLM v1 refuses such upgrades. A note if it does so for stricter reasons and no stored object breaks, and for versions that are added or stored from now on. An error if stored fields are lost.',
  fix: 'keep what is stored and served until objects and clients have moved to the new version',
});

interface Version {
  readonly name: string;
  readonly fields: Fields;
  readonly at: FieldPath;
}

/** Each of those changes; the checks for upgrades look at none of them. */
export function aroundSchemas(old: KubernetesObject, crd: KubernetesObject, head: State): FoundChange[] {
  const [before, after] = [versionsOf(old), versionsOf(crd)];
  const subject = { kind: 'CustomResourceDefinition', name: crd.metadata.name };
  const change = (severity: Severity, message: string, covers: readonly FieldPath[]): FoundChange => ({
    rule: CRD_CHANGED,
    identity: covers.map((field) => formatFieldPath(field)),
    severity,
    subject,
    message,
    covers,
    place: head.placeOf(subject, covers[0]) ?? head.placeOf(subject),
  });
  const unserved = [...before.values()].filter(({ name, fields }) => fields.served === true && after.get(name)?.fields.served !== true);
  const [was, is] = [before, after].map((versions) => [...versions.values()].find(({ fields }) => fields.storage === true));
  return [
    ...(unserved.length === 0
      ? []
      : [
          change(
            'warning',
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
      if (lost.length === 0) return [];
      const status = lost.includes('status') ? ', and whoever writes objects writes their status' : '';
      return [
        change(
          'warning',
          `${name} no longer has the subresource ${joined(lost)}: programs that ask for it fail${status}`,
          lost.map((subresource) => [...at, 'subresources', subresource]),
        ),
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
