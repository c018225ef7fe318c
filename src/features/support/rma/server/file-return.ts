import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { insertAttachment, requireStorageQuota } from '#features/support/attachments/server/index.ts'
import { createCases } from '#features/support/case-access/contract.ts'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { fileCase } from '#features/support/cases/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { type DroppedFile, receiveForm, type Upload } from '#kit/server/files/receive-upload.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext, RequestContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { type FiledReturn, fileReturn, partOf, RETURN_FILES, ReturnForm, serialFits } from '../contract.ts'

/** Files a hardware return from its form: the case, its fields and its files in one transaction. */
export async function receiveReturn(portal: AppContext, store: FileStore, call: RequestContext<typeof fileReturn>) {
  await accountFor(portal.db, call.session, createCases, call.query.account)
  const {
    request,
    files: receivedFiles,
    dropped: rejectedFiles,
  } = await receiveForm(call.request, store, { most: RETURN_FILES })
  const { files, dropped: allDropped } = await withReadable(portal, receivedFiles, rejectedFiles)
  const form = checkForm(request)
  const formText = JSON.stringify([form, files.map(({ digest }) => digest)])
  const digest = createHash('sha256').update(formText).digest('hex')
  return respondToUpload(portal, fileReturn, call, { digest, filename: 'form' }, (command) =>
    write(portal, command, form, files, allDropped),
  )
}

/** A log that cannot be read is dropped as other files that are not accepted are. */
async function withReadable(
  portal: AppContext,
  receivedFiles: readonly Upload[],
  rejectedFiles: readonly DroppedFile[],
) {
  const files: Upload[] = []
  const allDropped = [...rejectedFiles]
  for (const file of receivedFiles)
    try {
      await readableReading(portal, file)
      files.push(file)
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      allDropped.push({ filename: file.filename, problem: failure.problem.code })
    }
  return { files, dropped: allDropped }
}

function checkForm(request: unknown): ReturnForm {
  const read = z.safeParse(ReturnForm, request)
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new HttpProblem(kitProblems['validation-failed'], {}, { fields })
}

async function write(
  portal: AppContext,
  call: CommandContext<typeof fileReturn>,
  form: ReturnForm,
  files: readonly Upload[],
  droppedBefore: readonly DroppedFile[],
): Promise<FiledReturn> {
  const { tx, session, query } = call
  const { partNumber, serialNumber, contact, shippingAddress, symptomDetails, deploymentId } = form
  const { id, key } = await fileCase(call, query.account, {
    type: 'RMA',
    subject: `RMA: ${partOf(partNumber)!.name}, ${serialNumber}`.slice(0, 250),
    description: symptomDetails,
    priority: 'MEDIUM',
    contact,
    labels: ['rma'],
    ...(deploymentId ? { deploymentId } : {}),
  })
  const { accountId } = await accountFor(tx, session, createCases, query.account)
  const keptFiles: string[] = []
  const all = [...droppedBefore]
  for (const file of files) {
    // A file beyond the account's storage is dropped too; the case is filed.
    await sql`savepoint file`.execute(tx)
    try {
      await insertAttachment(tx, id, { id: session.userId }, file, portal.config)
      await requireStorageQuota(tx, accountId, file)
      keptFiles.push(file.filename)
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      await sql`rollback to savepoint file`.execute(tx)
      all.push({ filename: file.filename, problem: failure.problem.code })
    }
  }
  const fits = serialFits(partNumber, serialNumber)
  await sql`
    with filed as (
      insert into case_returns (case_id, part_number, serial_number, serial_fits, contact, shipping_address, symptom_details, dropped_files)
      values (${id}, ${partNumber}, ${serialNumber}, ${fits}, ${contact}, ${shippingAddress}, ${symptomDetails}, ${JSON.stringify(all)}::jsonb) returning case_id
    )
    insert into case_return_steps (case_id, state, user_id) select case_id, 'requested', ${session.userId} from filed`.execute(
    tx,
  )
  return {
    key,
    account: query.account,
    accountId: String(accountId),
    serialFits: fits,
    files: keptFiles,
    droppedFiles: all,
  }
}
