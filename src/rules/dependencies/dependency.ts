/**
 * Dependencies: what a bundle needs of another operator, besides what its CSV requires. OLM tests each against one operator
 * at a time, so the parts of a compound constraint must all be met by the same one (OLM's resolver predicates).
 */
import { z } from 'zod';
import type { BundleDependency } from '../../model/bundle.js';
import { parseRange, parseVersion } from '../../model/version-range.js';
import { CEL_STEPS, type CelBudget, celRule } from './cel-rule.js';
import type { Provider } from './provider.js';

/** Whether an operator meets a dependency. */
export type DependencyTest = (provider: Provider) => boolean;

/** A dependency that can be tested, with a person's words for it. */
export interface Dependency {
  /** Such as `the package etcd in version >=0.9.0`. */
  readonly description: string;
  readonly isMetBy: DependencyTest;
}

const gvkSchema = z.looseObject({ group: z.string(), version: z.string(), kind: z.string() });
const packageSchema = z.looseObject({ packageName: z.string(), version: z.string() });
const constraintSchema = z.strictObject({
  failureMessage: z.string().optional(),
  gvk: gvkSchema.optional(),
  package: z.strictObject({ packageName: z.string(), versionRange: z.string() }).optional(),
  cel: z.strictObject({ rule: z.string() }).optional(),
  get all() {
    return compoundSchema.optional();
  },
  get any() {
    return compoundSchema.optional();
  },
  get not() {
    return compoundSchema.optional();
  },
  get none() {
    return compoundSchema.optional();
  },
});
const compoundSchema = z.strictObject({
  get constraints(): z.ZodArray<typeof constraintSchema> {
    return z.array(constraintSchema);
  },
});
type Constraint = z.infer<typeof constraintSchema>;

/**
 * Reads a dependency.
 *
 * @param budget what its rules may cost; when it is used up, they are met by nothing
 * @returns nothing for one of an unknown type, or that OLM could not read either
 * @example
 * readDependency({ type: 'olm.package', value: { packageName: 'etcd', version: '>=0.9.0' } })?.description
 */
export function readDependency({ type, value }: BundleDependency, budget: CelBudget = { celSteps: CEL_STEPS }): Dependency | undefined {
  switch (type) {
    case 'olm.gvk': {
      const { data } = gvkSchema.safeParse(value);
      return data && gvkDependency(data);
    }
    case 'olm.package': {
      const { data } = packageSchema.safeParse(value);
      return data && packageDependency(data.packageName, data.version);
    }
    case 'olm.constraint': {
      const { data } = constraintSchema.safeParse(value);
      return data && constraintDependency(data, budget);
    }
    default:
      return undefined;
  }
}

function gvkDependency({ group, version, kind }: z.infer<typeof gvkSchema>): Dependency {
  return {
    description: `the API ${kind}.${version}.${group}`,
    isMetBy: ({ properties }) =>
      properties.some(({ type, value }) => {
        const { data } = type === 'olm.gvk' ? gvkSchema.safeParse(value) : {};
        return data?.group === group && data.version === version && data.kind === kind;
      }),
  };
}

function packageDependency(packageName: string, text: string): Dependency | undefined {
  const parsed = parseRange(text);
  if ('error' in parsed) return undefined;
  const isInRange = (version: string): boolean => {
    const read = parseVersion(version);
    return read !== undefined && parsed.range(read);
  };
  return {
    description: `the package ${packageName} in version ${text}`,
    isMetBy: (provider) => provider.packageName === packageName && provider.version !== undefined && isInRange(provider.version),
  };
}

function celDependency(rule: string, budget: CelBudget): Dependency | undefined {
  const isMet = celRule(rule);
  return isMet && { description: `an operator for which ${rule}`, isMetBy: ({ properties }) => isMet(properties, budget) };
}

/** Of several kinds in one constraint, OLM takes the first of these. */
function constraintDependency(constraint: Constraint, budget: CelBudget): Dependency | undefined {
  const { failureMessage, gvk, package: wanted, cel, all, any, not = constraint.none } = constraint;
  const read = gvk
    ? gvkDependency(gvk)
    : wanted
      ? packageDependency(wanted.packageName, wanted.versionRange)
      : all
        ? compound(all.constraints, budget, 'all of', (tests) => (provider) => tests.every((test) => test(provider)))
        : any
          ? compound(any.constraints, budget, 'any of', (tests) => (provider) => tests.some((test) => test(provider)))
          : not
            ? compound(not.constraints, budget, 'none of', (tests) => (provider) => !tests.some((test) => test(provider)))
            : cel && celDependency(cel.rule, budget);
  return read && failureMessage ? { ...read, description: `${read.description} (${failureMessage})` } : read;
}

function compound(
  constraints: readonly Constraint[],
  budget: CelBudget,
  words: string,
  combine: (tests: readonly DependencyTest[]) => DependencyTest,
): Dependency | undefined {
  const parts = constraints.map((constraint) => constraintDependency(constraint, budget));
  if (parts.includes(undefined)) return undefined;
  const known = parts as Dependency[];
  return {
    description: `an operator that is ${words} ${known.map(({ description }) => description).join(', ')}`,
    isMetBy: combine(known.map(({ isMetBy }) => isMetBy)),
  };
}
