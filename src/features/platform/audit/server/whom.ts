import { sql } from 'kysely'

/** The full name of the user affected by the event `e`; null if it affected something else. */
export const whom = sql`case when e.subject in ('user', 'impersonation') and e.subject_id ~ '^[0-9]{1,15}$'
  then (select shown_name(u.id, u.full_name) from users u where u.id = e.subject_id::bigint) end`
