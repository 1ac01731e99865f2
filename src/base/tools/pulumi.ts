/** The operator of Pulumi (https://www.pulumi.com/docs/iac/guides/continuous-delivery/pulumi-kubernetes-operator). */
import { APPLIES, namespaced, type Tool } from './row.js';

export const PULUMI: Tool = { name: 'Pulumi', rows: namespaced('pulumi.com', 'Program Stack', APPLIES) };
