/** A command that makes a key and a request that can be signed, for the names that were asked for. */
export function requestCommand(account: string, names: readonly string[]): string {
  const hosts = names.flatMap((name) => /^dns:([\w.*-]+)$/.exec(name)?.[1] ?? [])
  const [first = `cmts1.${account}.example`] = hosts
  const file = first.replace(/^\*\./, 'wildcard.')
  const alternative = (hosts.length > 0 ? hosts : [first]).map((host) => `DNS:${host}`).join(',')
  return `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
  -keyout ${file}.key -out ${file}.csr \\
  -subj "/CN=${first}" -addext "subjectAltName=${alternative}"`
}
