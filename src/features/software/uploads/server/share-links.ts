import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import { derivedSecrets } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  type downloadShared,
  fileShared,
  type readShareLink,
  type revokeShareLink,
  shareFiles,
  shareRevoked,
  uploadProblems,
} from '../contract.ts'
import { findStaffFile, send } from './downloads.ts'
import type { UploadContext } from './upload-context.ts'
import { shareLinkDays } from './upload-settings.ts'

const PURPOSE = 'share link'

type Link = { readonly id: number; readonly expires: Date; readonly downloads: number }

/**
 * The link of a file: the existing one, or a new one. Its token is made from a key that is encrypted by SECRET_KEY, so
 * the database alone reveals none.
 */
export async function shareFile(
  context: UploadContext,
  { request, session, params }: RequestContext<typeof readShareLink>,
) {
  const { portal } = context
  const file = (await findStaffFile(portal.db, params.id)) ?? throwProblem(uploadProblems['file-not-found'])
  const link = await inTransaction(portal.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`share ${params.id}`}, 0))`.execute(tx)
    const { rows } = await sql<Link>`
      select id, expires_at as expires, downloads from share_links
      where upload_id = ${params.id}::uuid and name is null and revoked_at is null and expires_at > now() + interval '1 hour' order by id desc limit 1`.execute(
      tx,
    )
    if (rows[0]) return rows[0]
    const insertion = await sql<Link>`
      insert into share_links (upload_id, created_by, expires_at) values (${params.id}::uuid, ${session.userId}, now() + make_interval(days => ${portal.settings.valueOf(shareLinkDays)}))
      returning id, expires_at as expires, downloads`.execute(tx)
    const { id, expires } = insertion.rows[0]!
    const data = { what: file.fileName, link: id, expires: expires.toISOString() }
    await recordEvent(tx, fileShared, actorOfRequest(request), { subject: file.bundleId, data })
    return insertion.rows[0]!
  })
  return {
    content: await addressOfLink(portal, link.id),
    expires: link.expires.toISOString(),
    downloads: link.downloads,
  }
}

/** Revokes every link of a file. */
export async function revokeLinks(
  { portal }: UploadContext,
  { request, session, params }: RequestContext<typeof revokeShareLink>,
): Promise<void> {
  const file = (await findStaffFile(portal.db, params.id)) ?? throwProblem(uploadProblems['file-not-found'])
  await inTransaction(portal.db, async (tx) => {
    const { rows } =
      await sql`update share_links set revoked_at = now(), revoked_by = ${session.userId} where upload_id = ${params.id}::uuid and revoked_at is null returning id`.execute(
        tx,
      )
    if (rows.length === 0) return
    await recordEvent(tx, shareRevoked, actorOfRequest(request), {
      subject: file.bundleId,
      data: { what: file.fileName },
    })
  })
}

/** The address of a link. */
export async function addressOfLink(portal: AppContext, id: number): Promise<string> {
  return `${portal.publicUrl()}/s/${id}.${(await derivedSecrets(portal, PURPOSE).of(String(id))).toString('base64url')}`
}

/** Downloads by a link, without a session, until it expires, is revoked or has been used as often as it may be. */
export async function downloadByLink(
  context: UploadContext,
  call: RequestContext<typeof downloadShared>,
): Promise<unknown> {
  const { portal } = context
  const [number = '', secret = ''] = call.params.token.split('.')
  const id = /^\d{1,15}$/.test(number) ? Number(number) : 0
  if (!(await derivedSecrets(portal, PURPOSE).is(String(id), secret)))
    throwProblem(uploadProblems['share-link-not-found'])
  const { rows } = await sql<{ upload: string; withdrawn: string | null; limit: number | null; maker: Maker }>`
    select l.upload_id as upload, l.most_downloads as "limit", ${makerOf(sql`l.created_by`)} as maker, case when b.downloads_withdrawn then coalesce(b.reason, 'the bundle is on hold.') end as withdrawn
    from share_links l join uploads u on u.id = l.upload_id join bundles b on b.id = u.bundle_id
    where l.id = ${id} and l.revoked_at is null and l.expires_at > now()`.execute(portal.db)
  const link = rows[0] ?? throwProblem(uploadProblems['share-link-not-found'])
  if (!makerHolds(link.maker, shareFiles)) throwProblem(uploadProblems['share-link-not-found'])
  const file = (await findStaffFile(portal.db, link.upload)) ?? throwProblem(uploadProblems['share-link-not-found'])
  const downloader = `link ${id} from ${call.request.ip}`
  return send(context, call, { ...file, withdrawn: link.withdrawn }, downloader, {
    async count(tx, start) {
      if (start > 0 && (await hasBegun(tx, downloader))) return
      const { rows } = await sql`
        update share_links set downloads = downloads + 1
        where id = ${id} and (most_downloads is null or downloads < most_downloads) returning id`.execute(tx)
      if (rows.length === 0) throwProblem(uploadProblems['share-link-used-up'], { limit: link.limit ?? 0 })
    },
  })
}

/** Whether this address has begun a download that it may continue: in this hour or the one before. */
async function hasBegun(tx: Tx, downloader: string): Promise<boolean> {
  const { rows } = await sql`
    select from downloads where hour >= date_trunc('hour', now()) - interval '1 hour' and downloader = ${downloader} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
