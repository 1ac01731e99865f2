import { expect, it } from 'vitest';
import { withOlmCertificateVolumes } from '../../../../src/olm/render/certificates.js';

const PATH = '/tmp/k8s-webhook-server/serving-certs';

it('OLM v0 redirects mounts at its paths, leaves their volumes, and takes a mount of its name for done wherever it is', () => {
  const spec = {
    template: {
      spec: {
        containers: [
          { name: 'a', volumeMounts: [{ name: 'cert', mountPath: PATH }] },
          { name: 'b', volumeMounts: [{ name: 'webhook-cert', mountPath: '/old' }] },
        ],
        volumes: [{ name: 'webhook-cert', emptyDir: {} }, { name: 'cert' }],
      },
    },
  };
  const pod = withOlmCertificateVolumes(spec, 's').template?.spec;
  expect(pod?.volumes?.map(({ name, emptyDir }) => [name, emptyDir])).toEqual([
    ['webhook-cert', undefined],
    ['cert', undefined],
    ['apiservice-cert', undefined],
  ]);
  const api = { name: 'apiservice-cert', mountPath: '/apiserver.local.config/certificates' };
  expect(pod?.containers?.map(({ volumeMounts }) => volumeMounts)).toEqual([
    [{ name: 'webhook-cert', mountPath: PATH }, api],
    [{ name: 'webhook-cert', mountPath: '/old' }, api],
  ]);
});
