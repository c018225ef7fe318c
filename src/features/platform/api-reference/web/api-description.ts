/** The part of JSON Schema that the portal's description uses. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** A parameter of a path, a query or a header. */
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

type OperationDescription = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

type Description = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>
  readonly components?: {
    readonly schemas: {
      readonly ProblemCode: { readonly oneOf: readonly { readonly const: string; readonly description: string }[] }
    }
  }
}

/** An operation of the API, as the reference shows it. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** Its permission and rate limit, in a sentence. */
  readonly needs: string
  readonly errors: readonly OperationError[]
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly type: string; readonly schema: Schema }
  readonly reply: { readonly status: string; readonly type?: string; readonly schema?: Schema }
}

/** An error response of an operation. */
export type OperationError = { readonly status: string; readonly code: string; readonly words: string }

/** Every operation of an OpenAPI description, in its order. */
export function operationsOf(description: Readonly<Record<string, unknown>>): Operation[] {
  const { paths = {}, components } = withoutReferences(description) as Description
  const texts = new Map(components?.schemas.ProblemCode.oneOf.map((one) => [one.const, one.description]))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described, texts)),
  )
}

/** The description with each component in place of the references to it; one component is one object. */
function withoutReferences(description: Readonly<Record<string, unknown>>): unknown {
  const componentByReference = new Map<string, unknown>()
  const component = (reference: string): unknown => {
    if (!componentByReference.has(reference)) {
      const names = reference.split('/').slice(1)
      componentByReference.set(
        reference,
        resolve(names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], description)),
      )
    }
    return componentByReference.get(reference)
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...members } = value as Record<string, unknown>
    const own = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolve(member)]))
    return typeof $ref === 'string' ? { ...(component($ref) as object), ...own } : own
  }
  return resolve(description)
}

function operationOf(
  method: string,
  path: string,
  operationPart: OperationDescription,
  texts: ReadonlyMap<string, string>,
): Operation {
  const [status, response] = Object.entries(operationPart.responses).find(([code]) => code.startsWith('2')) ?? [
    '204',
    {},
  ]
  const reply = contentOf(response.content)
  const body = contentOf(operationPart.requestBody?.content)
  return {
    id: operationPart.operationId,
    method,
    path,
    tag: operationPart.tags?.[0] ?? '',
    summary: operationPart.summary,
    needs: operationPart.description ?? '',
    errors: Object.entries(operationPart.responses).flatMap(([status, { description = '' }]) =>
      Number(status) < 400 || status === 'default'
        ? []
        : [...description.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
            status,
            code,
            words: texts.get(code) ?? '',
          })),
    ),
    parameters: operationPart.parameters ?? [],
    reply: { status, ...reply },
    ...(body ? { body: { schema: {}, ...body } } : {}),
  }
}

function contentOf(content: Content | undefined): { type: string; schema?: Schema } | undefined {
  const first = Object.entries(content ?? {})[0]
  return first && { type: first[0], ...first[1] }
}

/** The operations with all of the words in their name, path, summary or tag. */
export function matching(operations: readonly Operation[], words: string): Operation[] {
  const wantedWords = words.toLowerCase().split(/\s+/)
  return operations.filter((operation) => {
    const { id, method, path, tag, summary } = operation
    const all = `${method} ${path} ${id} ${tag} ${summary}`.toLowerCase()
    return wantedWords.every((word) => all.includes(word))
  })
}
