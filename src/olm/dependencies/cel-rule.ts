/** Rules in the Common Expression Language over the properties of an operator (OLM's constraint `cel`). */
import { Environment } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import type { Property } from '../model/catalog.js';
import { compareVersions } from '../model/version-range.js';
import { type CelBudget, celCost, LOOPS, type Node } from './cel-cost.js';

/** A rule that can be run. As in OLM, one that fails on the properties of an operator is not met by it. */
export type CelRule = (properties: readonly Property[], budget: CelBudget) => boolean;

/** CEL's regular expressions are those of RE2; this name stands for them, as the environment brings its own. */
const RE2_MATCHES = 're2_matches';

/** `properties` is a list of mappings with `type` and `value`; `semver_compare` gives -1, 0 or 1. */
const ENVIRONMENT = new Environment({ limits: { maxAstNodes: 1000, maxDepth: 100 } })
  .registerVariable('properties', 'list')
  .registerFunction(`string.${RE2_MATCHES}(string): bool`, matches)
  .registerFunction('matches(string, string): bool', matches)
  .registerFunction('semver_compare(dyn, dyn): int', (a: unknown, b: unknown) => {
    const order = compareVersions(String(a), String(b));
    if (order === undefined) throw new Error('not a version');
    return BigInt(order);
  });

/** The functions that OLM's environment has: those of the language itself, and `semver_compare`. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...LOOPS,
  ...['has', 'size', 'contains', 'startsWith', 'endsWith', 'matches', 'semver_compare'],
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
  ...['getFullYear', 'getMonth', 'getDayOfYear', 'getDayOfMonth', 'getDate', 'getDayOfWeek'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

/** What the rule that is being run may cost. */
let meter: CelBudget = { celSteps: 0 };

/** Steps for each property that a rule is given. */
const COPIED = 20;

/** The regular expressions that each budget has paid for. */
const COMPILED = new WeakMap<CelBudget, Map<string, RE2JS>>();
/** Characters that a regular expression is compiled from in one step, and instructions that are run in one. */
const STRIDE = 8;

function matches(text: string, pattern: string): boolean {
  const paid = COMPILED.get(meter) ?? new Map<string, RE2JS>();
  COMPILED.set(meter, paid);
  let compiled = paid.get(pattern);
  if (!compiled) {
    pay(pattern.length * (1 + repetitions(pattern)));
    compiled = RE2JS.compile(pattern);
    paid.set(pattern, compiled);
  }
  pay(1 + (compiled.programSize() * text.length) / STRIDE);
  return compiled.matcher(text).find();
}

function pay(steps: number): void {
  meter.celSteps -= steps;
  if (meter.celSteps < 0) throw new Error('the regular expressions take too many steps');
}

/** How often parts are repeated by count: they are compiled as often. */
function repetitions(pattern: string): number {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((all, [, least, most]) => all + Number(most || least), 0);
}

/**
 * Reads a rule.
 *
 * @returns nothing when it is no rule, gives no boolean, or uses a function that OLM does not have
 */
export function celRule(rule: string): CelRule | undefined {
  let program: ReturnType<typeof ENVIRONMENT.parse>;
  try {
    program = ENVIRONMENT.parse(rule);
    if (!callsOnly(program.ast, FUNCTIONS)) return undefined;
    withRe2(program.ast);
    const { valid, type } = program.check();
    if (!valid || (type !== 'bool' && type !== 'dyn')) return undefined;
  } catch {
    return undefined;
  }
  const ast = program.ast as Node;
  return (properties, budget) => {
    budget.celSteps -= celCost(ast, properties) + COPIED * properties.length;
    if (budget.celSteps < 0) return false;
    meter = budget;
    try {
      return program({ properties: structuredClone(properties) }) === true;
    } catch {
      return false;
    }
  };
}

type Call = { readonly op: string; readonly args: [name: unknown, ...unknown[]] };

/** Every call of a rule. */
function* callsIn(node: unknown): Generator<Call> {
  if (Array.isArray(node)) for (const part of node) yield* callsIn(part);
  else if (typeof node === 'object' && node !== null && 'op' in node) {
    const { op, args } = node as unknown as Call;
    if (op === 'call' || op === 'rcall') yield node as unknown as Call;
    yield* callsIn(args);
  }
}

function callsOnly(ast: unknown, names: ReadonlySet<string>): boolean {
  return [...callsIn(ast)].every(({ args: [name] }) => names.has(String(name)));
}

function withRe2(ast: unknown): void {
  for (const { op, args } of callsIn(ast)) if (op === 'rcall' && args[0] === 'matches') args[0] = RE2_MATCHES;
}
