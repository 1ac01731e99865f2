/**
 * Replaces variables in a text as Flux does: `${var}` with the operators of bash that Flux knows, and `$$` for a dollar sign
 * (fluxcd/pkg/envsubst). A variable with an unknown value stays as written.
 */
import { matchesWildcards } from '../trees/glob.js';

/** The result. */
export type Substituted =
  | {
      readonly text: string;
      /** The names of replaced variables, and of variables with unknown values. */
      readonly replaced: ReadonlySet<string>;
      readonly unknown: ReadonlySet<string>;
    }
  /** Flux refuses the text; the error is the start of the refused variable. */
  | { readonly error: string };

/** The largest result: the author of the text and the values decides about its size. */
const MOST_CHARACTERS = 1 << 25;

/**
 * Replaces the variables of a text.
 *
 * @param valueAt the value of a variable; empty if the variable is not set, nothing if the value is unknown
 * @example
 * substituted('channel: ${channel:=stable}', () => '') // { text: 'channel: stable', … }
 */
export function substituted(text: string, valueAt: (name: string) => string | undefined): Substituted {
  const reader = new Reader(text, valueAt);
  try {
    return { text: reader.all(), replaced: reader.replaced, unknown: reader.unknown };
  } catch (error) {
    if (error instanceof SubstitutionError) return { error: error.message };
    throw error;
  }
}

class SubstitutionError extends Error {}

/** A value; nothing if it is unknown. */
type Value = string | undefined;

const NAME = /[\p{L}\p{Nd}_]+/uy;
const CASING = /[,^]{1,2}/y;
const REMOVING = /(?:##?|%%?)/y;
const REPLACING = /\/[/#%]?/y;
const DEFAULT = /(?:=|:[=\-?+])/y;
/** The argument before a slash, and the last argument: a backslash before a slash makes it a plain character. */
const BEFORE_SLASH = /(?:\\[\\/]|\$\$|[^/$]|\$(?!\{))+/y;
const BEFORE_BRACE = /(?:\\[\\/]|\$\$|[^}$]|\$(?!\{))+/y;

class Reader {
  readonly replaced = new Set<string>();
  readonly unknown = new Set<string>();
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly valueAt: (name: string) => Value,
  ) {}

  all(): string {
    const parts: string[] = [];
    let size = 0;
    while (this.at < this.text.length) {
      const start = this.at;
      const dollar = this.text.indexOf('$', start);
      const end = dollar === -1 ? this.text.length : dollar;
      let part = this.text.slice(start, end);
      this.at = end;
      if (this.isNext('$$')) {
        part += '$';
        this.at += 2;
      } else if (this.isNext('${')) {
        const value = this.variable();
        part += value ?? this.text.slice(end, this.at);
      } else if (dollar !== -1) {
        part += '$';
        this.at += 1;
      }
      size += part.length;
      if (size > MOST_CHARACTERS) throw new SubstitutionError('its result is longer than the limit');
      parts.push(part);
    }
    return parts.join('');
  }

  /** From `${` to its brace. */
  private variable(): Value {
    const start = this.at;
    this.at += 2;
    const isLength = this.take(/#/y) !== undefined;
    const name = this.take(NAME);
    if (name === undefined) throw this.wrong(start);
    const known = this.valueAt(name);
    const value = isLength ? this.lengthOf(known, start) : this.changed(known, start);
    (value === undefined ? this.unknown : this.replaced).add(name);
    return value;
  }

  private lengthOf(value: Value, start: number): Value {
    this.close(start);
    return value === undefined ? undefined : `${Buffer.byteLength(value)}`;
  }

  /** The value that the operator after the name returns. */
  private changed(value: Value, start: number): Value {
    if (this.take(DEFAULT) !== undefined) return this.orDefault(value, start);
    const casing = this.take(CASING);
    if (casing !== undefined) {
      this.close(start);
      return value === undefined ? undefined : withCase(value, casing);
    }
    const removing = this.take(REMOVING);
    if (removing !== undefined) {
      const pattern = this.argument(/(?:[^}$]|\$(?!\{))+/y, start);
      this.close(start);
      return both(value, pattern, (text, glob) => withoutMatch(text, removing, glob));
    }
    const replacing = this.take(REPLACING);
    if (replacing !== undefined) return this.replacedIn(value, replacing, start);
    if (this.take(/:/y) !== undefined) return this.part(value, start);
    this.close(start);
    return value;
  }

  /** The arguments of a default, until the brace. */
  private orDefault(value: Value, start: number): Value {
    const parts: Value[] = [];
    while (!this.isNext('}')) parts.push(this.argument(/(?:[^}$]|\$(?!\{))+/y, start));
    this.at += 1;
    if (value !== '') return value;
    return parts.includes(undefined) ? undefined : parts.join('');
  }

  private replacedIn(value: Value, operator: string, start: number): Value {
    const from = this.argument(BEFORE_SLASH, start, true);
    if (this.take(/\/+/y) === undefined) throw this.wrong(start);
    const isEmpty = this.isNext('}');
    const to = isEmpty ? '' : this.argument(BEFORE_BRACE, start, true);
    this.close(start);
    // With a beginning or an end to replace, nothing in its place is no argument, and so changes nothing.
    if (isEmpty && operator.length > 1 && operator !== '//') return value;
    return both(
      value,
      both(from, to, (one, other) => JSON.stringify([one, other])),
      (text, pair) => {
        const [one = '', other = ''] = JSON.parse(pair) as string[];
        return replacedText(text, operator, one, other);
      },
    );
  }

  /** A part by its place and its length, in bytes. */
  private part(value: Value, start: number): Value {
    const offset = this.argument(/(?:[^:}$]|\$(?!\{))+/y, start);
    const hasLength = this.take(/:+/y) !== undefined;
    const length = hasLength ? this.argument(/(?:[^}$]|\$(?!\{))+/y, start) : '';
    this.close(start);
    return both(
      value,
      both(offset, length, (one, other) => `${one}:${other}`),
      (text, place) => {
        const [from = '', size = ''] = place.split(':');
        return partOf(text, from, hasLength ? size : undefined);
      },
    );
  }

  /** One argument: a variable, or text. */
  private argument(pattern: RegExp, start: number, hasEscapes = false): Value {
    if (this.isNext('${')) return this.variable();
    const text = this.take(pattern);
    if (text === undefined) throw this.wrong(start);
    return hasEscapes ? text.replace(/\\([\\/])|\$\$/g, (_, sign: string | undefined) => sign ?? '$') : text;
  }

  private close(start: number): void {
    if (!this.isNext('}')) throw this.wrong(start);
    this.at += 1;
  }

  private isNext(sign: string): boolean {
    return this.text.startsWith(sign, this.at);
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private wrong(start: number): SubstitutionError {
    const [line = ''] = this.text.slice(start, start + 40).split('\n');
    return new SubstitutionError(line);
  }
}

function both(one: Value, other: Value, make: (one: string, other: string) => Value): Value {
  return one === undefined || other === undefined ? undefined : make(one, other);
}

function withCase(text: string, operator: string): string {
  const change = (part: string): string => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase());
  // With one of each, Flux changes nothing.
  if (operator === ',^' || operator === '^,') return text;
  if (operator.length > 1) return change(text);
  const [first = ''] = text;
  return change(first) + text.slice(first.length);
}

/** Without the shortest or the longest beginning or end that a pattern matches; nothing where the pattern is more than wildcards. */
function withoutMatch(text: string, operator: string, pattern: string): Value {
  if (/[[\]\\]/.test(pattern)) return undefined;
  const letters = [...text];
  const lengths = letters.map((_, index) => index + 1);
  const isEnd = operator.startsWith('%');
  for (const length of operator.length > 1 ? lengths.toReversed() : lengths) {
    const part = (isEnd ? letters.slice(letters.length - length) : letters.slice(0, length)).join('');
    if (matchesWildcards(pattern, part)) return isEnd ? text.slice(0, text.length - part.length) : text.slice(part.length);
  }
  return text;
}

function replacedText(text: string, operator: string, from: string, to: string): string {
  if (operator === '//') return text.replaceAll(from, () => to);
  if (operator === '/#') return text.startsWith(from) ? to + text.slice(from.length) : text;
  if (operator === '/%') return text.endsWith(from) ? text.slice(0, text.length - from.length) + to : text;
  return text.replace(from, () => to);
}

const INTEGER = /^[-+]?\d+$/;

function partOf(text: string, from: string, length: string | undefined): string {
  const bytes = Buffer.from(text);
  if (!INTEGER.test(from) || (length !== undefined && !INTEGER.test(length))) return text;
  const start = Number(from) < 0 ? Math.max(bytes.length + Number(from), 0) : Number(from);
  const end = length === undefined ? bytes.length : start + Number(length);
  return start < bytes.length && end >= start ? bytes.subarray(start, end).toString() : '';
}
