import { sql } from 'kysely'
import { addJob, type Task } from '#kit/server/jobs.ts'
import { fetchOutbound, OutboundRefused, requireOutbound } from '#kit/server/outbound.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { Refusal, refuse, refuseField } from '#kit/server/refusal.ts'
import { uploadProblems } from '../contract.ts'
import { append } from './append.ts'
import { fail } from './save-upload.ts'
import type { UploadRoom } from './upload-room.ts'
import { findUpload, type StoredUpload } from './upload-store.ts'

/** Name of the background task. */
const FETCH = 'upload.fetch'

/** The address of a file to fetch, if the operator allows it. */
export function fetchableUrl({ fetchHosts }: PortalConfig, url: string | undefined): string {
  if (url === undefined) refuseField('url', 'is needed for sourceType URL')
  try {
    return requireOutbound(url, fetchHosts).href
  } catch (failure) {
    if (!(failure instanceof OutboundRefused)) throw failure
    return refuse(uploadProblems['source-not-available'], { source: 'an address', why: failure.message })
  }
}

/** The server fetches the file of the upload in the background. */
export async function fetchSoon({ portal }: UploadRoom, { id }: StoredUpload): Promise<void> {
  await addJob(portal.db, FETCH, { id }, { key: `${FETCH} ${id}`, attempts: 5 })
}

/** Fetches the file from its address, from the beginning; what cannot be had ends the upload with the reason. */
export function fetchTask(room: UploadRoom): Task {
  return {
    name: FETCH,
    async run(payload) {
      const { id } = payload as { id: string }
      const upload = await findUpload(room.portal.db, id)
      if (upload.sourceUrl === null || !['RESERVED', 'UPLOADING'].includes(upload.state)) return
      const limit = room.portal.config.uploadLimit
      try {
        const { body, size } = await fetchOutbound(requireOutbound(upload.sourceUrl, room.portal.config.fetchHosts))
        if (size !== undefined) await expectSize(room, upload, size)
        await append(room, id, { source: body, offset: undefined, limit, untilEnd: true })
      } catch (failure) {
        if (!(failure instanceof OutboundRefused || failure instanceof Refusal)) throw failure
        await fail(room, upload, `It was not fetched: ${failure.message}.`)
      }
    },
  }
}

/** The other side has said how much comes: how far it is can be told now. What is true is what comes. */
async function expectSize({ portal }: UploadRoom, { id }: StoredUpload, size: number): Promise<void> {
  await sql`update uploads set size = ${size} where id = ${id}::uuid and state in ('RESERVED', 'UPLOADING')`.execute(
    portal.db,
  )
}
