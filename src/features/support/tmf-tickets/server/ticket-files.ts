import { attachToCase } from '#features/support/attachments/server/index.ts'
import { attachToCases } from '#features/support/case-access/contract.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { storeSentFile, type Upload } from '#kit/server/files/receive-upload.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { TicketChange } from '../contract.ts'
import type { TicketCommand } from './token-holder.ts'

/** New attachments of a ticket: files by value, and addresses of others, which are not fetched, as notes. */
export type NewFiles = {
  readonly uploads: readonly Upload[]
  readonly links: readonly { readonly text: string }[]
  readonly config: AppContext['config']
}

/** Stores what a request brings. An attachment with an id or an address of the portal is its own coming back. */
export async function receiveFiles(
  portal: AppContext,
  ticketFiles: TicketChange['attachment'] = [],
): Promise<NewFiles> {
  const { config } = portal
  const store = fileStoreOf(config)
  const own = `${portal.publicUrl()}/`
  const uploads: Upload[] = []
  const links: { text: string }[] = []
  for (const [index, { content, name, url, id, mimeType }] of ticketFiles.entries()) {
    if ((id !== undefined && content === undefined && url === undefined) || url?.startsWith(own)) continue
    if (content !== undefined) {
      if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content))
        throwFieldProblem(`attachment.${index}.content`, 'must be Base64')
      const filename = name ?? `attachment.${extension(mimeType)}`
      const upload = await storeSentFile(Buffer.from(content, 'base64'), filename, store)
      await readableReading(portal, upload)
      uploads.push(upload)
    } else if (url !== undefined && /^https?:\/\/\S+$/.test(url)) {
      const label = (name ?? url).replaceAll(/[[\]\\\r\n]/g, ' ').trim()
      links.push({ text: `[${label}](<${url.replaceAll(/[<>]/g, '')}>)` })
    } else throwFieldProblem(`attachment.${index}`, 'needs content in Base64, or an http or https url')
  }
  return { uploads, links, config }
}

/** Adds stored files to a case. */
export async function addFiles(
  call: TicketCommand,
  storedCase: StoredCase,
  { uploads, config }: NewFiles,
): Promise<void> {
  if (uploads.length > 0) requirePermission(call, attachToCases, storedCase.account)
  for (const upload of uploads) await attachToCase(call, storedCase, upload, config)
}

function extension(mimeType = ''): string {
  return /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mimeType)?.[1] ?? 'bin'
}
