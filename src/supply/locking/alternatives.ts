/** Finds Subscriptions that occur several times with different requests: overlays of one base, which no cluster applies together. */

import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { groupBy, isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';

const ASKED = ['name', 'source', 'sourceNamespace', 'channel', 'startingCSV'] as const;

/**
 * Returns a problem for each such Subscription. A lock has one entry for a Subscription, so a lock of all overlays would be right for only
 * one of them.
 *
 * @param documents the documents of the input as read
 */
export function alternatives(documents: readonly ParsedDocument[]): UnlocatedProblem[] {
  const found = documents.flatMap(({ value, source }) => (isSubscription(value) ? [{ value, source }] : []));
  const byName = groupBy(found, ({ value: { metadata } }) => `${metadata.namespace ?? ''}/${metadata.name}`);
  return [...byName].flatMap(([name, [first, ...more]]): UnlocatedProblem[] => {
    const other = more.find(({ value }) => difference(first.value, value) !== undefined);
    const field = other && difference(first.value, other.value);
    if (!other || !field) return [];
    return [
      {
        code: 'DUPLICATE_OBJECT',
        message: `the input has Subscription ${name} several times, with a different ${field}, and a lock has one answer for it`,
        found: `${String(asked(other.value, field))}; in ${first.source.file} ${String(asked(first.value, field))}`,
        expected: 'the Subscriptions of one cluster',
        fix: 'name the clusters in .cdk8s-olm.yaml, such as clusters: [{ name: prod, paths: [clusters/prod] }]; each then gets a lock of its own',
        source: other.source,
        at: ['spec'],
      },
    ];
  });
}

function isSubscription(value: unknown): value is KubernetesObject {
  return isNamedObject(value) && value.kind === 'Subscription' && groupOf(value.apiVersion) === OLM_GROUP;
}

type Field = (typeof ASKED)[number];

function difference(a: KubernetesObject, b: KubernetesObject): Field | undefined {
  return ASKED.find((field) => asked(a, field) !== asked(b, field));
}

function asked({ spec }: KubernetesObject, field: Field): unknown {
  return ((spec ?? {}) as Partial<Record<Field, unknown>>)[field];
}
