import pg from 'pg'

/** Where a server of ours listens, as a connection string; `host` is an address or the folder of its socket. */
export function urlOf(port: number, password: string, { database = 'headend', host = '127.0.0.1' } = {}): string {
  return `postgres://headend:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
}

/** Runs one statement on a new connection and returns the first value; waits at most `timeoutMs`. */
export async function querySingle(url: string, statement: string, timeoutMs: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end().catch(() => {})
  }
}
