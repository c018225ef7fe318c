import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { markReceived } from '#features/software/release-components/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { type Receipt, receiptProblems, receiptReceived, type sendReceipt, sendReceipts } from '../contract.ts'
import { type ReadReceipt, readReceipt } from './read-receipt.ts'
import { findReceipt } from './receipt-list.ts'

/** A receipt may be this old, and its clock this wrong. */
const OLDEST_MS = 30 * 86_400_000
const CLOCK_MS = 3_600_000

type ReleaseRow = {
  readonly id: number
  readonly name: string
  readonly bundleId: number
  readonly accountId: number
  readonly account: string
  readonly statement: Buffer
  readonly delivered: Date
}

/**
 * Takes a receipt: it is of a delivered release of the sender's account, of what was signed then, not older than thirty
 * days, not sent before, and signed with a key of the account or not at all. Exactly its components become downloaded,
 * or deployed where it names a deployment.
 */
export async function takeReceipt(call: CommandContext<typeof sendReceipt>): Promise<Receipt> {
  const { tx, session, body } = call
  const receipt = readReceipt(body.receipt)
  const release = await findRelease(call, receipt)
  requireFresh(receipt, release)
  const components = await requireComponents(tx, receipt, release.id)
  const keyId = await requireSignature(tx, receipt, release.accountId)
  const deployment = await findDeployment(tx, receipt, release.accountId)
  const { rows } = await sql<{ id: number }>`
    insert into receipts (release_id, account_id, digest, text, key_id, deployment_id, deployment, components, verified_at, received_by)
    values (${release.id}, ${release.accountId}, ${receipt.digest}, ${body.receipt}, ${keyId}, ${deployment?.id ?? null}, ${deployment?.name ?? null},
      ${components.length}, ${receipt.verifiedAt}, ${session.userId}) on conflict (digest) do nothing returning id`.execute(
    tx,
  )
  const { id } = rows[0] ?? throwProblem(receiptProblems['receipt-repeated'])
  const at = new Date(receipt.verifiedAt)
  await markReceived(tx, components, { at, deployed: deployment !== null, signed: keyId !== null })
  const data = {
    what: release.name,
    releaseId: release.id,
    receipt: id,
    deployment: deployment?.name ?? null,
    components: components.length,
    signed: keyId !== null,
  }
  await call.record(receiptReceived, { account: release.accountId, subject: release.bundleId, data })
  return findReceipt(tx, id)
}

async function findRelease(
  { tx, session }: CommandContext<typeof sendReceipt>,
  { releaseId, account, statement }: ReadReceipt,
): Promise<ReleaseRow> {
  const accounts = visibleAccounts(session, sendReceipts)
  const { rows } = await sql<ReleaseRow>`
    select r.id, r.name, r.bundle_id as "bundleId", r.account_id as "accountId", a.name as account, r.statement, r.delivered_at as delivered
    from bundle_releases r join accounts a on a.id = r.account_id
    where r.id = ${releaseId} and r.status = 'DELIVERED' and ${inAccounts(accounts, 'r.account_id')}
    for update of r`.execute(tx)
  const release = rows[0] ?? throwProblem(receiptProblems['receipt-release-not-found'])
  if (release.account !== account) notOfRelease(`it is for the account ${account}`)
  if (createHash('sha256').update(release.statement).digest('hex') !== statement)
    notOfRelease('the statement that was verified is another one')
  return release
}

function requireFresh({ verifiedAt }: ReadReceipt, { delivered }: ReleaseRow): void {
  const at = Date.parse(verifiedAt)
  const stale = (why: string) => throwProblem(receiptProblems['receipt-stale'], { at: verifiedAt, why })
  if (at < Date.now() - OLDEST_MS) stale('that is more than 30 days ago')
  if (at > Date.now() + CLOCK_MS) stale('that is in the future')
  if (at < delivered.getTime() - CLOCK_MS) stale('the release was not delivered yet')
}

/** The ids of the components that the receipt names; each digest is one of the release. */
async function requireComponents(tx: Tx, { components }: ReadReceipt, releaseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; digest: string }>`
    select id, digest from release_components where release_id = ${releaseId} and digest = any(${components}::text[])`.execute(
    tx,
  )
  const knownDigests = new Set(rows.map(({ digest }) => digest))
  const other = components.find((digest) => !knownDigests.has(digest))
  if (other !== undefined) notOfRelease(`the release has no component with SHA-256 ${other}`)
  if (rows.length === 0) notOfRelease('it names no component')
  return rows.map(({ id }) => id)
}

/** The key that signed it; null for an unsigned receipt. */
async function requireSignature(
  tx: Tx,
  { signature, signedBytes }: ReadReceipt,
  accountId: number,
): Promise<string | null> {
  if (!signature) return null
  const { rows } = await sql<{ publicKey: string; revoked: Date | null }>`
    select public_key as "publicKey", revoked_at as revoked from receipt_keys
    where id = ${signature.keyId} and account_id = ${accountId} for share`.execute(tx)
  const invalid = (why: string) => throwProblem(receiptProblems['receipt-signature-invalid'], { why })
  const key = rows[0] ?? invalid('its key is not registered for this account')
  if (key.revoked) invalid('its key was revoked')
  if (!verify(null, signedBytes, createPublicKey(key.publicKey), signature.bytes))
    invalid('it was changed after it was signed')
  return signature.keyId
}

async function findDeployment(tx: Tx, { deployment }: ReadReceipt, accountId: number) {
  if (deployment === '') return null
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from deployments where account_id = ${accountId} and name = ${deployment}`.execute(tx)
  return rows[0] ?? throwProblem(receiptProblems['receipt-deployment-unknown'], { name: deployment })
}

function notOfRelease(why: string): never {
  throwProblem(receiptProblems['receipt-not-of-release'], { why })
}
