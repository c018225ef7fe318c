import fastifyMultipart from '@fastify/multipart'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { receiveUpload, type Upload } from '#kit/server/files/receive-upload.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type AnnouncementFile,
  announcementFileUploaded,
  announcementProblems,
  attachmentUrl,
  downloadAnnouncementFile,
  readAttachmentUrl,
  uploadAnnouncementFile,
} from '../contract.ts'
import { manageable } from './announcement-store.ts'
import { isShown } from './inbox/inbox-store.ts'

/** Files of announcements: authors upload them, recipients download them. */
export async function serveAnnouncementFiles(portal: AppContext): Promise<void> {
  // In a scope of its own: elsewhere a multipart body is rejected as an unsupported media type.
  await portal.http.register(async (http) => {
    await http.register(fastifyMultipart, { throwFileSizeLimit: false })
    serveFiles({ ...portal, http })
  })
}

function serveFiles(portal: AppContext): void {
  const store = fileStoreOf(portal.config)
  registerStream(portal, uploadAnnouncementFile, async (call) => {
    const upload = await receiveUpload(call.request, store)
    return respondToUpload(portal, uploadAnnouncementFile, call, upload, (command) =>
      storeFile(command, upload, portal.config),
    )
  })
  registerStream(portal, downloadAnnouncementFile, async (call) => {
    requireOwnSite(call.request)
    const file = await readableFile(portal.db, call.session, call.params)
    return sendFile(call, { store, db: portal.db }, file)
  })
}

async function storeFile(
  { tx, session, record }: Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>,
  upload: Upload,
  config: AppContext['config'],
): Promise<AnnouncementFile> {
  const fileId = await rememberFile(tx, upload, config)
  const { filename, size, mediaType, isPicture, digest } = upload
  const { rows } = await sql<{ id: string }>`
    insert into announcement_files (file_id, filename, size, media_type, is_picture, digest, uploaded_by)
    values (${fileId}, ${filename}, ${size}, ${mediaType}, ${isPicture}, ${digest}, ${session.userId}) returning id::text`.execute(
    tx,
  )
  const { id } = rows[0]!
  await record(announcementFileUploaded, { subject: id, data: { filename, size } })
  return { id, filename, size, mediaType, isPicture, url: attachmentUrl(id, filename) }
}

/** The file, if the user uploaded it, or it belongs to an announcement in their inbox or one that they may manage. */
async function readableFile(db: Database, session: Session, { id, filename }: { id: string; filename: string }) {
  const url = attachmentUrl(id, filename)
  const { rows } = await sql<{ filename: string; size: number; digest: string }>`
    select f.filename, f.size, f.digest from announcement_files f where f.id = ${id} and f.filename = ${filename} and (
      f.uploaded_by = ${session.userId}
      or exists (select from announcements a where a.attachments_urls @> ${[url]}::text[] and (${manageable(session)}
        or exists (select from announcement_inbox i join users u on u.id = i.user_id
          where i.announcement_id = a.id and i.user_id = ${session.userId} and ${isShown}))))`.execute(db)
  return rows[0] ?? throwProblem(announcementProblems['announcement-file-not-found'])
}

/** Rejects addresses of files that the author did not upload, except those that the announcement had before. */
export async function requireOwnFiles(
  tx: Tx,
  session: Session,
  { urls, before }: { urls: readonly string[]; before: readonly string[] },
): Promise<void> {
  for (const [index, url] of urls.entries()) {
    if (before.includes(url) || !url.startsWith('/api/')) continue
    const { id, filename } = readAttachmentUrl(url) ?? {}
    const { rows } = await sql`
      select from announcement_files where id = ${id ?? null} and filename = ${filename ?? null} and uploaded_by = ${session.userId}`.execute(
      tx,
    )
    if (rows.length === 0) throwFieldProblem(`attachmentsUrls.${index}`, 'is no file that you uploaded')
  }
}

/** Deletes files that no announcement refers to a day after their upload. */
export function deleteUnusedFilesTask({ db }: AppContext): Task {
  return taskOf(defineJob('announcements.delete-unused-files'), {
    cron: '25 4 * * *',
    async run() {
      const { rows } = await sql<{ id: string; filename: string }>`
        select id::text, filename from announcement_files where created_at < now() - interval '1 day'`.execute(db)
      const urls = rows.map(({ id, filename }) => attachmentUrl(id, filename))
      await sql`
        delete from announcement_files f using unnest(${rows.map(({ id }) => id)}::bigint[], ${urls}::text[]) as old(id, url)
        where f.id = old.id and not exists (select from announcements a where a.attachments_urls @> array[old.url])`.execute(
        db,
      )
    },
  })
}
