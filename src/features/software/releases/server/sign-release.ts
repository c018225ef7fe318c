import { sql } from 'kysely'
import { StepFailed } from '#features/platform/jobs/server/index.ts'
import { minisign, type Signer } from '#features/platform/signing/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { approvedRelease } from './approved-release.ts'
import { frozenComponents } from './frozen-components.ts'
import { frozenLayout } from './frozen-layout.ts'
import { signedBytes } from './signing/dsse.ts'
import { layoutSumsOf } from './signing/image-sums.ts'
import { statementOf } from './signing/manifest.ts'

/** What is signed for a release. */
type Draft = { readonly statement: Buffer; readonly comment: string; readonly approvedAt: string }
type SignedDraft = Draft & { readonly signature: Buffer; readonly minisig: string; readonly keyId: string }

/** Signs an approved release in one transaction, with a key that is stored here. */
export async function signRelease(tx: Tx, signer: Signer, id: number, signedAt: Date): Promise<void> {
  await storeSignatures(tx, id, await signDraft(signer, await draftStatement(tx, signer, id, signedAt)))
}

/** The statement over the frozen manifest of an approved release. */
export async function draftStatement(tx: Tx, { keyId }: Signer, id: number, signedAt = new Date()): Promise<Draft> {
  const release = await approvedRelease(tx, id)
  const components = await frozenComponents(tx, id)
  const approval = { ...release.approval, signedAt: signedAt.toISOString() }
  const sums = layoutSumsOf(await frozenLayout(tx, components))
  const statement = statementOf(release.manifest, { ...release.facts, components }, approval, keyId, sums)
  const comment = `timestamp:${Math.floor(signedAt.getTime() / 1000)}\tfile:release.json\taccount:${release.facts.account}`
  return { statement, comment, approvedAt: release.approval.approvedAt }
}

/** Signs it for openssl and for minisign. */
export async function signDraft(signer: Signer, draft: Draft): Promise<SignedDraft> {
  const signature = await signer.sign(signedBytes(draft.statement))
  const minisig = await minisign(draft.statement, signer, draft.comment)
  return { ...draft, signature, minisig, keyId: signer.keyId }
}

/** Stores the signatures, unless the approval or the key is not what it was when they were made. */
export async function storeSignatures(tx: Tx, id: number, signedDraft: SignedDraft): Promise<void> {
  const { statement, signature, minisig, keyId, approvedAt } = signedDraft
  const { approval } = await approvedRelease(tx, id, { lock: true })
  if (approval.approvedAt !== approvedAt) throw new StepFailed('The release was approved again meanwhile.')
  const { rows } = await sql`
    update bundle_releases set statement = ${statement}, signature = ${signature}, minisig = ${minisig}, key_id = ${keyId}, updated_at = clock_timestamp()
    where id = ${id} and exists (select from signing_keys k where k.id = ${keyId} and k.revoked_at is null) returning id`.execute(
    tx,
  )
  if (rows.length === 0) throw new StepFailed('The signing key was revoked meanwhile.')
}
