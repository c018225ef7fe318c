import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { StreamedResponse } from '#kit/server/outbound-stream.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { boxShapes } from './box-response-shapes.ts'

const API = 'https://api.box.com'
/** A token is renewed this long before its end. */
const MARGIN_MS = 60_000
/** Box allows 1,000 calls a minute for each user. */
const rate = { perSecond: 10, burst: 50 }

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
/** The error of the API, and that of its token server. */
const ApiFailure = z.object({ code: z.nullish(z.string()), message: z.nullish(z.string()) })
const TokenFailure = z.object({ error: z.string(), error_description: z.nullish(z.string()) })

/** The calls of Box as far as the portal makes them, with the token of the app's service account. */
export function boxClient({ name, settings, fetch, stream }: OpenedConnection) {
  const { clientId = '', clientSecret = '', enterprise = '', api } = settings
  const root = (api || API).replace(/\/$/, '')
  const send = fetch({ rate, authorize: () => undefined, explain, shapes: boxShapes })
  let cachedToken: { readonly token: string; readonly until: number } | undefined
  let tokenRequest: Promise<NonNullable<typeof cachedToken>> | undefined

  return {
    /** Reads JSON; `link` is the shared link that gives access to it. */
    json: (path: string, link?: string): Promise<unknown> =>
      withToken(async (authorization) => {
        const response = await send(new Request(`${root}/2.0${path}`, { headers: headersOf(authorization, link) }))
        return response.json()
      }),
    /** Streams a file, wherever Box redirects to; statuses other than of success are returned too. */
    content: (
      path: string,
      { link, offset }: { link: string | undefined; offset: number },
    ): Promise<StreamedResponse> =>
      withToken(async (authorization) => {
        const range = offset > 0 ? { range: `bytes=${offset}-` } : {}
        const headers = { ...headersOf(authorization, link), ...range }
        const response = await stream(`${root}/2.0${path}`, { method: 'GET', headers })
        if (response.status !== 401) return response
        response.body.destroy()
        return rejectCredential(response.status)
      }),
  }

  /** A token that Box does not accept any more is replaced once. */
  async function withToken<Result>(call: (authorization: string) => Promise<Result>): Promise<Result> {
    const wasKnown = cachedToken !== undefined && cachedToken.until - MARGIN_MS > Date.now()
    try {
      return await call(await bearer())
    } catch (failure) {
      if (!(failure instanceof IntegrationError) || failure.status !== 401) throw failure
      cachedToken = undefined
      if (!wasKnown) throw failure
      return call(await bearer())
    }
  }

  async function bearer(): Promise<string> {
    if (cachedToken && cachedToken.until - MARGIN_MS > Date.now()) return `Bearer ${cachedToken.token}`
    // Calls at the same time share a request.
    tokenRequest ??= issue().finally(() => {
      tokenRequest = undefined
    })
    cachedToken = await tokenRequest
    return `Bearer ${cachedToken.token}`
  }

  async function issue(): Promise<NonNullable<typeof cachedToken>> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      box_subject_type: 'enterprise',
      box_subject_id: enterprise,
    })
    const response = await send(new Request(`${root}/oauth2/token`, { method: 'POST', body })).catch(explainGrant)
    const { data } = z.safeParse(Token, await response.json())
    if (!data) throw new IntegrationError(`${name} sent no token.`, { fault: 'garbled' })
    return { token: data.access_token, until: Date.now() + data.expires_in * 1000 }
  }

  /** Box says with status 400 that it does not accept the app. */
  function explainGrant(failure: unknown): never {
    const codes = ['invalid_client', 'invalid_grant', 'unauthorized_client']
    if (!(failure instanceof IntegrationError) || !codes.includes(failure.code ?? '')) throw failure
    return rejectCredential(failure.status, failure.code)
  }

  function rejectCredential(status: number | undefined, code?: string): never {
    throw new IntegrationError(`${name} does not accept the portal's credential. Check its settings.`, {
      fault: 'credentials',
      code,
      status,
    })
  }
}

function headersOf(authorization: string, link: string | undefined): Record<string, string> {
  return { authorization, ...(link === undefined ? {} : { boxapi: `shared_link=${link}` }) }
}

function explain(body: unknown) {
  const token = z.safeParse(TokenFailure, body).data
  if (token) return { code: token.error, text: token.error_description ?? undefined }
  const failure = z.safeParse(ApiFailure, body).data
  const code = failure?.code ?? undefined
  // The credential is accepted; what it may not see is the file or the folder.
  return {
    code,
    text: failure?.message ?? undefined,
    aboutTheThing: code !== undefined && /^(access_|forbidden)/.test(code),
  }
}
