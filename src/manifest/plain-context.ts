/** What is known of a document while it becomes plain data, and what is reported of it. */
import type { Node } from 'yaml';
import type { NodeProblem } from './node-problem.js';

/** Begins the tags that YAML itself defines. */
export const CORE_TAG = 'tag:yaml.org,2002:';

/** What an anchor stands for, and how much of it there is. */
interface Anchor {
  readonly value: unknown;
  readonly nodes: number;
  readonly characters: number;
}

/** A document on its way to plain data. */
export interface Context {
  readonly anchors: Map<string, Anchor>;
  readonly problems: NodeProblem[];
  /** The field that is being read. */
  readonly path: (string | number)[];
  /** Nodes met so far, those behind aliases counted each time. */
  nodes: number;
  aliased: number;
  /** Of text, counted alike. */
  characters: number;
  aliasedCharacters: number;
}

/** Reports a problem at a node. @param step the key of a mapping that it is about */
export function report(context: Context, node: Node | null, problem: Omit<NodeProblem, 'offset' | 'at'>, step?: string): void {
  context.problems.push({
    ...problem,
    offset: node?.range?.[0] ?? 0,
    at: step === undefined ? [...context.path] : [...context.path, step],
  });
}

/** A tag that JSON, and so Kubernetes, has no word for. */
export function foreignTag(tag: string, text = ''): Omit<NodeProblem, 'offset' | 'at'> {
  return {
    code: 'UNSUPPORTED_YAML',
    message: 'this YAML tag has no meaning in a Kubernetes manifest',
    found: `${tag.replace(CORE_TAG, '!!')} ${text}`.trim().slice(0, 80),
    expected: 'a value without a tag',
    fix: 'remove the tag and write the value as text, number, true or false',
  };
}
