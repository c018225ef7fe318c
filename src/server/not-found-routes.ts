import type { FastifyInstance, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'

/** The addresses that are served, each with its methods. */
export type ServedAddresses = { readonly form: RegExp; readonly methods: readonly string[] }[]

/** Records every route from now on. Call it before the first one. */
export function watchRoutes(http: FastifyInstance): ServedAddresses {
  const served: ServedAddresses = []
  http.addHook('onRoute', ({ url, method }) => {
    served.push({ form: formOf(url), methods: [method].flat() })
  })
  return served
}

/**
 * Addresses without a route: 405 with `Allow` where another method is served, else 404, before a body is read. Call it
 * after the last route, and after what answers addresses without one.
 */
export function serveUnknown(http: FastifyInstance, served: ServedAddresses): void {
  http.addHook('onRequest', async (request) => {
    if (request.is404) rejectUnknown(request, served)
  })
  // What a route itself does not find.
  http.setNotFoundHandler(async (request) => rejectUnknown(request, served))
}

function rejectUnknown(request: FastifyRequest, served: ServedAddresses): never {
  const path = (request.url.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  const methods = new Set(served.filter(({ form }) => form.test(path)).flatMap((route) => route.methods))
  if (methods.size === 0 || methods.has(request.method)) throwProblem(kitProblems['not-found'])
  const allowed = [...methods].sort().join(', ')
  throwProblem(kitProblems['method-not-allowed'], { method: request.method, allowed }, { headers: { allow: allowed } })
}

function formOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`)
}
