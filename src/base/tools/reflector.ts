/** Reflector (https://github.com/emberstack/kubernetes-reflector). Copies of a ConfigMap contain no secrets. */
import type { SettingMarkRow, Tool } from './tool.js';

const COPIED = 'which namespaces get a copy of the Secret';

function row(key: string, decides: string, strictest?: string): SettingMarkRow {
  return ['Secret', 'annotations', `reflector.v1.k8s.emberstack.com/${key}`, 'warning', decides, strictest];
}

export const REFLECTOR: Tool = {
  name: 'Reflector',
  rows: [],
  settingMarks: [
    row('reflection-allowed', COPIED, 'false'),
    row('reflection-auto-enabled', COPIED, 'false'),
    row('reflection-allowed-namespaces', COPIED),
    row('reflection-auto-namespaces', COPIED),
    row('reflects', 'of which other Secret it is a copy'),
  ],
};
