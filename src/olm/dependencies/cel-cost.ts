/**
 * An upper bound of the steps of a rule, from the rule and the sizes of its input. Loops multiply the steps, and also the sizes of the
 * lists and strings that they build.
 */

/** The steps that rules may still take; each rule reduces them, and below 0 no rule runs any more. */
export interface CelBudget {
  celSteps: number;
}

/** The steps that all rules of a run may take: a second or two. */
export const CEL_STEPS = 10_000_000;

/** A node of a parsed rule (@marcbachmann/cel-js). */
export interface Node {
  readonly op: string;
  readonly args: unknown;
}

/** The possible length of a value, as a list or mapping and as a string. */
interface Extent {
  readonly length: number;
  readonly text: number;
}

/** A value, and the longest possible value inside it, at any depth. */
interface Size extends Extent {
  readonly within: Extent;
}

const NOTHING: Extent = { length: 0, text: 0 };
const SCALAR: Size = { ...NOTHING, within: NOTHING };

/** Functions that evaluate their last arguments for each element. */
export const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** Characters that are processed in one step. */
const STRIDE = 16;

/** The sizes of properties, computed once for many rules. */
const LONGEST = new WeakMap<readonly unknown[], Extent>();

/** An upper bound of the steps of a rule over these properties. */
export function celCost(rule: Node, properties: readonly unknown[]): number {
  const within = LONGEST.get(properties) ?? longestIn(properties);
  LONGEST.set(properties, within);
  const list: Size = { length: properties.length, text: 0, within };
  return weighed(rule, new Map([['properties', list]]), { ...within, within })[0];
}

type Weighed = readonly [steps: number, size: Size];

function weighed(node: Node, scope: ReadonlyMap<string, Size>, unknown: Size): Weighed {
  const weigh = (inner: unknown, names = scope): Weighed => weighed(inner as Node, names, unknown);
  const { op, args } = node;
  if (op === 'value') return [1, typeof args === 'string' ? { ...SCALAR, text: args.length } : SCALAR];
  if (op === 'id') return [1, scope.get(String(args)) ?? unknown];
  if (!Array.isArray(args)) return [1, unknown];
  if (op === 'list' || op === 'map') {
    const parts = args.flat().map((part) => weigh(part));
    return [1 + sum(parts), { length: args.length, text: 0, within: longest(parts.flatMap(([, size]) => [size, size.within])) }];
  }
  if (op === 'rcall' && LOOPS.has(String(args[0]))) return loop(args as unknown as LoopArguments, scope, weigh);
  const parts = operands(args).map((part) => weigh(part));
  const sizes = parts.map(([, size]) => size);
  const own = sum(parts) + 1 + sizes.reduce((all, { length, text }) => all + length + text / STRIDE, 0);
  switch (op) {
    case '.':
    case '[]':
      return [sum(parts) + 1, elementOf(sizes[0] ?? unknown)];
    case '+':
      return [own, { length: total(sizes, 'length'), text: total(sizes, 'text'), within: longest(sizes.map(({ within }) => within)) }];
    case '?:':
      return [own, join(sizes)];
    case 'call':
    case 'rcall':
      return [own, join([...sizes, unknown])];
    default:
      return [own, SCALAR];
  }
}

type LoopArguments = readonly [name: string, over: Node, body: readonly Node[]];

function loop(
  [name, over, [variable, ...body]]: LoopArguments,
  scope: ReadonlyMap<string, Size>,
  weigh: (node: unknown, scope?: ReadonlyMap<string, Size>) => Weighed,
): Weighed {
  const [steps, list] = weigh(over);
  const inner = new Map(scope).set(String(variable?.args), elementOf(list));
  const parts = body.map((part) => weigh(part, inner));
  const cost = steps + (list.length + 1) * (sum(parts) + 1);
  if (name === 'filter') return [cost, list];
  const [, each = SCALAR] = parts.at(-1) ?? [];
  return [cost, name === 'map' ? { length: list.length, text: 0, within: longest([each, each.within]) } : SCALAR];
}

/** The operands among arguments, without names of functions and fields. */
function operands(args: readonly unknown[]): Node[] {
  return args.flat().filter((part): part is Node => typeof part === 'object' && part !== null && 'op' in part);
}

function sum(parts: readonly Weighed[]): number {
  return parts.reduce((all, [steps]) => all + steps, 0);
}

function total(sizes: readonly Size[], key: keyof Extent): number {
  return sizes.reduce((all, size) => all + size[key], 0);
}

function longest(extents: readonly Extent[]): Extent {
  return extents.reduce(
    ({ length, text }, other) => ({ length: Math.max(length, other.length), text: Math.max(text, other.text) }),
    NOTHING,
  );
}

function join(sizes: readonly Size[]): Size {
  return { ...longest(sizes), within: longest(sizes.map(({ within }) => within)) };
}

function elementOf({ within }: Size): Size {
  return { ...within, within };
}

/** The longest list, mapping and text within a value. */
function longestIn(value: unknown): Extent {
  if (typeof value === 'string') return { length: 0, text: value.length };
  if (typeof value !== 'object' || value === null) return NOTHING;
  const inner = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  return longest([{ length: inner.length, text: 0 }, ...inner.map(longestIn)]);
}
