/** Where derived objects appear: in a chart for each namespace and one for the cluster, or in the chart around the cluster. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { compareObjects, fileName, inReadingOrder } from '../deliver/layout.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { DerivedChart, DerivedObject } from './derived.js';

/**
 * Adds objects below a cluster, or in charts at the root of its app.
 *
 * @returns the topmost constructs that were added
 * @throws Error when the app has something else where a chart has to be
 */
export function addDerived(cluster: Construct, objects: readonly KubernetesObject[]): Construct[] {
  const ownCharts = !cluster.node.scopes.some((scope) => Chart.isChart(scope));
  const charts = new Map<string, Chart>();
  const added = objects.toSorted(compareObjects).map((object) => {
    const { namespace } = object.metadata;
    const scope = ownCharts ? chartOf(fileName(namespace), charts, cluster) : cluster;
    return new DerivedObject(scope, `${object.kind}:${namespace ?? ''}:${object.metadata.name}`, inReadingOrder(object));
  });
  return ownCharts ? [...charts.values()] : added;
}

/** Charts stand at the root of the app, where cdk8s names their files after them alone. */
function chartOf(id: string, charts: Map<string, Chart>, cluster: Construct): Chart {
  const existing = charts.get(id);
  if (existing) return existing;
  const { root, path } = cluster.node;
  if (root.node.tryFindChild(id)) {
    throw new Error(
      `the app already has a construct ${JSON.stringify(id)}, and ${path} needs a chart of this name; rename it, or use an App with an outdir of its own for each OlmCluster`,
    );
  }
  const chart = new DerivedChart(root, id);
  charts.set(id, chart);
  return chart;
}
