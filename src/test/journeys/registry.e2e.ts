import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let path: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { id, name } = await stage.app.portal.db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  path = `/${name}/${id}/software/registry`
})
afterAll(() => stage.close())

test('a customer creates a credential, sees its secret after the sign-in, rotates and revokes it', async () => {
  const page = await stage.openPage('user')
  await page.goto(path)
  await page.getByText('No credentials yet').waitFor()
  await page.getByRole('button', { name: 'New credential' }).first().click()
  await page.getByLabel('Name').fill('kiel-k8s')
  await page.getByRole('button', { name: 'Create credential' }).click()
  await page.getByText('Secret of kiel-k8s').waitFor()
  await page.getByText('nordfeld-kabel+kiel-k8s').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByText('Rotating').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No host has used the old secret').waitFor()
  await page.screenshot({ path: join(tmpdir(), 'registry.png') })
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('a manager registers a key for receipts, reads the root, and an invalid receipt is rejected with its reason', async () => {
  const page = await stage.openPage('manager')
  await page.goto(path.replace('/registry', '/verification'))
  await page.getByText('No receipt was sent yet.').waitFor()
  await page.getByText('The vendor has no offline root.').waitFor()
  await page.getByRole('button', { name: 'Register key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Release desk')
  const { publicKey } = generateKeyPairSync('ed25519')
  await dialog.getByLabel('Public key (PEM)').fill(String(publicKey.export({ type: 'spki', format: 'pem' })))
  await dialog.getByRole('button', { name: 'Register key' }).click()
  await page.getByText('Release desk', { exact: true }).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'a.receipt',
    mimeType: 'text/plain',
    buffer: Buffer.from('nothing'),
  })
  await page.getByText('This is not a receipt of verify.sh').first().waitFor()
  await page.screenshot({ path: join(tmpdir(), 'verification.png') })
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  const phone = await stage.openPage('manager', { phone: true, dark: true })
  await phone.goto(path.replace('/registry', '/verification'))
  await phone.getByText('Release desk', { exact: true }).waitFor()
  await phone.screenshot({ path: join(tmpdir(), 'verification-phone.png'), fullPage: true })
  expect(stage.complaints).toEqual([])
})

test('a release manager creates a share link with a limit, sees its count, and revokes it', async () => {
  const { rows } = await sql<{ bundle: number; name: string }>`
    select bundle_id as bundle, file_name as name from bundle_components
    where upload_id is not null and status = 'IN_STORAGE' order by id limit 1`.execute(stage.app.portal.db)
  const { bundle, name } = rows[0]!
  const page = await stage.openPage('releaseManager')
  await page.goto(`/software/bundles/${bundle}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Share links' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('For the lab')
  await dialog.getByLabel('Most downloads').fill('3')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('0 of 3 downloads').waitFor()
  await page.screenshot({ path: join(tmpdir(), 'share-links.png') })
  await dialog.getByRole('button', { name: 'Revoke link For the lab' }).click()
  await dialog.getByText('Revoked', { exact: true }).waitFor()
  expect(stage.complaints).toEqual([])
})
