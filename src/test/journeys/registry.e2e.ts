import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { haveDebianPrograms } from '../debian-packages.ts'
import { type TestUser, userWith } from '../factories.ts'
import { imageOf, indexOf } from '../image-archives.ts'
import { pushImage } from '../push-image.ts'
import { type RealRegistry, startDockerRegistry } from '../real-docker-registry.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let path: string
let registry: RealRegistry | undefined

beforeAll(async () => {
  if (haveDebianPrograms(['docker-registry'], ['docker-registry'])) registry = await startDockerRegistry()
  stage = await startE2eApp({ PRIVATE_HOSTS: '127.0.0.1' })
  const { id, name } = await stage.app.portal.db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  path = `/${name}/${id}/software/registry`
})
afterAll(async () => {
  await stage.close()
  await registry?.close()
})

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

test('images of a connected registry are picked in one field, copied, released, and listed for the customer', async () => {
  if (!registry) return
  const image = indexOf([imageOf('picked amd64'), imageOf('picked arm64', 'arm64')])
  for (const repository of ['cos-cn/3.25/cli', 'cos-cn/3.25/dhcp-relay', 'cos-cn/3.24/cli', 'video/1.0/encoder'])
    await pushImage(registry.url, image, { repository, tag: repository.startsWith('cos-cn/3.25') ? '3.25.1' : '1.0.0' })

  const form = new FormData()
  form.set('file', new Blob(['an installer']), 'cos-cn-3.25.1.iso')
  const { headers } = await userWith(stage.app, 'RELMGR')
  const address = `${stage.app.url}/api/storage/file/upload?path=cos-cn/3.25/3.25.1/cos-cn-3.25.1.iso`
  expect((await fetch(address, { method: 'POST', headers, body: form })).status).toBe(201)

  const admin = await stage.openPage('admin')
  await admin.goto(path.replace('/software/registry', '/plugins/registry'))
  await admin.getByRole('button', { name: 'Connect' }).click()
  const connecting = admin.getByRole('dialog')
  await connecting.getByLabel('Address').fill('http://127.0.0.1:1')
  await connecting.getByRole('button', { name: 'Connect' }).click()
  await admin.getByText('Connection saved. Test it next.').waitFor()
  await admin.getByRole('button', { name: 'Test connection' }).click()
  await admin.getByRole('listitem').filter({ hasText: 'Address responds' }).getByText('unreachable').waitFor()
  await admin.getByLabel('Address').fill(registry.url)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByText('Settings saved. Test the connection next.').waitFor()
  await admin.getByRole('button', { name: 'Test connection' }).click()
  await admin.getByText('Connection is OK').waitFor()

  const maker = await stage.openPage('releaseManager')
  await maker.goto('/software/bundles')
  await maker.getByRole('button', { name: 'New bundle' }).click()
  await maker.getByLabel('Name').fill('cOS CN 3.25.1')
  await maker.getByRole('button', { name: 'Create', exact: true }).click()
  await maker.getByRole('heading', { level: 1, name: 'cOS CN 3.25.1' }).waitFor()
  await maker.getByRole('button', { name: 'From registry' }).click()
  const picker = maker.getByRole('dialog')
  const field = picker.getByRole('textbox', { name: 'Product, branch, version' })
  await field.fill('cn 3.25')
  await field.press('Tab')
  await picker.getByText('cos-cn', { exact: true }).first().waitFor()
  expect(await field.inputValue()).toBe('3.25')
  await picker.getByRole('button', { name: '3.25.1' }).waitFor()
  await field.press('Enter')
  await picker.getByText('3.25.1 is complete.').waitFor()
  await maker.screenshot({ path: join(tmpdir(), 'picker.png') })
  await picker.getByRole('checkbox', { name: 'Pick dhcp-relay' }).uncheck()
  await picker.getByRole('checkbox', { name: 'Pick cos-cn-3.25.1.iso' }).check()
  await picker.getByRole('button', { name: 'Add 2 components' }).click()
  await maker
    .getByRole('row', { name: /cos-cn-3\.25\.1\.iso/ })
    .getByText('In storage')
    .waitFor()
  const copied = maker.getByRole('row', { name: /cos-cn\/3\.25\/cli:3\.25\.1/ })
  await copied.getByText('In storage').waitFor()
  await copied.getByText('linux/amd64, linux/arm64').waitFor()
  await copied.getByRole('button', { name: /Copy the digest/ }).waitFor()
  await maker.screenshot({ path: join(tmpdir(), 'bundle-images.png') })
  // Opened again, the picker knows what the bundle has: the image and the file.
  await maker.getByRole('button', { name: 'From registry' }).click()
  await field.fill('cn 3.25 3.25.1')
  await picker.getByText('in the bundle').nth(1).waitFor()
  await picker.getByRole('button', { name: 'Add 1 component' }).waitFor()
  const phone = await stage.openPage('releaseManager', { phone: true, dark: true })
  await phone.goto(new URL(maker.url()).pathname)
  await phone.getByRole('button', { name: 'From registry' }).click()
  await phone.getByRole('textbox', { name: 'Product, branch, version' }).fill('cn 3.25 3.25.1')
  await phone.getByText('in the bundle').nth(1).waitFor()
  await phone.screenshot({ path: join(tmpdir(), 'picker-phone.png') })
  await phone.keyboard.press('Escape')
  await phone.screenshot({ path: join(tmpdir(), 'bundle-images-phone.png'), fullPage: true })

  const release = await delivered('nordfeld-kabel', new URL(maker.url()).pathname.split('/').at(-1) ?? '')
  for (const look of [{}, { dark: true }, { phone: true }, { phone: true, dark: true }]) {
    const customer = await stage.openPage('user', look)
    await customer.goto(path.replace('/registry', `/${release}`))
    const row = customer.getByRole('table', { name: 'Containers' }).getByRole('row', { name: /cos-cn\/3\.25\/cli/ })
    await row.getByText(/linux\/amd64, linux\/arm64/).waitFor()
    await customer.getByText(/docker pull \S+cos-cn/).waitFor()
    await row.getByRole('button', { name: 'Copy the digest of cos-cn/3.25/cli' }).waitFor()
    await customer.screenshot({
      path: join(tmpdir(), `release-images-${JSON.stringify(look).replaceAll(/\W/g, '')}.png`),
      fullPage: true,
    })
  }
  expect(stage.complaints).toEqual([])
})

/** Releases a bundle to an account and waits until it is delivered; returns the id of the release. */
async function delivered(account: string, bundle: string): Promise<string> {
  const maker = await userWith(stage.app, 'RELMGR')
  const approver = await userWith(stage.app, 'RELEASE_APPROVER')
  const send = async ({ headers }: TestUser, method: string, address: string, body?: object) => {
    const response = await fetch(`${stage.app.url}/api/bundle-releases${address}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as { id: string; status: string }
  }
  const { id } = await send(maker, 'POST', `?bundleId=${bundle}`, { name: 'CN for Kiel', account })
  await send(approver, 'POST', `/approve?bundleReleaseId=${id}`)
  await expect.poll(async () => (await send(maker, 'GET', `/${id}`)).status, { timeout: 60_000 }).toBe('DELIVERED')
  return id
}
