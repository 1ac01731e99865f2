/**
 * What the expressions of a ValidatingAdmissionPolicy say of an object that is created. Only plain CEL is evaluated, over values that the
 * input shows; all else is not known, and denies nothing here.
 */
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { CelBudget } from '../../dependencies/cel-cost.js';
import { celProgram, ENVIRONMENT } from '../../dependencies/cel-rule.js';

/** A value, the error that the API server meets, or undefined if neither is known. */
export type Outcome = { readonly value: unknown } | { readonly error: string } | undefined;

/** Evaluates one expression. */
export type Evaluator = (expression: string) => Outcome;

type Values = Readonly<Record<string, unknown>>;

const NAMES = ['object', 'oldObject', 'request', 'namespaceObject', 'variables'];

const POLICIES = NAMES.reduce((environment, name) => environment.registerVariable(name, 'dyn'), ENVIRONMENT.clone());

const TYPES = ['bool', 'dyn', 'string', 'int', 'uint', 'double', 'bytes', 'list', 'map', 'null', 'null_type', 'timestamp', 'duration'];

/** Values that only the API server knows: who asks, and what it sets in the object. */
const SET_LATER = /\b(?:authorizer|params|userInfo|uid|options|dryRun|creationTimestamp|resourceVersion|generation|managedFields|status)\b/;

/** An evaluator over these values; `variables` of the policy are evaluated in their order. */
export function evaluatorOf(values: Values, variables: readonly Values[], budget: CelBudget): Evaluator {
  const known = new Map<string, Outcome>();
  const typed = typedNumbers(values) as Values;
  const evaluate = (expression: string): Outcome => {
    const used = [...expression.matchAll(/\bvariables\s*\.\s*(\w+)/g)].map(([, name = '']) => name);
    if (SET_LATER.test(expression) || used.length < [...expression.matchAll(/\bvariables\b/g)].length) return undefined;
    for (const name of used) {
      const outcome = known.get(name);
      if (outcome === undefined || 'error' in outcome) return outcome;
    }
    if (/\bnamespaceObject\b/.test(expression) && !('namespaceObject' in values)) return undefined;
    const own = [...known].flatMap(([name, outcome]) => (outcome && 'value' in outcome ? [[name, outcome.value] as const] : []));
    return outcomeOf(expression, { ...typed, variables: Object.fromEntries(own) }, budget);
  };
  for (const { name, expression } of variables) known.set(String(name), evaluate(String(expression)));
  return evaluate;
}

function outcomeOf(expression: string, values: Values, budget: CelBudget): Outcome {
  const run = celProgram(expression, POLICIES, TYPES);
  if (!run) return undefined;
  try {
    return { value: run(values, Object.values(values), budget) };
  } catch (problem) {
    // The code of a field that is absent, which is an error in Kubernetes, too. Other errors can be limits of this evaluator.
    const isAbsent = isMapping(problem) && (problem as { code?: unknown }).code === 'no_such_key';
    return isAbsent ? { error: String(problem.summary).toLowerCase() } : undefined;
  }
}

/** CEL has integers, JSON has numbers. */
function typedNumbers(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(typedNumbers);
  return isMapping(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, typedNumbers(one)])) : value;
}
