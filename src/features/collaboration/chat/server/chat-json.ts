import { type RawBuilder, sql } from 'kysely'
import { sentDigestSql, sentSizeSql } from '#features/support/log-triage/server/index.ts'
import { fileCheckJson } from '#kit/server/files/file-scans.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { ChatUser, CustomerMessage, InternalMessage } from '../contract.ts'
import { isStaff } from './chat-readers.ts'
import type { Face } from './face.ts'
import { timestampSql } from './timestamp.ts'

/** The user `u` as JSON. */
export const chatUserJson: RawBuilder<ChatUser> = sql`json_build_object('id', u.id::text, 'username', u.email,
  'fullName', u.full_name, 'vendor', ${isStaff})`

/** A message `m` of the face as JSON; `u` is its author. */
export function messageJson<Message extends CustomerMessage | InternalMessage>(
  face: Face<Message>,
): RawBuilder<Message> {
  return sql`json_build_object('kind', ${sql.lit(face.kind)}, 'timestamp', ${timestampSql(sql`m.ts`)}, 'author', ${chatUserJson},
    'htmlBody', m.body, 'attachments', coalesce((select json_agg(json_build_object('attachmentId', f.id::text, 'filename', f.filename,
      'size', ${sentSizeSql('f.digest', 'f.size')}, 'hidesSecrets', ${sentDigestSql('f.digest')} <> f.digest, 'mediaType', f.media_type, 'isPicture', f.is_picture, 'check', ${fileCheckJson('f.digest')}) order by f.id)
      from ${sql.table(face.files)} f where f.channel_id = m.channel_id and f.message_ts = m.ts), '[]'),
    'threadId', case when m.thread_ts is not null then ${timestampSql(sql`m.thread_ts`)} end,
    'replyCount', (select count(*) from ${sql.table(face.messages)} r where r.channel_id = m.channel_id and r.thread_ts = m.ts),
    'caseKey', (select key from cases where id = m.case_id), 'clientKey', m.client_key,
    'created', ${isoSql('to_timestamp(m.ts / 1000000.0)')}, 'edited', ${isoSql('m.edited_at')}, 'version', m.version)`
}
