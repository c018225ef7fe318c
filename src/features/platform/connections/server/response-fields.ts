import type { ConnectionContract } from '../contract.ts'

type ContentType = ConnectionContract['changes'][number]['before'][number]
/** What a field holds, and whether each object that may have it does. */
export type Field = { readonly types: readonly ContentType[]; readonly required: boolean }
/** The fields of a response by their path: `values[].owner.name`. */
export type Fields = Readonly<Record<string, Field>>
/** A field that is not what it was. */
export type FieldChange = Omit<ConnectionContract['changes'][number], 'since' | 'field'>

const DEEPEST = 8
/** Items of a list and fields that are read; a longer object is one by key, as one field `*`. */
const ITEMS = 20
const LARGEST_OBJECT = 100
const MOST_FIELDS = 400
const LONGEST_NAME = 60

type FieldSamples = { readonly types: Set<ContentType>; count: number; objects: number }

/** The names and types of the fields of a response; values are not kept. */
export function fieldsOfResponse(body: unknown): Fields {
  const samplesByPath = new Map<string, FieldSamples>()
  note(body, '', 0)
  return Object.fromEntries(
    [...samplesByPath].map(([path, { types, count }]) => [
      path,
      { types: [...types].toSorted(), required: count >= (samplesByPath.get(parentOf(path))?.objects ?? 1) },
    ]),
  )

  function note(value: unknown, path: string, depth: number): void {
    const sample = samplesByPath.get(path) ?? { types: new Set(), count: 0, objects: 0 }
    if (!samplesByPath.has(path) && samplesByPath.size >= MOST_FIELDS) return
    samplesByPath.set(path, sample)
    sample.count += 1
    const type = typeOf(value)
    if (type) sample.types.add(type)
    if (depth === DEEPEST) return
    if (Array.isArray(value)) for (const item of value.slice(0, ITEMS)) note(item, `${path}[]`, depth + 1)
    else if (type === 'object') {
      sample.objects += 1
      const entries = Object.entries(value as object)
      const isByKey = entries.length > LARGEST_OBJECT
      for (const [name, content] of entries.slice(0, LARGEST_OBJECT))
        note(content, path + (path === '' ? '' : '.') + (isByKey ? '*' : plainName(name)), depth + 1)
    }
  }
}

/** Both together: what a field may hold, and whether it was always there. */
export function mergedFields(fields: Fields, more: Fields): Fields {
  const paths = [...new Set([...Object.keys(fields), ...Object.keys(more)])]
  return Object.fromEntries(
    paths.map((path) => {
      const [before, now] = [fields[path], more[path]]
      const types = [...new Set([...(before?.types ?? []), ...(now?.types ?? [])])].toSorted()
      // Where the object around it is absent, a response shows nothing about a field.
      const isBefore = before?.required ?? !hasObject(fields, path)
      const isNow = now?.required ?? !hasObject(more, path)
      return [path, { types, required: isBefore && isNow }]
    }),
  )
}

/** The fields of a response that are not as they were known: another type, or absent. */
export function changedFields(fieldsBefore: Fields, now: Fields): Record<string, FieldChange> {
  return Object.fromEntries(
    Object.entries(fieldsBefore).flatMap(([path, { types: before, required }]): [string, FieldChange][] => {
      const field = now[path]
      const after = field?.types ?? []
      if (field && before.length > 0 && after.some((type) => !covers(before, type)))
        return [[path, { kind: 'TYPE', before: [...before], after: [...after] }]]
      if (!field && required && hasObject(now, path)) return [[path, { kind: 'GONE', before: [...before], after: [] }]]
      return []
    }),
  )
}

/** Fields that were not known become known as optional ones. */
export function learnedFields(knownFields: Fields, now: Fields): Fields {
  const unseenFields = Object.entries(now).filter(([path]) => (knownFields[path]?.types.length ?? 0) === 0)
  if (unseenFields.every(([path, { types }]) => knownFields[path] && types.length === 0)) return knownFields
  return {
    ...knownFields,
    ...Object.fromEntries(
      unseenFields.map(([path, { types }]) => [path, { types, required: knownFields[path]?.required ?? false }]),
    ),
  }
}

/** A text may have the form of a date. */
function covers(types: readonly ContentType[], type: ContentType): boolean {
  return types.includes(type) || (types.includes('text') && (type === 'date' || type === 'time'))
}

/** Nothing for null and an empty text: systems send either where there is no value. */
function typeOf(value: unknown): ContentType | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number'
  if (typeof value === 'object') return 'object'
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return 'date'
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(String(value)) ? 'time' : 'text'
}

/** A name that is itself content, as an address or an id, is not kept. */
function plainName(name: string): string {
  return name.length > LONGEST_NAME || /@|\d{7}|[0-9a-f]{8}-/.test(name) ? '*' : name
}

function parentOf(path: string): string {
  if (path.endsWith('[]')) return `${path} items`
  const dot = path.lastIndexOf('.')
  return dot < 0 ? (path === '' ? ' root' : '') : path.slice(0, dot)
}

function hasObject(fields: Fields, path: string): boolean {
  return fields[parentOf(path)]?.types.includes('object') ?? false
}
