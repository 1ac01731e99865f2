/** Replaces accessors of one construct's node. The rest of the node stays unchanged. */
import { type Construct, Dependable, type IConstruct, Node } from 'constructs';

/** The replaceable accessors: the children, the dependencies, and the default child. */
type Accessor = 'children' | 'dependencies' | 'defaultChild';

/** Replaces an accessor of one node. */
export function hookNode<K extends Accessor>({ node }: IConstruct, accessor: K, get: () => Node[K]): void {
  Object.defineProperty(node, accessor, { get, configurable: true });
}

/** The original value of an accessor. */
export function unhooked<K extends Accessor>({ node }: IConstruct, accessor: K): Node[K] {
  return Reflect.get(Node.prototype, accessor, node) as Node[K];
}

/** Whether neither a construct nor any construct around it was removed from the tree. */
export function isInTree({ node }: IConstruct): boolean {
  const { scope } = node;
  return !scope || (scope.node.tryFindChild(node.id)?.node === node && isInTree(scope));
}

// Dependencies of constructs whose objects are elsewhere in the tree: cdk8s orders only the objects below a construct, and requires
// a chart around it, which an OlmCluster of an App does not have.

/** Lets a construct represent other constructs: dependencies on it become dependencies on them. */
export function standFor(construct: Construct, others: () => readonly Construct[]): void {
  Dependable.implement(construct, {
    get dependencyRoots() {
      return [...others()];
    },
  });
  hookNode(construct, 'dependencies', () => []);
}

/** Passes a construct's dependencies on to the constructs that it represents. */
export function passOn(construct: Construct, others: () => readonly Construct[]): void {
  const dependencies = unhooked(construct, 'dependencies');
  if (dependencies.length === 0) return;
  for (const { node } of others()) node.addDependency(...dependencies);
}
