import type { RegistryLogin } from './registry-login.ts'

/** The value of `authorization`, and until when it is valid, in milliseconds since 1970. */
export type IssuedToken = { readonly authorization: string; readonly until: number }

/** A token is renewed this long before its end. */
const MARGIN_MS = 60_000

/** Signs in to every repository with one token that another system issues; calls at the same time share a request. */
export function loginWithToken(issue: () => Promise<IssuedToken>): RegistryLogin {
  let cachedToken: IssuedToken | undefined
  let tokenRequest: Promise<IssuedToken> | undefined
  return async () => {
    if (cachedToken && cachedToken.until - MARGIN_MS > Date.now()) return cachedToken.authorization
    tokenRequest ??= issue().finally(() => {
      tokenRequest = undefined
    })
    cachedToken = await tokenRequest
    return cachedToken.authorization
  }
}
