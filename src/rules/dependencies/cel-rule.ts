/** Rules in the Common Expression Language over the properties of an operator (OLM's constraint `cel`). */
import { Environment } from '@marcbachmann/cel-js';
import type { BundleDependency } from '../../model/bundle.js';
import { compareVersions } from '../../model/version-range.js';

/** `properties` is a list of mappings with `type` and `value`; `semver_compare` gives -1, 0 or 1. */
const ENVIRONMENT = new Environment({ limits: { maxAstNodes: 1000, maxDepth: 100 } })
  .registerVariable('properties', 'list')
  .registerFunction('semver_compare(dyn, dyn): int', (a: unknown, b: unknown) => {
    const order = compareVersions(String(a), String(b));
    if (order === undefined) throw new Error('not a version');
    return BigInt(order);
  });

/** Loops within loops that are run, and the steps that they may take. */
const MAX_NESTED_LOOPS = 3;
const MAX_STEPS = 1_000_000;

const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** A rule that can be run. As in OLM, one that fails on the properties of an operator is not met by it. */
export type CelRule = (properties: readonly BundleDependency[]) => boolean;

/**
 * Reads a rule.
 *
 * @returns nothing when it is no rule, gives no boolean, or asks for what has no bounds: many loops within each other, or
 * regular expressions, which are not those of CEL here
 */
export function celRule(rule: string): CelRule | undefined {
  let program: ReturnType<typeof ENVIRONMENT.parse>;
  try {
    program = ENVIRONMENT.parse(rule);
    const { valid, type } = program.check();
    if (!valid || (type !== 'bool' && type !== 'dyn')) return undefined;
  } catch {
    return undefined;
  }
  const nested = nestedLoops(program.ast);
  if (nested > MAX_NESTED_LOOPS) return undefined;
  return (properties) => {
    if (properties.length ** nested > MAX_STEPS) return false;
    try {
      return program({ properties: structuredClone(properties) }) === true;
    } catch {
      return false;
    }
  };
}

/** How deep loops stand within each other; a regular expression counts as too deep. */
function nestedLoops(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((most: number, part) => Math.max(most, nestedLoops(part)), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const { op, args } = node as { op?: unknown; args?: unknown };
  const [name] = Array.isArray(args) && (op === 'rcall' || op === 'call') ? args : [];
  if (name === 'matches') return Number.POSITIVE_INFINITY;
  return nestedLoops(args) + (LOOPS.has(name) ? 1 : 0);
}
