/** The operator of Grafana (https://grafana.github.io/grafana-operator/docs). */
import { adds, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const GRAFANA_GROUP = 'grafana.integreatly.org';

export const GRAFANA: Tool = {
  name: 'Grafana',
  rows: namespaced(GRAFANA_GROUP, 'Grafana GrafanaDashboard GrafanaDatasource GrafanaFolder', adds('what Grafana shows')),
};
