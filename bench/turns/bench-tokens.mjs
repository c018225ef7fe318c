// Who calls: an administrator of the vendor and a manager of a customer, each with a token; and calls as them.
import { createHash, randomBytes } from 'node:crypto'

/** `as` calls as the administrator (or another), and returns status and JSON; `account` is the customer's. */
export async function benchTokens({ app, headers, account }, client) {
  const manager = await tokenOf(client, account.id)
  const as = async (method, path, body, more = {}) => {
    const isJson = body !== undefined && more.raw === undefined
    const response = await fetch(app.url + path, {
      method,
      headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}), ...more.headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      get json() {
        return JSON.parse(text)
      },
    }
  }
  const made = async (...given) => {
    const answer = await as(...given)
    if (answer.status >= 300) throw new Error(`${given[0]} ${given[1]}: ${answer.status} ${answer.text.slice(0, 400)}`)
    return answer.json
  }
  return { as, made, manager }
}

async function tokenOf(client, accountId) {
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest()
  await client.query(
    `insert into api_tokens (user_id, name, hash, expires_at)
     select min(user_id), 'bench', $1, now() + interval '1 day' from role_grants where role = 'MANAGER' and account_id = $2`,
    [hash, accountId],
  )
  return { authorization: `Bearer ${token}` }
}
