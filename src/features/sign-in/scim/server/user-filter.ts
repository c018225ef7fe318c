import { type RawBuilder, sql } from 'kysely'
import { type Filter, parse } from 'scim2-parse-filter'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { scimProblems } from '../contract.ts'
import type { ScimDirectory } from './directory-of-token.ts'
import { isActiveSql } from './user-store.ts'

type Condition = RawBuilder<boolean>

/** A filter of RFC 7644 (3.4.2.2) as a condition on users `u` and what their directory says of them, `s`. */
export function conditionOf(directory: ScimDirectory, text: string): Condition {
  let filter: Filter
  try {
    filter = parse(text)
  } catch {
    return reject()
  }
  return compose(directory, filter)
}

function compose(directory: ScimDirectory, filter: Filter): Condition {
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = filter.filters.map((part) => sql`(${compose(directory, part)})`)
    return sql<boolean>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  if (filter.op === 'not') return sql<boolean>`not (${compose(directory, filter.filter)})`
  if (filter.op === '[]') return ofEmails(directory, filter.attrPath, filter.valFilter)
  return filter.op === 'eq' ? equal(directory, filter.attrPath.toLowerCase(), filter.compValue) : reject()
}

function equal({ id }: ScimDirectory, attribute: string, value: unknown): Condition {
  if (attribute === 'active' && typeof value === 'boolean') return sql<boolean>`${isActiveSql} = ${value}`
  if (typeof value !== 'string' || value.includes('\0')) return reject()
  if (attribute === 'username')
    return sql<boolean>`u.id = any(array(
      select user_id from scim_users where provider_id = ${id} and lower(user_name) = lower(${value})
      union select o.id from users o left join scim_users t on t.user_id = o.id and t.provider_id = ${id}
        where o.email = ${normaliseEmail(value)} and t.user_name is null))`
  if (attribute === 'externalid') return sql<boolean>`s.external_id = ${value}`
  if (attribute === 'id') return sql<boolean>`u.id::text = ${value}`
  if (attribute === 'displayname') return sql<boolean>`lower(u.full_name) = lower(${value})`
  if (attribute === 'emails' || attribute === 'emails.value') return sql<boolean>`u.email = ${normaliseEmail(value)}`
  return reject()
}

/** The one address of a user is that of work, and the primary one. */
function ofEmails(directory: ScimDirectory, attribute: string, filter: Filter): Condition {
  if (attribute.toLowerCase() !== 'emails') return reject()
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = filter.filters.map((part) => ofEmails(directory, attribute, part))
    return sql<boolean>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  if (filter.op !== 'eq') return reject()
  const name = filter.attrPath.toLowerCase()
  if (name === 'value') return equal(directory, 'emails', filter.compValue)
  if (name === 'type') return sql<boolean>`${filter.compValue === 'work'}::boolean`
  return name === 'primary' ? sql<boolean>`${filter.compValue === true}::boolean` : reject()
}

function reject(): never {
  return throwProblem(scimProblems['scim-filter-invalid'])
}
