/**
 * What decides where the requests of a Pod go, and which code its programs load, whatever its image: names that it resolves
 * itself, name servers, and environment variables that loaders, interpreters and HTTP clients read.
 */
import { type Fields, fieldsOf, listOf, textOf } from '../../../kubernetes/pod-spec.js';
import type { FieldPath } from '../../../manifest/field-path.js';
import { sortedText } from '../../../manifest/plain-data.js';
import { joined } from '../../../wording/phrases.js';
import { type Allowance, allowance } from './allowance.js';

/** Names whose address the Pod spec itself gives, and name servers other than the cluster's. */
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
  const servers = textsOf(fieldsOf(dnsConfig).nameservers);
  if (servers.length === 0) return aliases;
  return [
    ...aliases,
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

/** Of loaders and interpreters: what they name is loaded before the program. */
const LOADS_CODE =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|GCONV_PATH|PATH|BASH_ENV|PYTHON(?:PATH|HOME|STARTUP)|NODE_(?:OPTIONS|PATH)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|PERL5(?:LIB|OPT)|RUBY(?:LIB|OPT)|DOTNET_STARTUP_HOOKS|CORECLR_PROFILER(?:_PATH)?|GIT_(?:SSH(?:_COMMAND)?|EXTERNAL_DIFF))$/;

/** Of clients: where requests go, and whom they trust. */
const SENDS_REQUESTS =
  /^(?:(?:HTTPS?|ALL)_PROXY|KUBECONFIG|KUBERNETES_(?:SERVICE_(?:HOST|PORT(?:_HTTPS)?)|MASTER)|SSL_CERT_(?:FILE|DIR)|(?:REQUESTS|CURL|AWS)_CA_BUNDLE|NODE_(?:EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY)$/i;

/** The variables of a container that decide one or the other. */
export function decisiveVariables({ env }: Fields): { readonly key: string; readonly text: string; readonly index: number }[] {
  return listOf(env).flatMap((variable, index) => {
    const name = textOf(variable.name) ?? '';
    const value = textOf(variable.value);
    const what = LOADS_CODE.test(name)
      ? 'which decides what code its programs load'
      : SENDS_REQUESTS.test(name)
        ? 'which decides where its requests go, or whom it trusts'
        : undefined;
    if (what === undefined) return [];
    const set = value === undefined ? `takes ${name} from elsewhere` : `sets ${name} to ${JSON.stringify(value)}`;
    return [{ key: `variable ${name} ${sortedText(variable)}`, text: `${set}, ${what},`, index }];
  });
}
