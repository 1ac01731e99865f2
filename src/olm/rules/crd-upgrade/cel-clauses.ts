/**
 * The conditions of a schema as clauses that can be compared: from CEL rules, and from equivalent keywords
 * (`maxLength`, `pattern`, `required` …). Only plain forms are parsed; all others are compared as text.
 */
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { JsonSchema } from './checks.js';

/** One condition. A clause is met if one of its atoms is. */
type Atom =
  | { readonly is: 'absent' | 'present'; readonly of: string }
  | { readonly is: 'at least' | 'at most' | 'more' | 'less'; readonly of: string; readonly bound: number }
  | { readonly is: 'one of'; readonly of: string; readonly values: readonly string[] }
  | { readonly is: 'matching'; readonly of: string; readonly pattern: string }
  | { readonly is: 'other'; readonly text: string };

export type Clause = readonly Atom[];

/** A clause, and the path of the objects that it applies to. */
interface OwnedClause {
  readonly path: string;
  readonly clause: Clause;
}

/** All clauses in the schemas of one version. */
export type Clauses = readonly OwnedClause[];

const TOKEN = /\/\/[^\n]*|\s+|[rR]?"(?:\\.|[^"\\])*"|[rR]?'(?:\\.|[^'\\])*'|[\w$]+(?:\.\d+)?|&&|\|\||[=!<>]=|./gsu;
/** Limits: larger rules are compared as text, which bounds the cost of a hostile rule. */
const MOST_CLAUSES = 32;
const DEEPEST = 24;
/** The most comparisons of atoms with those of one version; what is left after them counts as not asked before. */
const MOST_STEPS = 2_000_000;
/** The comparisons that are left, by the clauses of a version. */
const STEPS_LEFT = new WeakMap<Clauses, number>();

/** The text of a rule in a normal form: without spaces and comments, with one kind of quotes. */
export function normalRule(rule: string): string {
  return tokensOf(rule).join(' ');
}

/** Whether a rule compares an object with its old value: such a rule limits changes, and makes no stored object invalid. */
export function isTransition(rule: string): boolean {
  return tokensOf(rule).includes('oldSelf');
}

/** The clauses of a rule at a path. */
export function clausesOf(rule: string, path: string): Clause[] {
  return normalForm(tokensOf(rule), path, DEEPEST);
}

/** The clauses of a schema keyword; empty for a keyword that no rule could replace. */
export function keywordClauses(keyword: string, value: unknown, path: string): Clause[] {
  const size = `size ${path}`;
  const bound = (is: 'at least' | 'at most', of: string): Clause[] =>
    typeof value === 'number' || typeof value === 'bigint' ? [[{ is, of, bound: Number(value) }]] : [];
  switch (keyword) {
    case 'required':
      return (Array.isArray(value) ? value : []).map((name) => [{ is: 'present', of: `${path}.${String(name)}` }]);
    case 'enum':
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? [[{ is: 'one of', of: path, values: value }]] : [];
    case 'pattern':
      return typeof value === 'string' ? [[{ is: 'matching', of: path, pattern: value }]] : [];
    case 'minimum':
      return bound('at least', path);
    case 'maximum':
      return bound('at most', path);
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return bound('at least', size);
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return bound('at most', size);
    default:
      return [];
  }
}

const KEYWORDS = [
  'required',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  ...['Length', 'Items', 'Properties'].flatMap((of) => [`min${of}`, `max${of}`]),
];

/** All clauses in the schemas of a version, from keywords and rules. */
export function allClauses(schemas: ReadonlyMap<string, JsonSchema>): Clauses {
  return [...schemas].flatMap(([path, schema]) => [
    ...KEYWORDS.flatMap((keyword) => keywordClauses(keyword, schema[keyword], path)).map((clause) => ({ path, clause })),
    ...rulesOf(schema)
      .flatMap((rule) => clausesOf(rule, path))
      .map((clause) => ({ path, clause })),
  ]);
}

/** The rules of a schema. */
export function rulesOf({ 'x-kubernetes-validations': rules }: JsonSchema): string[] {
  return (Array.isArray(rules) ? rules : []).flatMap((rule) => (isMapping(rule) && typeof rule.rule === 'string' ? [rule.rule] : []));
}

/** Whether a clause follows from the earlier clauses, at its path or elsewhere: then it refuses no value that was accepted. */
export function isAsked(clause: Clause, path: string, before: Clauses, schemas: ReadonlyMap<string, JsonSchema>): boolean {
  if (clause.some((atom) => atom.is === 'other' && atom.text === 'true')) return true;
  const has = (atom: Atom): boolean => clause.some((other) => implies(atom, other));
  let left = STEPS_LEFT.get(before) ?? MOST_STEPS;
  const own = weightOf(clause);
  const follows = ({ path: owner, clause: old }: OwnedClause): boolean => {
    left -= own + clause.length * weightOf(old);
    // A rule does not apply to an object that lacks the rule's own field.
    const gaps = absentBetween(owner, path, schemas);
    return (
      gaps?.every((gap) => has({ is: 'absent', of: gap })) === true &&
      old.every((atom) => (atom.is === 'absent' && absentBetween(atom.of, path, schemas)?.length === 0) || has(atom))
    );
  };
  let isFound = false;
  for (let index = 0; index < before.length && left > 0 && !isFound; index += 1) isFound = follows(before[index] as OwnedClause);
  STEPS_LEFT.set(before, left);
  return isFound;
}

/** The cost of comparing a clause: a list of values is as long as its values. */
function weightOf(clause: Clause): number {
  return clause.reduce((sum, atom) => sum + 1 + (atom.is === 'one of' ? atom.values.length : 0), 0);
}

/** The optional fields on the path from one field to another; undefined if the path has many values. */
function absentBetween(to: string, from: string, schemas: ReadonlyMap<string, JsonSchema>): string[] | undefined {
  const gaps: string[] = [];
  for (let at = to; at !== from && !from.startsWith(`${at}.`); ) {
    const dot = at.lastIndexOf('.');
    if (dot < 0) return undefined;
    const [parent, name] = [at.slice(0, dot), at.slice(dot + 1)];
    const schema = schemas.get(parent);
    const isOfMany = (name === 'items' && schema?.type === 'array') || (name === 'additionalProperties' && isMapping(schema?.[name]));
    if (isOfMany || name.endsWith(']')) return undefined;
    const isThere = (Array.isArray(schema?.required) && schema.required.includes(name)) || schemas.get(at)?.default !== undefined;
    if (!isThere) gaps.push(at);
    at = parent;
  }
  return gaps;
}

/** Whether a value that meets one condition also meets the other. */
function implies(one: Atom, other: Atom): boolean {
  if (one.is === 'other') return other.is === 'other' && one.text === other.text;
  if (other.is === 'other') return false;
  if (one.of !== other.of) return false;
  if (one.is === 'one of') return other.is === 'one of' && isSubset(one.values, other.values);
  if (one.is === 'matching') return other.is === 'matching' && one.pattern === other.pattern;
  if (!('bound' in one)) return one.is === other.is;
  if (!('bound' in other)) return false;
  const isLower = one.is === 'at least' || one.is === 'more';
  if (isLower !== (other.is === 'at least' || other.is === 'more')) return false;
  const isStrictEnough = other.is === 'at least' || other.is === 'at most' || one.is === other.is;
  return isLower
    ? one.bound > other.bound || (one.bound === other.bound && isStrictEnough)
    : one.bound < other.bound || (one.bound === other.bound && isStrictEnough);
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((value) => known.has(value));
}

function tokensOf(rule: string): string[] {
  return (rule.match(TOKEN) ?? [])
    .filter((token) => !/^(?:\s|\/\/)/.test(token))
    .map((token) => (token.startsWith("'") ? requoted(token) : token));
}

/** A single-quoted string in double quotes. */
function requoted(token: string): string {
  return `"${token.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}

function normalForm(tokens: readonly string[], path: string, depth: number): Clause[] {
  const inner = withoutParentheses(tokens);
  const asOne = (): Clause[] => [[atomOf(inner, path)]];
  if (depth === 0 || splitAt(inner, '?').length > 1) return asOne();
  const alternatives = splitAt(inner, '||');
  if (alternatives.length > 1) {
    const product = productOf(alternatives.map((part) => normalForm(part, path, depth - 1)));
    return product ? product.map(joinedValues) : asOne();
  }
  const parts = splitAt(inner, '&&');
  return parts.length > 1 ? parts.flatMap((part) => normalForm(part, path, depth - 1)) : asOne();
}

/** The clauses of alternatives; nothing if they are too many. Each clause of one part is met with any of each other part. */
function productOf(parts: readonly (readonly Clause[])[]): Clause[] | undefined {
  const [several, single] = [parts.filter(({ length }) => length !== 1), parts.filter(({ length }) => length === 1).flat(2)];
  let product: Clause[] = [single];
  for (const part of several) {
    if (product.length * part.length > MOST_CLAUSES) return undefined;
    product = product.flatMap((one) => part.map((other) => [...one, ...other]));
  }
  return product.length === 0 ? undefined : product;
}

/** `self == "a" || self == "b"` is one list of values. */
function joinedValues(clause: Clause): Clause {
  const lists = clause.filter((atom) => atom.is === 'one of');
  const [first] = lists;
  if (!first || lists.some(({ of }) => of !== first.of)) return clause;
  return [...clause.filter((atom) => atom.is !== 'one of'), { ...first, values: lists.flatMap(({ values }) => values) }];
}

function depths(tokens: readonly string[]): number[] {
  let depth = 0;
  return tokens.map((token) => {
    if ('([{'.includes(token)) depth += 1;
    return ')]}'.includes(token) ? depth-- : depth;
  });
}

/** The tokens without the parentheses around all of them. */
function withoutParentheses(tokens: readonly string[]): readonly string[] {
  const opened = tokens.findIndex((token) => token !== '(');
  const closed = tokens.length - 1 - tokens.findLastIndex((token) => token !== ')');
  const most = Math.min(opened, closed);
  if (most <= 0) return tokens;
  const deep = depths(tokens).slice(most, -most);
  const pairs = deep.reduce((least, depth) => Math.min(least, depth), most);
  return pairs === 0 ? tokens : tokens.slice(pairs, -pairs);
}

function splitAt(tokens: readonly string[], operator: string): readonly (readonly string[])[] {
  const deep = depths(tokens);
  const cuts = tokens.flatMap((token, index) => (token === operator && deep[index] === 0 ? [index] : []));
  return [...cuts, tokens.length].map((cut, index) => tokens.slice(index === 0 ? 0 : (cuts[index - 1] as number) + 1, cut));
}

const FIELD = String.raw`self(?: \. [A-Za-z_]\w*)*?`;
const TEXT = String.raw`"(?:\\.|[^"\\])*"`;
const NUMBER = String.raw`(?:- )?\d+(?:\.\d+)?`;
const FORMS = {
  has: new RegExp(`^(! )?has \\( (${FIELD}) \\)$`, 'u'),
  size: new RegExp(`^(?:size \\( (${FIELD}) \\)|(${FIELD}) \\. size \\( \\)) (==|!=|<=|>=|<|>) (${NUMBER})$`, 'u'),
  number: new RegExp(`^(${FIELD}) (<=|>=|<|>) (${NUMBER})$`, 'u'),
  equal: new RegExp(`^(${FIELD}) (==|!=) (${TEXT})$`, 'u'),
  in: new RegExp(`^(${FIELD}) in \\[ (${TEXT}(?: , ${TEXT})*) \\]$`, 'u'),
  matches: new RegExp(`^(${FIELD}) \\. matches \\( ([rR]?)(?:(${TEXT})|'([^']*)') \\)$`, 'u'),
};
const ORDER = { '<': 'less', '>': 'more', '<=': 'at most', '>=': 'at least' } as const;

function atomOf(tokens: readonly string[], path: string): Atom {
  const text = tokens.join(' ');
  const at = (field = ''): string => path + field.slice('self'.length).replaceAll(' ', '');
  const other: Atom = {
    is: 'other',
    text: tokens.map((token, index) => (token === 'self' && tokens[index - 1] !== '.' ? path : token)).join(''),
  };
  const [, not, field] = FORMS.has.exec(text) ?? [];
  if (field !== undefined) return { is: not ? 'absent' : 'present', of: at(field) };
  const size = FORMS.size.exec(text);
  if (size) return sizeAtom(`size ${at(size[1] ?? size[2])}`, size[3] as string, numberOf(size[4])) ?? other;
  const number = FORMS.number.exec(text);
  if (number) return { is: ORDER[number[2] as keyof typeof ORDER], of: at(number[1]), bound: numberOf(number[3]) };
  const equal = FORMS.equal.exec(text);
  const value = textOf(equal?.[3]);
  if (equal && value !== undefined) {
    if (equal[2] === '==') return { is: 'one of', of: at(equal[1]), values: [value] };
    return value === '' ? { is: 'at least', of: `size ${at(equal[1])}`, bound: 1 } : other;
  }
  const list = FORMS.in.exec(text);
  const values = list?.[2]?.match(new RegExp(TEXT, 'gu'))?.map(textOf);
  if (list && values?.every((one) => one !== undefined)) return { is: 'one of', of: at(list[1]), values: values as string[] };
  const matches = FORMS.matches.exec(text);
  const pattern = matches?.[2] ? (matches[4] ?? matches[3]?.slice(1, -1)) : textOf(matches?.[3]);
  return matches && pattern !== undefined ? { is: 'matching', of: at(matches[1]), pattern } : other;
}

function sizeAtom(of: string, operator: string, bound: number): Atom | undefined {
  if (operator === '>' || (operator === '!=' && bound === 0)) return { is: 'at least', of, bound: bound + 1 };
  if (operator === '<') return { is: 'at most', of, bound: bound - 1 };
  return operator === '<=' || operator === '>=' ? { is: ORDER[operator], of, bound } : undefined;
}

function numberOf(text = ''): number {
  return Number(text.replace(' ', ''));
}

/** The value of a double-quoted string; undefined if CEL's escapes are not valid in JSON. */
function textOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}
