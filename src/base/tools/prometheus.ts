/** The Prometheus Operator (https://prometheus-operator.dev/docs), which OpenShift has. */
import { adds, namespaced, reviewed } from './row.js';
import type { Tool } from './tool.js';

export const PROMETHEUS: Tool = {
  name: 'Prometheus Operator',
  isPlatform: true,
  rows: [
    ...namespaced('monitoring.coreos.com', 'PrometheusRule', reviewed('computes and alerts; it reaches nothing else')),
    ...namespaced('monitoring.coreos.com', 'PodMonitor Probe ScrapeConfig ServiceMonitor', adds('from where metrics are read')),
    ...namespaced('monitoring.coreos.com', 'Alertmanager AlertmanagerConfig Prometheus PrometheusAgent ThanosRuler'),
  ],
  marks: [['prometheus.io/*', '*', 'harmless', 'where metrics of the Pod itself are read']],
};
