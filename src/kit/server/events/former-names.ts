import { type RawBuilder, sql } from 'kysely'
import { formerEventNames } from '#kit/contract/event.ts'

/** SQL for the current name of an event; `e` is the alias of `events`. Rows keep the name they were recorded under. */
export function currentNameSql(): RawBuilder<string> {
  const renamed = formerEventNames().map(([former, name]) => sql`when ${sql.lit(former)} then ${sql.lit(name)}`)
  return renamed.length > 0 ? sql`case e.name ${sql.join(renamed, sql` `)} else e.name end` : sql`e.name`
}

/** The given names of events and those under which earlier versions recorded the same events. */
export function recordedNames(names: readonly string[]): string[] {
  const former = formerEventNames().flatMap(([before, name]) => (names.includes(name) ? [before] : []))
  return [...names, ...former]
}
