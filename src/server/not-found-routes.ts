import type { FastifyInstance, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'

/** The addresses that are served, each with its methods. */
export type ServedAddresses = { readonly form: RegExp; readonly methods: readonly string[] }[]

/** Records every route from now on. Call it before the first one. */
export function watchRoutes(http: FastifyInstance): ServedAddresses {
  const routes: ServedAddresses = []
  http.addHook('onRoute', ({ url, method }) => {
    routes.push({ form: formOf(url), methods: [method].flat() })
  })
  return routes
}

/**
 * Addresses without a route: 405 with `Allow` where another method is served, else 404, before a body is read. Call it
 * after the last route, and after what answers addresses without one.
 */
export function serveUnknown(http: FastifyInstance, routes: ServedAddresses): void {
  http.addHook('onRequest', async (request) => {
    if (request.is404) rejectUnknown(request, routes)
  })
  // What a route itself does not find.
  http.setNotFoundHandler(async (request) => rejectUnknown(request, routes))
}

function rejectUnknown(request: FastifyRequest, routes: ServedAddresses): never {
  const path = (request.url.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  const methods = new Set(routes.filter(({ form }) => form.test(path)).flatMap((route) => route.methods))
  if (methods.size === 0 || methods.has(request.method)) throwProblem(kitProblems['not-found'])
  const allowedMethods = [...methods].sort().join(', ')
  throwProblem(
    kitProblems['method-not-allowed'],
    { method: request.method, allowed: allowedMethods },
    { headers: { allow: allowedMethods } },
  )
}

function formOf(url: string): RegExp {
  const escapedUrl = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escapedUrl.replace(/:\w+/g, '[^/]+')}$`)
}
