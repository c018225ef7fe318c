import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Operation, Parts } from './api-description.ts'
import { problemBody } from './described-operation.ts'
import type { JsonSchema } from './described-schemas.ts'

/** Where a schema stands: the component or operation, and the member of it that has the schema. */
type Place = { readonly owner: string; readonly member: string }

/**
 * Makes each object schema that stands more than once, and each with a `title`, a component: `paths` and `schemas` then
 * refer to it. Its name is its title, else the member that has it everywhere, else its members where they are few, else
 * the place where it stands first.
 */
export function shareSchemas(paths: JsonSchema, schemas: Parts): void {
  const nameOf = new Map(Object.entries(schemas).map(([name, schema]) => [textOf(schema), name]))
  // The largest first; what stands twice inside of one is found once that one stands once.
  for (let before = -1; before !== nameOf.size; ) {
    before = nameOf.size
    const placesByText = new Map<string, { schema: JsonSchema; places: Place[] }>()
    for (const part of [paths, schemas])
      replaceObjects(part, (schema, place) => {
        const text = textOf(schema)
        const one = placesByText.get(text) ?? { schema, places: [] }
        placesByText.set(text, { ...one, places: [...one.places, place] })
        return undefined
      })
    const sharedSchemas = [...placesByText].filter(([, { schema, places }]) => schema.title || places.length > 1)
    const inside = new Set(sharedSchemas.flatMap(([, { schema }]) => objectsIn(schema)))
    for (const [text, { schema, places }] of sharedSchemas) {
      if (nameOf.has(text) || (inside.has(text) && !schema.title)) continue
      const { title, ...schemaBody } = schema
      const name = title === undefined ? freeName(schemaBody, places, schemas) : String(title)
      if (schemas[name]) throw new Error(`two schemas of the API description are called ${name}`)
      schemas[name] = schemaBody
      nameOf.set(text, name)
    }
    for (const part of [paths, schemas])
      replaceObjects(part, (schema) => {
        const name = nameOf.get(textOf(schema))
        return name && { $ref: `#/components/schemas/${name}` }
      })
  }
}

/** Calls `visit` with each object schema but the components themselves, from the outside; puts there what it returns. */
function replaceObjects(parts: JsonSchema, visit: (schema: JsonSchema, place: Place) => JsonSchema | '' | undefined) {
  const walk = (value: unknown, place: Place): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const other = isObject(value) && place.member !== '_embedded' && visit(value, place)
    if (other) return other
    for (const [name, member] of Object.entries(value)) {
      const inner = isNamed(name, value) ? { ...place, member: name } : place
      ;(value as JsonSchema)[name] = walk(member, inner)
    }
    return value
  }
  for (const [owner, part] of Object.entries(parts))
    for (const [name, member] of Object.entries(part as JsonSchema))
      (part as JsonSchema)[name] = walk(member, { owner, member: name })
}

/** Whether a member's key is a name that its author gave, not a keyword. */
function isNamed(name: string, parent: object): boolean {
  return !Array.isArray(parent) && typeof (parent as JsonSchema).type !== 'string' && !keywords.has(name)
}

const keywords = new Set(
  'items anyOf oneOf allOf properties additionalProperties prefixItems content schema'.split(' '),
)

function objectsIn(schema: JsonSchema): string[] {
  const texts: string[] = []
  replaceObjects({ schema: structuredClone(schema) }, (one) => {
    texts.push(textOf(one))
    return undefined
  })
  return texts
}

function isObject(value: object): value is JsonSchema {
  const { type, properties } = value as JsonSchema
  return type === 'object' && typeof properties === 'object'
}

function textOf({ title: _, ...schema }: JsonSchema): string {
  return JSON.stringify(schema)
}

const FEW = 3

function freeName({ properties }: JsonSchema, places: readonly Place[], takenNames: Parts): string {
  const [{ owner, member }] = places as [Place]
  const members = Object.keys(properties as object)
  const candidates = [
    ...(places.every((place) => place.member === member) ? [member] : []),
    ...(members.length <= FEW ? [members.map(pascal).join('And')] : []),
    owner + pascal(member),
  ].map(pascal)
  const free = candidates.find((name) => !takenNames[name])
  if (!free) throw new Error(`an object schema of the API description has no name: ${candidates.at(-1)}`)
  return free
}

/**
 * The problem responses that stand more than once, and those with a `title`, become components, too. One that stands
 * once refers to a common one, with its own description.
 */
export function shareResponses(operations: readonly Operation[]): Parts {
  const responseByName: Parts = { Problem: { description: 'A problem document (RFC 9457).', content: problemBody } }
  const names = new Map<string, string>()
  const all = operations.flatMap(({ responses }) => Object.entries(responses).filter(([status]) => isProblem(status)))
  const sharedResponses = repeatedParts(all.map(([, response]) => response)).map(
    ([text]) => JSON.parse(text) as JsonSchema,
  )
  for (const whole of sharedResponses.sort((a, b) => codesOf(a).length - codesOf(b).length)) {
    const { title, ...response } = whole
    const name = title === undefined ? responseName(response, responseByName) : String(title)
    if (responseByName[name]) throw new Error(`two responses of the API description are called ${name}`)
    responseByName[name] = response
    names.set(JSON.stringify(whole), name)
  }
  const alone = (response: JsonSchema) =>
    JSON.stringify(response.content) === JSON.stringify(problemBody) && !response.headers && !response.title
      ? { $ref: '#/components/responses/Problem', description: response.description }
      : response
  for (const { responses } of operations)
    for (const [status, response] of Object.entries(responses)) {
      const name = names.get(JSON.stringify(response))
      if (name) responses[status] = { $ref: `#/components/responses/${name}` }
      else if (isProblem(status)) responses[status] = alone(response)
    }
  return responseByName
}

function isProblem(status: string): boolean {
  return status === 'default' || Number(status) >= 400
}

/**
 * Problem responses are named after their codes: after those of a feature alone, where no other response is called so
 * already.
 */
function responseName(response: JsonSchema, takenNames: Parts): string {
  const codes = codesOf(response)
  const own = codes.filter((code) => !(code in kitProblems))
  const [short, long] = [own, codes].map((names) => names.map((code) => pascal(code.toLowerCase())).join('Or'))
  return short && !takenNames[short] ? short : String(long)
}

function codesOf({ description }: JsonSchema): string[] {
  return String(description).replaceAll('`', '').split(', ')
}

/**
 * The parameters that stand more than once become components. Of those with one name the most frequent has it alone,
 * others have behind it the tag of most of their operations.
 */
export function shareParameters(operations: readonly Operation[]): Parts {
  const parameterByName: Parts = {}
  const names = new Map<string, string>()
  const sharedParameters = repeatedParts(operations.flatMap(({ parameters = [] }) => parameters))
  for (const [text] of [...sharedParameters].sort(([, a], [, b]) => b - a)) {
    const parameter = JSON.parse(text) as JsonSchema
    const alone = pascal(String(parameter.in)) + pascal(String(parameter.name))
    const name = parameterByName[alone] ? `${alone}Of${pascal(mainTag(text, operations))}` : alone
    if (parameterByName[name]) continue
    parameterByName[name] = parameter
    names.set(text, name)
  }
  for (const { parameters = [] } of operations)
    for (const [index, parameter] of parameters.entries()) {
      const name = names.get(JSON.stringify(parameter))
      if (name) parameters[index] = { $ref: `#/components/parameters/${name}` }
    }
  return parameterByName
}

function mainTag(parameter: string, operations: readonly Operation[]): string {
  const counts = new Map<string, number>()
  for (const { tags, parameters = [] } of operations)
    if (parameters.some((one) => JSON.stringify(one) === parameter))
      counts.set(String(tags), (counts.get(String(tags)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0]
}

/** The parts that stand more than once, and those with a `title`. */
function repeatedParts(parts: readonly JsonSchema[]): [text: string, count: number][] {
  const counts = new Map<string, number>()
  for (const part of parts) {
    const text = JSON.stringify(part)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].filter(([text, count]) => count > 1 || (JSON.parse(text) as JsonSchema).title !== undefined)
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
