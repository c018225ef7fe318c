import type { Operation } from './api-description.ts'
import { exampleOf } from './schema-lines.ts'

/** The form values of a call: its parameters by name, and its body as text. */
export type Filled = { readonly parameters: Readonly<Record<string, string>>; readonly body: string }

/** The initial form: required parameters are empty, a body is an example. */
export function emptyForm({ body }: Operation): Filled {
  return { parameters: {}, body: body?.type.includes('json') ? JSON.stringify(exampleOf(body.schema), null, 2) : '' }
}

/** Path and query of the call; an empty parameter stays a `{name}` in the path and is left out of the query. */
export function addressOf({ path, parameters }: Operation, filled: Filled): string {
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = filled.parameters[name]?.trim()
    if (!value || place !== 'query') continue
    for (const one of schema.type === 'array' && name === 'sort' ? value.split(';') : [value]) query.append(name, one)
  }
  const filledPath = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = filled.parameters[name]?.trim()
    return value ? encodeURIComponent(value) : whole
  })
  return query.size > 0 ? `${filledPath}?${query}` : filledPath
}

/** The call as a curl command line, with a token in place of the session. */
export function curlOf(operation: Operation, filled: Filled, origin: string): string {
  const { method, body } = operation
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + addressOf(operation, filled))}`]
  parts.push(`-H 'authorization: Bearer YOUR-TOKEN'`)
  if (body?.type.includes('json'))
    parts.push(`-H 'content-type: application/json'`, `--data ${quoted(compact(filled.body))}`)
  else if (body) parts.push(`-F 'file=@FILE'`)
  return parts.join(' \\\n  ')
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** A word of a shell, quoted to be taken literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
