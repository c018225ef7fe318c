import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'

/** Addresses that no endpoint has: 405 with `Allow` where another method is served, else 404. Call it after all routes. */
export function serveUnknown(portal: Portal): void {
  const served = portal.endpoints.map(({ method, url }) => ({ method, form: formOf(url) }))
  portal.http.setNotFoundHandler(async (request) => {
    const path = (request.url.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
    const methods = new Set(served.filter(({ form }) => form.test(path)).map(({ method }) => method))
    if (methods.size === 0) refuse(kitProblems['not-found'])
    const allowed = [...methods].sort().join(', ')
    refuse(kitProblems['method-not-allowed'], { method: request.method, allowed }, { headers: { allow: allowed } })
  })
}

function formOf(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}
