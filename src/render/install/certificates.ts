/** What the certificate provider needs for each Deployment that serves webhooks or APIServices. Never a key: that is made in the cluster. */
import { DEPLOYMENTS_FIELD, type InstallGenerator, servingDeploymentsOf, servingIn } from './context.js';

export const certificates: InstallGenerator = (context) =>
  servingDeploymentsOf(context).flatMap((deployment) =>
    (context.certificates?.objects(servingIn(context, deployment)) ?? []).map((object) => ({ object, field: DEPLOYMENTS_FIELD })),
  );
