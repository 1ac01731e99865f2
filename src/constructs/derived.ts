/** The cdk8s objects that the rules create. They exist from synthesis on. */
import { ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubernetesObject } from '../kubernetes/object.js';

const MANIFEST = Symbol('manifest');

/**
 * An object exactly as it was rendered. ApiObject would sort its keys and set the labels and the namespace of
 * the chart on it.
 */
export class DerivedObject extends ApiObject {
  private readonly [MANIFEST]: KubernetesObject;

  constructor(scope: Construct, id: string, manifest: KubernetesObject) {
    super(scope, id, { apiVersion: manifest.apiVersion, kind: manifest.kind, metadata: { name: manifest.metadata.name } });
    this[MANIFEST] = manifest;
  }

  /** cdk8s treats every ApiObject as an instance of every ApiObject class. */
  static isDerivedObject(value: unknown): value is DerivedObject {
    return typeof value === 'object' && value !== null && MANIFEST in value;
  }

  override toJson(): KubernetesObject {
    return this[MANIFEST];
  }
}

/**
 * A chart with only derived objects, in order. Chart.toJson would validate the whole app again for
 * every chart, which makes synthesis quadratic in the number of namespaces.
 */
export class DerivedChart extends Chart {
  override toJson(): KubernetesObject[] {
    const objects = this.node.children.filter((child) => DerivedObject.isDerivedObject(child));
    return objects.length === this.node.children.length ? objects.map((object) => object.toJson()) : super.toJson();
  }
}
