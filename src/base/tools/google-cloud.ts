/** Google Cloud: Config Connector, and accounts of the cloud (https://cloud.google.com/config-connector/docs). */
import { others } from './row.js';
import { CLOUD } from './setting.js';
import type { Tool } from './tool.js';

export const GOOGLE_CLOUD: Tool = {
  name: 'Google Cloud',
  rows: others('iam.cnrm.cloud.google.com', CLOUD),
  settingMarks: [
    ['ServiceAccount', 'annotations', 'iam.gke.io/gcp-service-account', 'warning', 'which account of the cloud its Pods have'],
  ],
  marks: [['cnrm.cloud.google.com/deletion-policy', 'abandon', 'kept', 'the resources that it created in the cloud stay']],
};
