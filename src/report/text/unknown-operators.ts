/** Operators that are not known, as a table and as data: all that their Subscriptions say. */
import type { Locator } from '../../manifest/locate.js';
import { catalogKey } from '../../model/catalog.js';
import type { UnknownOperator } from '../../model/unknown-operator.js';
import { columns } from './columns.js';

const HEAD = ['NAMESPACE', 'SUBSCRIPTION', 'PACKAGE', 'CHANNEL', 'SOURCE', 'APPROVAL', 'STARTS AT'];

/** The table, with its head. */
export function unknownTable(operators: readonly UnknownOperator[]): string[] {
  return columns(
    HEAD,
    operators.map(({ namespace, subscription, packageName, channel, catalog, neededBy, bundle }) => [
      namespace,
      neededBy ? '-' : subscription.name,
      packageName,
      channel ?? '-',
      catalog.name,
      approvalOf({ subscription, neededBy }),
      (neededBy ? bundle : subscription.startingCSV) ?? '-',
    ]),
  );
}

/** One of them as data. */
export function unknownJson(operator: UnknownOperator, locator: Locator): object {
  const { namespace, subscription, packageName, channel = null, catalog, why, bundle, nearest, neededBy } = operator;
  const place = locator.place(subscription.source);
  return {
    namespace,
    subscription: neededBy ? null : subscription.name,
    package: packageName,
    channel,
    catalog: catalogKey(catalog),
    approval: approvalOf(operator),
    startingCSV: neededBy ? null : (subscription.startingCSV ?? null),
    why,
    ...(bundle === undefined ? {} : { bundle }),
    ...(nearest === undefined ? {} : { nearest }),
    ...(neededBy ? { neededBy } : {}),
    place: { file: place?.file ?? subscription.source.file, ...(place ? { line: place.line, column: place.column } : {}) },
  };
}

/** OLM writes the Subscription of a dependency, and always so that it is approved. */
function approvalOf({ subscription, neededBy }: Pick<UnknownOperator, 'subscription' | 'neededBy'>): string {
  return neededBy ? 'Automatic' : (subscription.installPlanApproval ?? 'Automatic');
}
