import { sql } from 'kysely'
import { isRepository, isTag } from '#features/software/images/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type addComponentFile,
  bundleProblems,
  type changeComponentFile,
  type deleteComponentFile,
  fileAdded,
  fileDeleted,
  fileUpdated,
  validateName,
} from '../contract.ts'
import { componentFile, lockedComponent, type StoredComponent } from './component-store.ts'
import { lockedBundle, requireEditable, type StoredBundle, touchBundle } from './stored-bundle.ts'
import { attachUpload } from './take-upload.ts'

/** Announces a file, or adds one that was uploaded into this bundle and has been removed since. */
export async function addFile(call: CommandContext<typeof addComponentFile>) {
  const { tx, session, body, query } = call
  const bundle = await lockedBundle(tx, session, query.bundleId)
  requireEditable(bundle)
  const image = query.componentType === 'container' ? containerIn(body) : undefined
  if (!image) requireName(body.fileName)
  await requireFreeName(call, bundle, body.fileName)
  const upload = await uploadOf(call, bundle.id, body)
  const { rows } = await sql<{ id: number }>`
    insert into bundle_components (bundle_id, component_type, file_name, container_name, tag, created_by)
    values (${bundle.id}, ${query.componentType}, ${body.fileName}, ${image?.containerName ?? null}, ${image?.tag ?? null}, ${session.userId}) returning id`.execute(
    tx,
  )
  const { id } = rows[0]!
  await attachUpload(tx, id, upload)
  await touchBundle(tx, bundle.id)
  await call.record(fileAdded, { subject: bundle.id, data: { what: body.fileName, digest: upload?.digest ?? null } })
  return componentFile(tx, id)
}

/** Renames a file, or attaches an upload to it. */
export async function changeFile(call: CommandContext<typeof changeComponentFile>) {
  const { tx, body } = call
  const { bundle, component } = await lockedFile(call, call.params.id)
  const { fileName } = body
  if (component.containerName !== null) throwFieldProblem('fileName', 'cannot change: the image decides the name')
  if (fileName !== undefined) {
    requireName(fileName)
    if (fileName.toLowerCase() !== component.fileName.toLowerCase()) await requireFreeName(call, bundle, fileName)
  }
  const upload = await uploadOf(call, bundle.id, body)
  await sql`update bundle_components set file_name = ${fileName ?? component.fileName}, version = version + 1, updated_at = clock_timestamp()
    where id = ${component.id}`.execute(tx)
  await attachUpload(tx, component.id, upload)
  await touchBundle(tx, bundle.id)
  const changes = changesOf(component, fileName === undefined ? {} : { fileName })
  await call.record(fileUpdated, { subject: bundle.id, data: { what: fileName ?? component.fileName, changes } })
  return componentFile(tx, component.id)
}

/** Removes a file from its bundle. */
export async function deleteFile(call: CommandContext<typeof deleteComponentFile>): Promise<undefined> {
  const { bundle, component } = await lockedFile(call, call.params.id)
  await call.tx.deleteFrom('bundle_components').where('id', '=', component.id).execute()
  await touchBundle(call.tx, bundle.id)
  await call.record(fileDeleted, { subject: bundle.id, data: { what: component.fileName } })
}

type Change = CommandContext<typeof changeComponentFile> | CommandContext<typeof deleteComponentFile>

/** The bundle is locked first, as in every command, so that commands cannot deadlock. */
async function lockedFile(call: Change, id: string): Promise<{ bundle: StoredBundle; component: StoredComponent }> {
  const { tx, session } = call
  const { rows } = /^\d{1,15}$/.test(id)
    ? await sql<{ bundle: string }>`select bundle_id::text as bundle from bundle_components where id = ${id}`.execute(
        tx,
      )
    : { rows: [] }
  const bundle = rows[0] && (await lockedBundle(tx, session, rows[0].bundle))
  const component = bundle && (await lockedComponent(tx, { id }))
  if (!component) throwProblem(bundleProblems['component-file-not-found'])
  requireVersion(call, component.version)
  requireEditable(bundle)
  return { bundle, component }
}

/** An announced container is named `repository:tag`; its image comes from an archive or a registry. */
function containerIn({ fileName, fileUrl }: FileFields & { readonly fileName: string }) {
  const [containerName = '', tag = '', ...rest] = fileName.split(':')
  if (rest.length > 0 || !isRepository(containerName) || !isTag(tag))
    throwFieldProblem('fileName', 'must be the repository and the tag of an image: name:tag')
  if (fileUrl) throwFieldProblem('fileUrl', 'cannot be given for a container: upload its archive')
  return { containerName, tag }
}

function requireName(name: string): void {
  const flaw = validateName(name)
  if (flaw) throwFieldProblem('fileName', flaw)
}

async function requireFreeName(
  { tx }: Pick<CommandContext<unknown>, 'tx'>,
  bundle: StoredBundle,
  name: string,
): Promise<void> {
  if (await lockedComponent(tx, { bundleId: bundle.id, fileName: name }))
    throwProblem(
      bundleProblems['component-file-exists'],
      { name },
      { fields: [{ path: 'fileName', message: 'is the name of another file of the bundle' }] },
    )
}

type FileFields = { readonly fileUrl?: string | null | undefined; readonly fileStatus?: string | undefined }

/** The upload of the address: a finished one of the bundle. An announced file has none. */
async function uploadOf(
  { tx }: Pick<CommandContext<unknown>, 'tx'>,
  bundleId: number,
  { fileUrl, fileStatus }: FileFields,
) {
  if (!fileUrl) {
    if (fileStatus === 'IN_STORAGE') throwFieldProblem('fileStatus', 'needs the fileUrl of what was uploaded')
    return undefined
  }
  if (fileStatus === 'PENDING') throwFieldProblem('fileStatus', 'is IN_STORAGE with a fileUrl')
  const id = /^\/api\/box\/file\/upload\/([0-9a-f-]{36})\/download$/.exec(fileUrl)?.[1]
  const { rows } = id
    ? await sql<{ id: string; digest: string; size: number; sourceType: string }>`
        select u.id, u.digest, u.size, u.source_type as "sourceType" from uploads u
        where u.id::text = ${id} and u.bundle_id = ${bundleId} and u.state = 'DONE'`.execute(tx)
    : { rows: [] }
  return rows[0] ?? throwProblem(bundleProblems['upload-not-usable'])
}

/** Moves the components with these bytes from a status to another. */
export async function moveComponents(
  db: Database,
  digest: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  await sql`
    update bundle_components set status = ${after}, version = version + 1, updated_at = now()
    where digest = ${digest} and status = ${before}`.execute(db)
}
