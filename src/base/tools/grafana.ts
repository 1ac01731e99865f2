/** The operator of Grafana (https://grafana.github.io/grafana-operator/docs). */
import { adds, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const GRAFANA: Tool = {
  name: 'Grafana',
  rows: namespaced('grafana.integreatly.org', 'Grafana GrafanaDashboard GrafanaDatasource GrafanaFolder', adds('what Grafana shows')),
};
