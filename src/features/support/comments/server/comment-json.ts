import { type RawBuilder, sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import { isoSql } from '#kit/server/sql-text.ts'

/** Members that comments of both kinds have, from `m` (the comment) and `u` (its author). */
export const writtenMembers: RawBuilder<unknown> = sql`'commentId', m.id::text, 'body', m.body, 'version', m.version,
  'created', ${isoSql('m.created_at')},
  'edited', ${isoSql('m.edited_at')},
  'author', json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name,
    'vendor', exists (select 1 from role_grants g where g.user_id = u.id and g.role = any(${Object.keys(vendorRoles)}::text[])))`
