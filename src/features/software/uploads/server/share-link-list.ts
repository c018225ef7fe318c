import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import {
  type createShareLink,
  fileShared,
  type NamedShareLink,
  type revokeOneShareLink,
  shareRevoked,
  uploadProblems,
} from '../contract.ts'
import { findStaffFile } from './downloads.ts'
import { addressOfLink } from './share-links.ts'

const MOST = 100

type StoredLink = Omit<NamedShareLink, 'id' | 'content'> & { readonly id: number }

const columns = sql`l.id, l.name, l.downloads, l.most_downloads as "mostDownloads", l.created_at as created, u.full_name as "createdBy", l.expires_at as expires,
  l.revoked_at as revoked, case when l.revoked_at is not null then 'REVOKED' when l.expires_at <= now() then 'EXPIRED'
    when l.downloads >= l.most_downloads then 'USED_UP' else 'ACTIVE' end as state`

/** The newest links of a file, those that give nothing any more included. */
export async function findLinks(portal: AppContext, fileId: string): Promise<{ links: NamedShareLink[] }> {
  await requireFile(portal.db, fileId)
  const links = await read(portal.db, sql`l.upload_id = ${fileId}::uuid`)
  return { links: await Promise.all(links.map((link) => linkOf(portal, link))) }
}

/** Creates a link that anybody may use until it expires, is revoked, or has been used as often as it may be. */
export async function createLink(
  portal: AppContext,
  { tx, session, params, body, record }: CommandContext<typeof createShareLink>,
): Promise<NamedShareLink> {
  const file = await requireFile(tx, params.id)
  const name = body.name.trim()
  const { hours, mostDownloads: most = null } = body
  const { rows } = await sql<{ id: number; expires: Date }>`
    insert into share_links (upload_id, created_by, name, expires_at, most_downloads)
    values (${params.id}::uuid, ${session.userId}, ${name}, now() + make_interval(hours => ${hours}), ${most})
    returning id, expires_at as expires`.execute(tx)
  const { id, expires } = rows[0]!
  await record(fileShared, {
    subject: file.bundleId,
    data: { what: file.fileName, link: id, name, expires: expires.toISOString(), mostDownloads: most },
  })
  const [newLink] = await read(tx, sql`l.id = ${id}`)
  return linkOf(portal, newLink!)
}

/** Revokes one link; one that is revoked already stays as it is. */
export async function revokeLink({
  tx,
  session,
  params,
  record,
}: CommandContext<typeof revokeOneShareLink>): Promise<undefined> {
  const { rows } = /^\d{1,15}$/.test(params.id)
    ? await sql<{ upload: string; revoked: Date | null }>`
        select upload_id as upload, revoked_at as revoked from share_links where id = ${params.id} for update`.execute(
        tx,
      )
    : { rows: [] }
  const link = rows[0] ?? throwProblem(uploadProblems['share-link-not-found'])
  if (link.revoked) return undefined
  await sql`update share_links set revoked_at = now(), revoked_by = ${session.userId} where id = ${params.id}`.execute(
    tx,
  )
  const file = await findStaffFile(tx, link.upload)
  if (file)
    await record(shareRevoked, { subject: file.bundleId, data: { what: file.fileName, link: Number(params.id) } })
}

async function requireFile(db: Database | Tx, fileId: string) {
  return (await findStaffFile(db, fileId)) ?? throwProblem(uploadProblems['file-not-found'])
}

async function read(db: Database | Tx, where: RawBuilder<unknown>): Promise<StoredLink[]> {
  const { rows } = await sql<StoredLink>`
    select ${columns} from share_links l join users u on u.id = l.created_by where ${where} order by l.id desc limit ${MOST}`.execute(
    db,
  )
  return rows
}

async function linkOf(portal: AppContext, { id, ...link }: StoredLink): Promise<NamedShareLink> {
  const content = link.state === 'ACTIVE' ? await addressOfLink(portal, id) : null
  return { ...link, id: String(id), content, ...timesOf(link) }
}

function timesOf({ created, expires, revoked }: Omit<StoredLink, 'id'>) {
  const iso = (time: string | Date) => new Date(time).toISOString()
  return { created: iso(created), expires: iso(expires), revoked: revoked === null ? null : iso(revoked) }
}
