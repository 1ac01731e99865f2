/** Accessors of a construct's node that answer differently for one construct. The rest of its node stays as it is. */
import { type Construct, Dependable, type IConstruct, Node } from 'constructs';

/** The accessors that are hooked: what a construct contains, what it depends on, and which object it stands for. */
type Accessor = 'children' | 'dependencies' | 'defaultChild';

/** Replaces an accessor of one node. */
export function hookNode<K extends Accessor>({ node }: IConstruct, accessor: K, get: () => Node[K]): void {
  Object.defineProperty(node, accessor, { get, configurable: true });
}

/** What the accessor would say if it were not hooked. */
export function unhooked<K extends Accessor>({ node }: IConstruct, accessor: K): Node[K] {
  return Reflect.get(Node.prototype, accessor, node) as Node[K];
}

/** Whether a construct has not been removed from its tree, nor any construct around it. */
export function isInTree({ node }: IConstruct): boolean {
  const { scope } = node;
  return !scope || (scope.node.tryFindChild(node.id)?.node === node && isInTree(scope));
}

// Dependencies of constructs whose objects are elsewhere in the tree: cdk8s orders only what is below a construct, and asks
// for the chart around it, which an OlmCluster of an App does not have.

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
