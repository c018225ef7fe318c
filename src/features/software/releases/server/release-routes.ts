import { sql } from 'kysely'
import { uploadProblems } from '#features/software/uploads/contract.ts'
import { createUploadContext, type Downloadable, frozenColumns, send } from '#features/software/uploads/server/index.ts'
import { requireOwnSite } from '#kit/server/files/send-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage, halStream } from '#kit/server/list/hal-list.ts'
import { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  approveRelease,
  createRelease,
  deleteRelease,
  downloadRelease,
  downloadReleaseFile,
  listReleaseAccounts,
  listReleaseFiles,
  listReleaseImages,
  listReleases,
  readRelease,
  readReleaseChanges,
  rejectRelease,
  retryRelease,
  retrySignature,
} from '../contract.ts'
import { approve } from './approve-release.ts'
import { create } from './create-release.ts'
import { reject } from './reject-release.ts'
import { findReleaseAccounts } from './release-accounts.ts'
import { sendArchive } from './release-archive.ts'
import { findChanges } from './release-changes.ts'
import { releaseColumns } from './release-columns.ts'
import { findReleaseFiles } from './release-files.ts'
import { findReleaseImages } from './release-images.ts'
import { eachRelease, findReleases } from './release-list.ts'
import { remove, retry } from './retry-release.ts'
import { findRelease, releasePage } from './stored-release.ts'

/** Releases: list, read, create, approve, retry, remove, and download. */
export function serveReleases(portal: AppContext): void {
  const { db, pool } = portal
  const lists = { db, pool, anchors: new PageCursorCache(), many: new LargeCountCache() }
  serve(portal, listReleases, async (call) => {
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'releases.csv', releaseColumns, eachRelease(lists, call.session, call.query))
    return halStream(call, 'releases', await findReleases(lists, call.session, call.query))
  })
  serve(portal, readRelease, (call) => releasePage(db, call.session, call.params.id))
  serve(portal, readReleaseChanges, async (call) =>
    findChanges(db, await findRelease(db, call.session, call.params.id)),
  )
  serve(portal, listReleaseAccounts, async (call) => halPage(call, 'accounts', await findReleaseAccounts(db, call)))
  serve(portal, listReleaseFiles, async (call) => halStream(call, 'fileReleases', await findReleaseFiles(portal, call)))
  serve(portal, listReleaseImages, async (call) => halPage(call, 'images', await findReleaseImages(db, call)))
  registerCommand(portal, createRelease, (call) => create(portal, call))
  registerCommand(portal, approveRelease, approve)
  registerCommand(portal, rejectRelease, reject)
  registerCommand(portal, retryRelease, (call) => retry(call, call.params.id))
  registerCommand(portal, retrySignature, (call) => retry(call, call.params.id, { from: 'sign' }))
  registerCommand(portal, deleteRelease, remove)

  const context = createUploadContext(portal)
  registerStream(portal, downloadRelease, (call) => sendArchive(context, call))
  registerStream(portal, downloadReleaseFile, async (call) => {
    requireOwnSite(call.request)
    const release = await findRelease(db, call.session, call.params.id)
    if (!/^\d{1,15}$/.test(call.params.fileId)) throwProblem(uploadProblems['file-not-found'])
    const { rows } = await sql<Downloadable>`
      select ${frozenColumns} from release_components c join bundle_releases r on r.id = c.release_id join bundles b on b.id = r.bundle_id
      where c.id = ${call.params.fileId} and c.image is null and r.id = ${release.id}`.execute(db)
    return send(context, call, rows[0], `person ${call.session.userId}`)
  })
}
