/** From what each Subscription comes to for itself to what they bring together: OLM resolves a namespace as a whole. */
import type { Package } from '../catalog/package.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { ResolverInput } from '../model/resolver-input.js';
import type { ResolverNote } from '../model/resolver-note.js';
import type { Subscription } from '../model/subscription.js';
import { bundleContent, type Offers } from './bundle-content.js';
import type { InstalledBundle } from './install-bundles.js';
import { type Brought, type ResolverDocuments, resolveSubscriptions } from './resolve-subscriptions.js';
import type { Subscribed } from './subscribed-bundle.js';

/** What Subscriptions bring together. */
export interface Together {
  readonly choices: readonly Subscribed[];
  /** What comes along. */
  readonly along: readonly InstalledBundle[];
  readonly notes: readonly ResolverNote[];
  readonly input?: ResolverInput;
  readonly problems: readonly UnlocatedProblem[];
}

/** Lets the resolver decide; where it has no answer, the choices stay as they are. */
export function resolveTogether(alone: readonly Subscribed[], offers: Offers, documents: ResolverDocuments): Together {
  const { brought, notes, input, problems } = resolveSubscriptions(alone, documents);
  const choices = alone.map((choice) => chosenTogether(choice, brought, offers));
  const along = brought.filter(({ askedForBy }) => askedForBy.length === 0).map((one) => comingAlong(one, alone, offers));
  return {
    choices,
    along: along.flatMap(({ installed }) => installed ?? []),
    notes,
    ...(input ? { input } : {}),
    problems: [...problems, ...choices.flatMap((choice) => choice.problems), ...along.flatMap((one) => one.problems)],
  };
}

function chosenTogether(choice: Subscribed, brought: readonly Brought[], offers: Offers): Subscribed {
  const { subscription, bundle } = choice;
  if (!bundle) return choice;
  const { namespace, name } = subscription;
  const decided = brought.find((one) => one.namespace === namespace && one.askedForBy.includes(name));
  const from = decided && decided.name !== bundle.name ? packageOf(decided, offers) : undefined;
  if (!decided || !from) return choice;
  const content = bundleContent(decided.name, from, offers, subscription);
  return { subscription, problems: content.problems, ...(content.bundle ? { csv: decided.name, bundle: content.bundle } : {}) };
}

function comingAlong(
  one: Brought,
  alone: readonly Subscribed[],
  offers: Offers,
): { readonly installed?: InstalledBundle; readonly problems: readonly UnlocatedProblem[] } {
  const { namespace, name, neededBy } = one;
  const from = packageOf(one, offers);
  const subscription = askingFor(namespace, alone);
  if (!from || !subscription) return { problems: [] };
  const { bundle, problems } = bundleContent(name, from, offers, subscription);
  return { problems, ...(bundle ? { installed: { bundle, namespace, neededBy } } : {}) };
}

/** What is missing is said at a Subscription of the namespace. */
function askingFor(namespace: string, alone: readonly Subscribed[]): Subscription | undefined {
  return alone.find(({ subscription, bundle }) => bundle && subscription.namespace === namespace)?.subscription;
}

/** @returns of several catalogs, the one that the resolver names */
function packageOf({ name, package: packageName, catalog }: Brought, { packages }: Offers): Package | undefined {
  const offering = packages.filter((one) => one.name === packageName && one.bundles.has(name));
  const [, wanted] = catalog.split('/');
  return offering.find((one) => one.catalog === wanted) ?? offering[0];
}
