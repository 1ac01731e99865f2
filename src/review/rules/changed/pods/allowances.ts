/** Lists the permissions in a Pod spec one by one: by its volumes, by names that it resolves, and by variables that programs read. */

import { type Fields, fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { joined, listed } from '../../../../base/wording/phrases.js';
import { type Allowance, allowance } from './allowance.js';
import { outsideVolumes } from './outside-volumes.js';

// Content that volumes bring into containers: paths of the node, Secrets, tokens, and mounts of CSI drivers.

/** Paths that lead to control of a node, and of every Pod on it. */
const NODE_PATHS = /^\/(?:$|(?:etc|root|home|proc|sys|dev|boot|run|var\/run|var\/lib\/(?:kubelet|docker|containerd|etcd|rancher))(?:\/|$))/;

/** The severity of a path of the node. */
export function severityOfPath(path: string): 'error' | 'warning' {
  return NODE_PATHS.test(normalPath(path)) ? 'error' : 'warning';
}

/**
 * The permissions of all volumes.
 * @param at of the Pod spec
 */
export function volumeAllowances(fields: Fields, at: FieldPath): Allowance[] {
  const own = listOf(fields.volumes).flatMap((volume, index) => {
    const place = [...at, 'volumes', index];
    const path = textOf(fieldsOf(volume.hostPath).path);
    const secret = textOf(fieldsOf(volume.secret).secretName);
    const { driver } = fieldsOf(volume.csi);
    const provider = textOf(fieldsOf(fieldsOf(volume.csi).volumeAttributes).secretProviderClass);
    return [
      ...(path === undefined
        ? []
        : [
            allowance(
              `hostPath ${path}`,
              severityOfPath(path),
              `mounts ${path} of its node (hostPath)`,
              [...place, 'hostPath'],
              [...place, 'name'],
            ),
          ]),
      ...(secret === undefined
        ? []
        : [
            {
              ...allowance(
                `secret ${secret}`,
                'info',
                `reads the Secret ${secret}`,
                [...place, 'name'],
                [...place, 'secret', 'secretName'],
              ),
              from: `Secret ${secret}`,
            },
          ]),
      ...(textOf(driver) === undefined
        ? []
        : [
            {
              ...allowance(
                `csi ${sortedText(volume.csi)}`,
                'info',
                `mounts a volume of the CSI driver ${textOf(driver)}${attributesText(fieldsOf(volume.csi).volumeAttributes)}`,
                [...place, 'csi'],
              ),
              ...(provider === undefined ? {} : { later: 'whole' as const, from: `SecretProviderClass ${provider}` }),
            },
          ]),
      ...programsOfNode(volume, place),
      ...projectedSources(volume, [...place, 'projected', 'sources']),
    ];
  });
  return [...own, ...outsideVolumes(fields.volumes, at)];
}

/** Programs that the kubelet runs as root on the node, with a repository or options from the Pod (CVE-2024-10220). */
function programsOfNode({ gitRepo, flexVolume }: Fields, place: FieldPath): Allowance[] {
  const [repository, driver] = [textOf(fieldsOf(gitRepo).repository), textOf(fieldsOf(flexVolume).driver)];
  return [
    ...(repository === undefined
      ? []
      : [allowance(`gitRepo ${sortedText(gitRepo)}`, 'error', `has its node clone ${repository} (gitRepo)`, [...place, 'gitRepo'])]),
    ...(driver === undefined
      ? []
      : [
          allowance(`flexVolume ${sortedText(flexVolume)}`, 'warning', `runs the program ${driver} of its node (flexVolume)`, [
            ...place,
            'flexVolume',
          ]),
        ]),
  ];
}

/** The attributes of a CSI volume, such as the provider class of a Secrets driver. */
function attributesText(attributes: unknown): string {
  const entries = Object.entries(fieldsOf(attributes)).map(([name, value]) => `${name} ${String(value)}`);
  return entries.length > 0 ? ` (${listed(entries, 'attributes')})` : '';
}

/** Secrets, and tokens of the Pod's account for receivers other than the API server. */
function projectedSources(volume: Fields, at: FieldPath): Allowance[] {
  return listOf(fieldsOf(volume.projected).sources).flatMap(({ secret, serviceAccountToken, clusterTrustBundle }, index) => {
    const name = textOf(fieldsOf(secret).name);
    const audience = textOf(fieldsOf(serviceAccountToken).audience);
    const { name: bundle, signerName, labelSelector } = fieldsOf(clusterTrustBundle);
    const trusted = textOf(bundle) ?? textOf(signerName);
    return [
      ...(trusted === undefined
        ? []
        : [
            allowance(
              `trust ${trusted} ${sortedText(labelSelector ?? null)}`,
              'warning',
              `gets certificates of ${trusted} as those that it can trust (clusterTrustBundle)`,
              [...at, index, 'clusterTrustBundle'],
            ),
          ]),
      ...(name === undefined
        ? []
        : [{ ...allowance(`secret ${name}`, 'info', `reads the Secret ${name}`, [...at, index, 'secret']), from: `Secret ${name}` }]),
      ...(audience === undefined
        ? []
        : [allowance(`token ${audience}`, 'info', `gets a token of its account for ${audience}`, [...at, index, 'serviceAccountToken'])]),
    ];
  });
}

/** The API server refuses `..`, but not doubled slashes or dots. */
function normalPath(path: string): string {
  return `/${path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')}`;
}

// Request targets and loaded code independent of the image: host aliases, name servers, and variables that loaders, interpreters and HTTP
// clients read.

/** Host names with an address in the Pod spec, and name servers other than the cluster's. */
export function nameAnswers({ hostAliases, dnsConfig }: Fields, at: FieldPath): Allowance[] {
  const aliases = listOf(hostAliases).flatMap(({ ip, hostnames }, index) =>
    textsOf(hostnames).map((name) =>
      allowance(`hostAlias ${name} ${textOf(ip)}`, 'warning', `reaches ${name} at ${textOf(ip)}, whatever name servers say (hostAliases)`, [
        ...at,
        'hostAliases',
        index,
      ]),
    ),
  );
  const [servers, searches] = [textsOf(fieldsOf(dnsConfig).nameservers), textsOf(fieldsOf(dnsConfig).searches)];
  const domains = searches.map((domain, index) =>
    allowance(`search ${domain}`, 'warning', `looks for short names in ${domain} (dnsConfig.searches)`, [
      ...at,
      'dnsConfig',
      'searches',
      index,
    ]),
  );
  if (servers.length === 0) return [...aliases, ...domains];
  return [
    ...aliases,
    ...domains,
    allowance(
      `nameservers ${servers.join()}`,
      'warning',
      `asks ${joined(servers)} for the addresses of names (dnsConfig)`,
      [...at, 'dnsConfig', 'nameservers'],
      [...at, 'dnsPolicy'],
    ),
  ];
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).flatMap((entry) => textOf(entry) ?? []);
}

/** Variables of loaders and interpreters: the code that they name is loaded before the program. */
const LOADS_CODE =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|GCONV_PATH|PATH|BASH_ENV|PYTHON(?:PATH|HOME|STARTUP)|NODE_(?:OPTIONS|PATH)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|PERL5(?:LIB|OPT)|RUBY(?:LIB|OPT)|DOTNET_STARTUP_HOOKS|CORECLR_PROFILER(?:_PATH)?|GIT_(?:SSH(?:_COMMAND)?|EXTERNAL_DIFF))$/;

/** Variables of clients: where requests go, and which servers they trust. */
const SENDS_REQUESTS =
  /^(?:(?:HTTPS?|ALL)_PROXY|KUBECONFIG|KUBERNETES_(?:SERVICE_(?:HOST|PORT(?:_HTTPS)?)|MASTER)|SSL_CERT_(?:FILE|DIR)|(?:REQUESTS|CURL|AWS)_CA_BUNDLE|NODE_(?:EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY)$/i;

/** The variables of a container of these two groups. */
export function decisiveVariables({ env }: Fields): { readonly key: string; readonly text: string; readonly index: number }[] {
  return listOf(env).flatMap((variable, index) => {
    const name = textOf(variable.name) ?? '';
    const value = textOf(variable.value);
    const what = LOADS_CODE.test(name)
      ? 'which decides the code that its programs load'
      : SENDS_REQUESTS.test(name)
        ? 'which decides where its requests go, or whom it trusts'
        : undefined;
    if (what === undefined) return [];
    const set = value === undefined ? `takes ${name} from elsewhere` : `sets ${name} to ${JSON.stringify(value)}`;
    return [{ key: `variable ${name} ${sortedText(variable)}`, text: `${set}, ${what},`, index }];
  });
}
