import { expect, it } from 'vitest';
import { withCertificateVolumes } from '../../../../src/olm/render/certificates.js';

const PATH = '/tmp/k8s-webhook-server/serving-certs';

it('certificate volumes take the place of whatever stands at their names or paths, in all containers but init containers', () => {
  const mount = (name: string, mountPath: string) => ({ name, mountPath });
  const spec = {
    template: {
      spec: {
        initContainers: [{ name: 'i', volumeMounts: [mount('cert', PATH)] }],
        containers: [
          { name: 'a', volumeMounts: [mount('data', '/data'), mount('cert', PATH)] },
          { name: 'b', volumeMounts: [mount('cert', '/elsewhere'), mount('webhook-cert', '/old')] },
        ],
        volumes: [{ name: 'cert', secret: { secretName: 'own' } }, { name: 'data' }, { name: 'webhook-cert' }],
      },
    },
  };
  const added = [mount('webhook-cert', PATH), mount('apiservice-cert', '/apiserver.local.config/certificates')];
  const items = (certificate: string, key: string) => [
    { key: 'tls.crt', path: certificate },
    { key: 'tls.key', path: key },
  ];
  expect(withCertificateVolumes(spec, 's').template?.spec).toEqual({
    initContainers: spec.template.spec.initContainers,
    containers: [
      { name: 'a', volumeMounts: [mount('data', '/data'), ...added] },
      { name: 'b', volumeMounts: added },
    ],
    volumes: [
      { name: 'data' },
      { name: 'webhook-cert', secret: { secretName: 's', items: items('tls.crt', 'tls.key') } },
      { name: 'apiservice-cert', secret: { secretName: 's', items: items('apiserver.crt', 'apiserver.key') } },
    ],
  });
});
