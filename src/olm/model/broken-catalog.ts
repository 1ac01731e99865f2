/** What is broken in a catalog, and the catalog without it. */
import { isError, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Catalog, Channel, Package } from './catalog.js';

/** All that is wrong with a catalog and with what it offers. */
export function catalogProblems({ problems = [], strayProblems = [], packages }: Catalog): UnlocatedProblem[] {
  return [
    ...problems,
    ...strayProblems,
    ...packages.flatMap(({ problems: own = [], channels }) => [...own, ...channels.flatMap((channel) => channel.problems ?? [])]),
  ];
}

/** Whether a package or channel is not what it should be, so that nobody knows what comes of it. */
export function isBroken({ problems = [] }: Pick<Package | Channel, 'problems'>): boolean {
  return problems.some(isError);
}

/** The catalog without what is broken in it. */
export function withoutBroken({ strayProblems, ...catalog }: Catalog): Catalog {
  const packages = catalog.packages
    .filter((one) => !isBroken(one))
    .map((one) => (one.channels.some(isBroken) ? { ...one, channels: one.channels.filter((channel) => !isBroken(channel)) } : one));
  const isReduced =
    strayProblems !== undefined || packages.length < catalog.packages.length || packages.some((one) => !catalog.packages.includes(one));
  return { ...catalog, packages, ...(isReduced ? { isReduced } : {}) };
}
