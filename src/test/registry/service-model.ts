import { readFileSync } from 'node:fs'

type Shape = {
  readonly type: string
  readonly required?: readonly string[]
  readonly members?: Readonly<Record<string, { readonly shape: string }>>
  readonly member?: { readonly shape: string }
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
}
type Model = {
  readonly metadata: { readonly targetPrefix: string; readonly jsonVersion: string }
  readonly operations: Readonly<Record<string, { readonly input?: { readonly shape: string } }>>
  readonly shapes: Readonly<Record<string, Shape>>
}

/** The service model of an API of AWS: judges what it does not allow in a request. */
export function readServiceModel(path: URL) {
  const model = JSON.parse(readFileSync(path, 'utf8')) as Model
  const { targetPrefix, jsonVersion } = model.metadata
  return {
    /** The operation of a request; what is wrong with it otherwise. */
    judge({ target, type, body }: { target: string; type: string; body: string }): { operation: string } | string {
      const [prefix, operation = ''] = target.split('.')
      const input = model.operations[operation]?.input
      if (prefix !== targetPrefix || !input) return `unknown operation ${target}`
      if (type !== `application/x-amz-json-${jsonVersion}`) return `content type ${type}`
      return wrongIn(JSON.parse(body), input.shape, operation) ?? { operation }
    },
    /** What a response of the operation has that its shape does not allow. */
    wrongReply: (shape: string, body: unknown) => wrongIn(body, shape, shape),
  }

  function wrongIn(value: unknown, name: string, place: string): string | undefined {
    const shape = model.shapes[name]
    if (!shape) return `${place}: no shape ${name}`
    const { type, members = {}, required = [], member, min = -Infinity, max = Infinity } = shape
    if (type === 'structure') {
      const fields = value as Record<string, unknown>
      const unknown = Object.keys(fields).find((field) => !members[field])
      const missing = required.find((field) => fields[field] === undefined)
      if (unknown ?? missing) return `${place}.${unknown ?? missing} is ${unknown ? 'unknown' : 'missing'}`
      const found = Object.entries(fields).map(([field, one]) =>
        wrongIn(one, members[field]!.shape, `${place}.${field}`),
      )
      return found.find((wrong) => wrong !== undefined)
    }
    if (type === 'list') {
      if (!Array.isArray(value)) return `${place} is no list`
      return value.map((one) => wrongIn(one, member!.shape, `${place}[]`)).find((wrong) => wrong !== undefined)
    }
    const isNumber = type === 'integer' || type === 'long' || type === 'timestamp'
    const kind = type === 'boolean' ? 'boolean' : isNumber ? 'number' : 'string'
    if (typeof value !== kind) return `${place} is no ${type}`
    const size = isNumber ? Number(value) : String(value).length
    if (size < min || size > max) return `${place} is ${size}, not within ${min} and ${max}`
    if (shape.enum && !shape.enum.includes(String(value))) return `${place} is none of ${shape.enum.join(', ')}`
    return shape.pattern && !new RegExp(`^(?:${shape.pattern})$`).test(String(value))
      ? `${place} has no valid form`
      : undefined
  }
}
