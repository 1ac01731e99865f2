/** The operator of Pulumi (https://www.pulumi.com/docs/iac/guides/continuous-delivery/pulumi-kubernetes-operator). */
import { APPLIES, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const PULUMI: Tool = { name: 'Pulumi', rows: namespaced('pulumi.com', 'Program Stack', APPLIES) };
