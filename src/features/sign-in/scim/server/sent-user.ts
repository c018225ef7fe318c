import { type Filter, parse } from 'scim2-parse-filter'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { scimProblems, USER_SCHEMA } from '../contract.ts'

/** What a directory says of a user: null = no value; absent = nothing is said. */
export type SentAttributes = {
  userName?: string | null
  externalId?: string | null
  displayName?: string | null
  formatted?: string | null
  givenName?: string | null
  familyName?: string | null
  email?: string | null
  title?: string | null
  phone?: string | null
  active?: boolean | null
}
type TextAttribute = Exclude<keyof SentAttributes, 'active'>

type Operation = { readonly op: string; readonly path?: string | undefined; readonly value?: unknown }

/** Attributes of text by their paths (RFC 7643 compares names without case). */
const texts: Readonly<Record<string, TextAttribute>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  title: 'title',
  'name.formatted': 'formatted',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
}
/** Attributes with several values, of which the portal keeps one. */
const lists: Readonly<Record<string, TextAttribute>> = { emails: 'email', phonenumbers: 'phone' }

/** Characters of a value or path, at most. */
const LONGEST = 320
/** `attribute.member`, `attribute[filter].member`. */
const PATH = /^([a-z][\w$-]*(?:\.[a-z][\w$-]*)?)(?:\[([^\]]*)\])?(\.[a-z][\w$-]*)?$/i

/** The attributes of a whole user; what is not named has no value. Whether they are active is kept unless it is said. */
export function attributesOfUser(user: Readonly<Record<string, unknown>>): SentAttributes {
  const attributes: SentAttributes = {
    externalId: null,
    displayName: null,
    formatted: null,
    givenName: null,
    familyName: null,
    title: null,
    phone: null,
  }
  takeAll(attributes, user)
  return attributes
}

/** The attributes that operations change, the last one of an attribute deciding (RFC 7644, 3.5.2). */
export function attributesOfPatch(operations: readonly Operation[]): SentAttributes {
  const attributes: SentAttributes = {}
  for (const [index, { op, path, value }] of operations.entries()) {
    const removes = op.toLowerCase() === 'remove'
    if (!/^(?:add|replace|remove)$/i.test(op))
      throwFieldProblem(`Operations.${index}.op`, 'must be add, replace or remove')
    if (path !== undefined) take(attributes, path, removes ? null : value)
    else if (removes) throwProblem(scimProblems['scim-target-missing'])
    else if (isRecord(value)) takeAll(attributes, value)
    else invalid('value', 'must be an object where there is no path')
  }
  return attributes
}

function takeAll(attributes: SentAttributes, values: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(values)) take(attributes, path, value)
}

/** Takes the value of a path; attributes that the portal does not keep are left out. */
function take(attributes: SentAttributes, attributePath: string, value: unknown): void {
  if (attributePath === USER_SCHEMA && isRecord(value)) {
    takeAll(attributes, Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('urn:'))))
    return
  }
  const path = withoutSchema(attributePath)
  if (path.startsWith('urn:')) return
  const parts = path.length > LONGEST ? null : PATH.exec(path)
  if (!parts) throwProblem(scimProblems['scim-path-invalid'], { path: attributePath.slice(0, LONGEST) })
  const [, attribute = '', filter, rest] = parts
  const name = attribute.toLowerCase()
  const [list = '', member = 'value'] = name.split('.')
  if (name === 'active') attributes.active = value === null ? null : booleanOf(value)
  else if (name === 'name' && isRecord(value))
    takeAll(attributes, Object.fromEntries(Object.entries(value).map(([key, part]) => [`name.${key}`, part])))
  else if (texts[name]) attributes[texts[name]] = textOf(texts[name], value)
  else if (lists[list] && (rest?.slice(1).toLowerCase() ?? member) === 'value')
    if (filter === undefined || isKept(parseFilter(filter, attributePath))) takeListed(attributes, lists[list], value)
}

function withoutSchema(path: string): string {
  const prefix = `${USER_SCHEMA}:`
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : path
}

/** Of several values the primary one, that of work, or the first. */
function takeListed(attributes: SentAttributes, attribute: TextAttribute, value: unknown): void {
  const all = (Array.isArray(value) ? value : [value]).map(
    (one: unknown): Readonly<Record<string, unknown>> => (isRecord(one) ? one : { value: one }),
  )
  const chosenValue =
    all.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    all.find(({ type }) => type === 'work') ??
    all[0]
  attributes[attribute] = textOf(attribute, chosenValue?.value)
}

/** Whether a filter chooses the value that the portal keeps: that of work, or the primary one. */
function isKept(filter: Filter): boolean {
  if (filter.op === 'and') return filter.filters.every(isKept)
  if (filter.op !== 'eq') return false
  const name = filter.attrPath.toLowerCase()
  return (name === 'type' && filter.compValue === 'work') || (name === 'primary' && filter.compValue === true)
}

function parseFilter(filter: string, path: string): Filter {
  try {
    return parse(filter)
  } catch {
    return throwProblem(scimProblems['scim-path-invalid'], { path })
  }
}

function textOf(attribute: TextAttribute, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof text !== 'string') return invalid(attribute, 'must be text')
  const clean = text.replace(/\p{Cc}/gu, ' ').trim()
  if (clean.length > LONGEST) invalid(attribute, `must not have more than ${LONGEST} characters`)
  return clean === '' ? null : clean
}

/** Microsoft Entra writes "True" and "False"; some write the value of a list. */
function booleanOf(value: unknown): boolean {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  const plain = isRecord(one) ? one.value : one
  if (typeof plain === 'boolean') return plain
  const text = typeof plain === 'string' ? plain.toLowerCase() : ''
  return text === 'true' || (text !== 'false' && invalid('active', 'must be true or false'))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(attribute: string, flaw: string): never {
  return throwProblem(scimProblems['scim-value-invalid'], { attribute, flaw })
}
