import { csrfTokenOf, startSession } from '#features/access/sessions/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Json } from './support-app.ts'

type Attempt = (
  method: string,
  path: string,
  json?: unknown,
) => Promise<{ readonly status: number; readonly body: Json }>

/**
 * Impersonates a user with writing on; returns a function that calls the API then. Throws where that is not allowed.
 */
export async function actingAs(
  app: { portal: AppContext; url: string },
  by: { readonly id: number },
  user: { readonly id: number },
): Promise<Attempt> {
  const { send } = await cookieOf(app, by)
  const started = await send('POST', '/api/users/impersonate', { userId: String(user.id), reason: 'NORD-1, a test' })
  const set = started.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const csrf = set.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length)
  if (started.status !== 200 || !csrf) throw new Error(`${started.status}: ${await started.text()}`)
  const { call } = caller(app.url, set.join('; '), csrf)
  const writing = await call('POST', '/api/users/impersonate/writing', { confirmed: true })
  if (writing.status !== 200) throw new Error(JSON.stringify(writing))
  return call
}

async function cookieOf({ portal, url }: { portal: AppContext; url: string }, { id }: { readonly id: number }) {
  const user = await portal.db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirstOrThrow()
  const session = await portal.db.transaction().execute((tx) =>
    startSession(tx, {
      user: { id, fullName: user.full_name },
      providerId: 'test',
      amr: ['pwd', 'mfa'],
      provedAt: new Date(),
      refreshLimit: 8,
      address: '127.0.0.1',
      userAgent: undefined,
      requestId: 'test',
    }),
  )
  return caller(url, `cosp_access_token=${session.token}`, csrfTokenOf(encryptorFor(portal.config), session.id))
}

function caller(url: string, cookie: string, csrf: string) {
  const send = (method: string, path: string, json?: unknown) =>
    fetch(url + path, {
      method,
      headers: {
        cookie: cookie.includes('XSRF-TOKEN=') ? cookie : `${cookie}; XSRF-TOKEN=${csrf}`,
        'x-xsrf-token': csrf,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  const call: Attempt = async (method, path, json) => {
    const response = await send(method, path, json)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: (text === '' ? {} : isJson ? JSON.parse(text) : { text }) as Json }
  }
  return { send, call }
}
