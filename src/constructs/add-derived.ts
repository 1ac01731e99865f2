/** Where derived objects appear: in a chart for each namespace and one for the cluster, or in the chart around the cluster. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { inReadingOrder, type Layout, OLM_LAYOUT } from '../deliver/layout.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import { DerivedChart, DerivedObject } from './derived.js';

/**
 * Adds objects below a cluster, or in charts at the root of its app.
 *
 * @returns the topmost constructs that were added
 * @throws Error if the app already has a construct with the name of a chart
 */
export function addDerived(cluster: Construct, objects: readonly KubernetesObject[], layout: Layout = OLM_LAYOUT): Construct[] {
  const ownCharts = !cluster.node.scopes.some((scope) => Chart.isChart(scope));
  const charts = new Map<string, Chart>();
  const added = objects.toSorted(layout.compare).map((object) => {
    const { namespace } = object.metadata;
    const scope = ownCharts ? chartOf(layout.fileOf(object, namespace), charts, cluster) : cluster;
    return new DerivedObject(scope, `${object.kind}:${namespace ?? ''}:${object.metadata.name}`, inReadingOrder(object));
  });
  return ownCharts ? [...charts.values()] : added;
}

/** Charts are at the root of the app, where cdk8s uses only their own name as file name. */
function chartOf(id: string, charts: Map<string, Chart>, cluster: Construct): Chart {
  const existing = charts.get(id);
  if (existing) return existing;
  const { root, path } = cluster.node;
  if (root.node.tryFindChild(id)) {
    throw new Error(
      `the app already has a construct ${JSON.stringify(id)}, and ${path} needs a chart with this name; rename the construct, or use a separate App with its own outdir for each OlmCluster`,
    );
  }
  const chart = new DerivedChart(root, id);
  charts.set(id, chart);
  return chart;
}
