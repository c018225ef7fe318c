import { type RawBuilder, sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'

/** Members that comments of both kinds have, from `m` (the comment) and `u` (its author). */
export const writtenMembers: RawBuilder<unknown> = sql`'commentId', m.id::text, 'body', m.body, 'version', m.version,
  'created', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'edited', to_char(m.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'author', json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name,
    'vendor', exists (select 1 from role_grants g where g.user_id = u.id and g.role = any(${Object.keys(vendorRoles)}::text[])))`
