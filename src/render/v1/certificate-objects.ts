/** What the certificate provider needs (OLM v1's CertProviderResourceGenerator). */
import { servingNames, servingOf, type V1Generator } from './context.js';

export const certificateObjects: V1Generator = (context) =>
  servingNames(context).flatMap((deployment) => context.certificates?.objects(servingOf(context, deployment)) ?? []);
