/**
 * Programs that send a request: a command line, JavaScript for Node, and Python. `credential` is the header with the
 * caller's token or key. Its secret is a variable of the environment, unless `isShown`.
 */
export const snippets = { curl, fetch: fetchCall, Python: python };

function curl({ method, url, headers, body, credential }) {
  const secret = credential && (credential.isShown ? shell(credential.secret) : `"$${credential.variable}"`);
  const lines = [
    `curl --globoff --cacert ca.pem -X ${method} ${shell(url)}`,
    ...(credential ? [`-H ${shell(`${credential.name}: ${credential.prefix}`)}${secret}`] : []),
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function fetchCall({ method, url, headers, body, credential }) {
  const secret = credential && (credential.isShown ? credential.secret : `\${process.env.${credential.variable}}`);
  const all = [
    ...(credential ? [`    '${credential.name}': \`${credential.prefix}${secret}\`,`] : []),
    ...headers.map(([name, value]) => `    '${name}': ${JSON.stringify(value)},`),
  ];
  return `// NODE_EXTRA_CA_CERTS=ca.pem node call.mjs
const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
${all.join('\n')}
  },${body === undefined ? '' : `\n  body: ${template(body)},`}
});
console.log(response.status, await response.text());`;
}

function python({ method, url, headers, body, credential }) {
  const secret = credential && (credential.isShown ? quote(credential.secret) : `os.environ["${credential.variable}"]`);
  const all = [
    ...(credential ? [`        "${credential.name}": "${credential.prefix}" + ${secret},`] : []),
    ...headers.map(([name, value]) => `        "${name}": ${quote(value)},`),
  ];
  const lines = body?.split('\n').map((line, index, { length }) => quote(index < length - 1 ? `${line}\n` : line));
  return `# SSL_CERT_FILE=ca.pem python3 call.py
import os, urllib.error, urllib.request

request = urllib.request.Request(
    ${quote(url)},
    method="${method}",
    headers={
${all.join('\n')}
    },${lines === undefined ? '' : `\n    data=(\n        ${lines.join('\n        ')}\n    ).encode(),`}
)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.status, answer.read().decode())`;
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const quote = (text) => JSON.stringify(text);
const template = (text) =>
  `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\r', '\\r')}\``;
