import { type RawBuilder, sql } from 'kysely'
import { declaredFacts, subjectsWithFacts } from '#kit/contract/event.ts'
import type { RecordedEvent } from './event.ts'

/** SQL for the data of an event as users of its account read it: facts alone, of texts that they changed; `e` is `events`. */
export function accountDataSql(): RawBuilder<unknown> {
  const subjects = subjectsWithFacts().map(
    (subject) => sql`when ${sql.lit(subject)} then ${factsOf(declaredFacts(subject)!)}`,
  )
  return subjects.length > 0 ? sql`case e.subject ${sql.join(subjects, sql` `)} else e.data end` : sql`e.data`
}

function factsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_object_agg(part.name, case part.name when 'changes' then (
      select coalesce(jsonb_object_agg(change.field, case when change.field = any(${names}::text[]) then change.ends else '[null, null]' end), '{}')
      from jsonb_each(part.value) change (field, ends)) else part.value end), '{}')
    from jsonb_each(e.data) part (name, value) where part.name = 'changes' or part.name = any(${names}::text[]))`
}

/** Whether an event changed more than facts: a text of users. */
export function isTextChanged({ subject, data }: RecordedEvent): boolean {
  const facts = declaredFacts(subject) ?? []
  return Object.keys(data.changes ?? {}).some((field) => !facts.includes(field))
}
