/** Rules in the Common Expression Language over the properties of an operator (OLM's constraint `cel`). */
import { Environment } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import type { Property } from '../model/catalog.js';
import { compareVersions } from '../model/version-range.js';
import { type CelBudget, celCost, LOOPS, type Node } from './cel-cost.js';

/** A rule that can run. As in OLM, an operator whose properties make the rule fail does not meet it. */
export type CelRule = (properties: readonly Property[], budget: CelBudget) => boolean;

/** CEL's regular expressions are RE2; this name replaces `matches`, which the environment defines itself. */
const RE2_MATCHES = 're2_matches';

/** The environment: `properties` is a list of mappings with `type` and `value`; `semver_compare` returns -1, 0 or 1. */
export const ENVIRONMENT = new Environment({ limits: { maxAstNodes: 1000, maxDepth: 100 } })
  .registerVariable('properties', 'list')
  .registerFunction(`string.${RE2_MATCHES}(string): bool`, matches)
  .registerFunction('matches(string, string): bool', matches)
  .registerFunction('semver_compare(dyn, dyn): int', (a: unknown, b: unknown) => {
    const order = compareVersions(String(a), String(b));
    if (order === undefined) throw new Error('not a version');
    return BigInt(order);
  });

/** The functions of OLM's environment: CEL's own, and `semver_compare`. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...LOOPS,
  ...['has', 'size', 'contains', 'startsWith', 'endsWith', 'matches', 'semver_compare'],
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
  ...['getFullYear', 'getMonth', 'getDayOfYear', 'getDayOfMonth', 'getDate', 'getDayOfWeek'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

/** The budget of the running rule. */
let meter: CelBudget = { celSteps: 0 };

/** The steps for each property of the input. */
const COPIED = 20;

/** The regular expressions that each budget has paid. */
const COMPILED = new WeakMap<CelBudget, Map<string, RE2JS>>();
/** Characters of a pattern that are compiled in one step, and instructions that run in one step. */
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

/** The number of counted repetitions: each is compiled. */
function repetitions(pattern: string): number {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((all, [, least, most]) => all + Number(most || least), 0);
}

/**
 * Reads a rule.
 *
 * @returns undefined if the text is no rule, returns no boolean, or uses a function that OLM lacks
 */
export function celRule(rule: string): CelRule | undefined {
  const run = celProgram(rule, ENVIRONMENT);
  const met = (...[properties, budget]: Parameters<CelRule>): boolean => run?.({ properties }, properties, budget) === true;
  return run && ((properties, budget) => attempt(() => met(properties, budget)) ?? false);
}

/** Runs a program with values, of which `sized` decide its cost; throws what it throws. */
type CelProgram = (values: Readonly<Record<string, unknown>>, sized: readonly unknown[], budget: CelBudget) => unknown;

/** The program of a text; undefined as of celRule. @param types the types that it may return */
export function celProgram(text: string, environment: Environment, types = ['bool', 'dyn']): CelProgram | undefined {
  const program = attempt(() => environment.parse(text));
  if (!program || !callsOnly(program.ast, FUNCTIONS)) return undefined;
  withRe2(program.ast);
  for (const call of callsIn(program.ast)) if (call.op === 'call' && call.args[0] === 'has') withAnyOperand(call.meta.macro as HasMacro);
  const { valid, type } = program.check();
  if (!valid || !types.includes(String(type))) return undefined;
  return (values, sized, budget) => {
    meter = budget;
    pay(celCost(program.ast as Node, sized) + COPIED * sized.length);
    return program(structuredClone(values));
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

type Call = { readonly op: string; readonly args: [name: unknown, ...unknown[]]; readonly meta: { readonly macro?: unknown } };

/** All calls in a rule. */
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

/** What the library makes of `has(a.b)`; `macroHasProps` is the path to the field, from its end. */
interface HasMacro {
  readonly args: readonly [Node];
  macroHasProps?: readonly Node[];
  typeCheck: (
    checker: { check(node: Node, scope: unknown): void; getType(name: string): unknown },
    macro: HasMacro,
    scope: unknown,
  ) => unknown;
}

/** Lets a path begin with any operand, such as `has(a[0].b)`, as CEL does; the library takes names alone. */
function withAnyOperand(macro: HasMacro): void {
  const path: Node[] = [];
  let [node] = macro.args;
  for (; node.op === '.'; [node] = node.args as [Node]) path.push(node);
  if (path.length === 0 || node.op === 'id') return;
  macro.typeCheck = (checker, _, scope) => {
    checker.check(node, scope);
    macro.macroHasProps = [...path, node];
    return checker.getType('bool');
  };
}

function withRe2(ast: unknown): void {
  for (const { op, args } of callsIn(ast)) if (op === 'rcall' && args[0] === 'matches') args[0] = RE2_MATCHES;
}
