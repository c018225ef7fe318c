declare module 'fastify' {
  interface FastifyRequest {
    /** Of a route that serves several operations under one wildcard path: the name of the operation that was called. */
    operation?: string | undefined
  }
}

/** Part of the OpenAPI document that is written by hand. */
type OpenApiPart = Readonly<Record<string, unknown>>

/**
 * An operation that is no endpoint of ours, because a standard decides its paths and errors: as the API description
 * shows it.
 */
export type DescribedOperation = {
  /** Unique among all endpoints and operations. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** With `{name}` for each parameter. */
  readonly url: string
  readonly tag: string
  readonly summary: string
  /** Who may call it, and how it is authenticated. */
  readonly description: string
  readonly parameters: readonly OpenApiPart[]
  readonly requestBody?: OpenApiPart
  readonly responses: Readonly<Record<string, OpenApiPart>>
}

/** The `paths` of an OpenAPI document with operations added. */
export function withOperations<T extends Record<string, object>>(
  paths: T,
  operations: readonly DescribedOperation[],
): T {
  const all: Record<string, object> = { ...paths }
  for (const { name, method, url, tag, ...described } of operations)
    all[url] = { ...all[url], [method.toLowerCase()]: { operationId: name, tags: [tag], ...described } }
  return all as T
}
