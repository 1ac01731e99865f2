/** The place of derived objects: charts for the files below the cluster, or the chart around the cluster. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { compareText, formatReference, referenceTo } from '../base/kubernetes/object.js';
import type { Layout } from '../olm/render/layout.js';
import { DerivedChart, type DerivedItem, DerivedObject } from './derived.js';

/** The derived objects of one cluster. An object that is rendered again keeps its construct. */
export class DerivedTree {
  /** The objects in the order of writing. */
  objects: readonly DerivedObject[] = [];
  charts: readonly DerivedChart[] = [];

  constructor(private readonly cluster: Construct) {}

  /** Whether each file has its own chart. */
  get hasCharts(): boolean {
    return !this.cluster.node.scopes.some((scope) => Chart.isChart(scope));
  }

  /** The topmost constructs of the tree. */
  get roots(): readonly Construct[] {
    return this.hasCharts ? this.charts : this.objects;
  }

  /**
   * Puts exactly these objects into the tree, in this order.
   *
   * @param prefix the prefix of all file names
   */
  hold(items: readonly DerivedItem[], { fileOf, rank }: Layout, prefix: string): void {
    const { hasCharts } = this;
    const members = new Map<Construct, DerivedObject[]>();
    const taken = new Set<string>();
    this.objects = items.map((item) => {
      const { object } = item;
      const scope = hasCharts ? this.chart(fileOf(object, object.metadata.namespace), prefix) : this.cluster;
      const held = this.object(scope, item, taken);
      const list = members.get(scope);
      if (list) list.push(held);
      else members.set(scope, [held]);
      return held;
    });
    this.dropOthers(members);
    if (hasCharts) {
      const charts = [...members.keys()] as DerivedChart[];
      this.charts = charts.toSorted((a, b) => rank(a.id) - rank(b.id) || compareText(a.id, b.id));
      for (const chart of charts) chart.objects = members.get(chart) ?? [];
      this.objects = this.charts.flatMap((chart) => chart.objects);
    }
  }

  /** The reasons why the tree cannot be written. */
  get problems(): readonly string[] {
    return [...this.lost, ...this.charts.flatMap((chart) => this.namedAlike(chart))];
  }

  private readonly lost: string[] = [];

  private readonly known = new Map<Construct, Map<string, DerivedObject>>();

  private object(scope: Construct, item: DerivedItem, taken: Set<string>): DerivedObject {
    const { apiVersion, kind, metadata } = item.object;
    const name = `${kind}:${metadata.namespace ?? ''}:${metadata.name}`;
    // Two API groups can have a kind of the same name.
    const id = taken.has(name) ? `${name}:${apiVersion}` : name;
    taken.add(name);
    const siblings = this.known.get(scope) ?? new Map<string, DerivedObject>();
    this.known.set(scope, siblings);
    const existing = siblings.get(id);
    if (existing?.apiVersion === apiVersion) {
      existing.item = item;
      return existing;
    }
    if (existing) scope.node.tryRemoveChild(existing.node.id);
    const made = new DerivedObject(scope, id, item);
    siblings.set(id, made);
    return made;
  }

  private chart(id: string, prefix: string): DerivedChart {
    const file = `${prefix}${id}`;
    const chart = this.chartsById.get(id) ?? new DerivedChart(this.cluster, id, file);
    if (chart.file !== file) chart.file = file;
    this.chartsById.set(id, chart);
    return chart;
  }

  private readonly chartsById = new Map<string, DerivedChart>();

  /** Removes objects that are no longer rendered. Reports those with changes by users, which would be lost silently. */
  private dropOthers(members: ReadonlyMap<Construct, readonly DerivedObject[]>): void {
    for (const [scope, siblings] of this.known) {
      const kept = new Set(members.get(scope));
      for (const [id, object] of siblings) {
        if (kept.has(object)) continue;
        siblings.delete(id);
        scope.node.tryRemoveChild(object.node.id);
        if (object.isTouched)
          this.lost.push(`${formatReference(referenceTo(object.item.object))} was changed with ApiObject, and is no longer rendered`);
      }
    }
    for (const [id, chart] of this.chartsById) {
      if (members.has(chart)) continue;
      chart.objects = [];
      if (chart.node.children.length > 0) continue;
      this.chartsById.delete(id);
      this.cluster.node.tryRemoveChild(chart.node.id);
    }
  }

  /** The problem of a chart with a taken name: cdk8s derives the name of a file from the name of a chart. */
  private namedAlike({ file }: DerivedChart): string[] {
    const { root, path } = this.cluster.node;
    if (!root.node.tryFindChild(file)) return [];
    return [
      `the app already has a construct ${JSON.stringify(file)}, and ${path} needs a chart with this name; rename the construct, or use a separate App with its own outdir for each OlmCluster`,
    ];
  }
}
