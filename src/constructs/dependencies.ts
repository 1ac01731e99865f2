/**
 * Dependencies of constructs whose objects are elsewhere in the tree: cdk8s orders only what is below a construct, and asks
 * for the chart around it, which an OlmCluster of an App does not have.
 */
import { type Construct, Dependable } from 'constructs';
import { hookNode, unhooked } from './node-hooks.js';

/** Makes a construct stand for other constructs: whoever depends on it depends on them. */
export function standFor(construct: Construct, others: () => readonly Construct[]): void {
  Dependable.implement(construct, {
    get dependencyRoots() {
      return [...others()];
    },
  });
  hookNode(construct, 'dependencies', () => []);
}

/** Gives what a construct depends on to those it stands for. */
export function passOn(construct: Construct, others: () => readonly Construct[]): void {
  const dependencies = unhooked(construct, 'dependencies');
  if (dependencies.length === 0) return;
  for (const { node } of others()) node.addDependency(...dependencies);
}
