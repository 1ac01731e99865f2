/** Environment variables of settings: one of a name that is there is replaced in place, others are appended. */
import { isDeepStrictEqual } from 'node:util';
import type { EnvVar } from '../../../kubernetes/deployment.js';

/** How the variables of a container and of the settings become one list. */
export type MergeEnv = (env: readonly EnvVar[], added: readonly EnvVar[]) => EnvVar[];

/**
 * OLM v0 (mergeEnvVars): of a name that is there twice, on either side, the second one becomes a variable without a name,
 * which the API server refuses.
 */
export const mergeEnvV0: MergeEnv = (env, added) => {
  const merged = new Map([...env, ...added].map((variable) => [variable.name, variable]));
  const take = ({ name }: EnvVar): EnvVar => {
    const variable = merged.get(name) ?? { name: '' };
    merged.delete(name);
    return variable;
  };
  const first = env.map(take);
  const rest = added.filter(({ name }) => !env.some((variable) => variable.name === name));
  return [...first, ...rest.map(take)];
};

/** OLM v1 (applyEnvironmentConfig): a name that is there twice in the settings alone stays twice. */
export const mergeEnvV1: MergeEnv = (env, added) => {
  const merged = [...env];
  for (const variable of added) {
    const index = env.findLastIndex(({ name }) => name === variable.name);
    if (index === -1) merged.push(variable);
    else merged[index] = variable;
  }
  return merged;
};

/** Every name once, in the first place with the last value: what both mean, and what the API server takes. */
export const mergeEnvOnce: MergeEnv = (env, added) => [
  ...new Map([...env, ...added].map((variable) => [variable.name, variable])).values(),
];

/** `envFrom`: what is already there is not added again. */
export function mergeEnvFrom(sources: readonly unknown[], added: readonly unknown[]): unknown[] {
  return [...sources, ...added.filter((source) => !sources.some((known) => isDeepStrictEqual(known, source)))];
}
