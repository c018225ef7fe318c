import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOX_LOGIN, type BoxFake, startBoxFake } from '../connections/box-fake.ts'
import { userWith } from '../factories.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let fake: BoxFake
let stage: Stage
beforeAll(async () => {
  fake = await startBoxFake()
  stage = await startE2eApp({ PRIVATE_HOSTS: fake.host })
})
afterAll(async () => {
  await stage?.close()
  await fake?.close()
})

test('a release manager takes a file from a folder of Box, and one by a link', async () => {
  fake.folders.set('10', { name: 'Releases', parent: '0' })
  fake.folders.set('11', { name: 'cOS CN 3.25', parent: '10' })
  const file = (id: string, name: string, size: number) =>
    fake.files.set(id, { name, bytes: Buffer.alloc(size, id), version: 1, folder: '11' })
  file('101', 'cos-cn-3.25.1.tgz', 4_200_000)
  file('102', 'cos-cn-3.25.1-upgrade-guide-for-operators-with-remote-phy.pdf', 310_000)
  fake.links.set('https://app.box.com/s/guide', { type: 'file', id: '102' })
  const { headers } = await userWith(stage.app, 'ADMIN')
  const page = await stage.openPage('releaseManager')
  await page.goto('/software/bundles')
  await page.getByRole('button', { name: 'New bundle' }).click()
  await page.getByLabel('Name').fill('cOS CN 3.25.1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'cOS CN 3.25.1' }).waitFor()
  const address = page.url()
  const open = async () => {
    await page.getByRole('button', { name: 'From Box' }).click()
    return page.getByRole('dialog', { name: 'From Box' })
  }
  await page.getByRole('button', { name: 'From registry' }).waitFor()
  expect(await page.getByRole('button', { name: 'From Box' }).count()).toBe(0)

  const connected = await fetch(`${stage.app.url}/api/connections`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ port: 'box', system: 'box', settings: { api: fake.url, ...BOX_LOGIN } }),
  })
  expect(connected.status).toBe(201)
  await page.goto(address)
  const dialog = await open()
  await dialog.getByRole('button', { name: 'Releases' }).click()
  await dialog.getByRole('button', { name: 'cOS CN 3.25' }).click()
  await dialog.getByRole('button', { name: 'cos-cn-3.25.1.tgz' }).click()
  expect(await dialog.getByLabel('Component').inputValue()).toBe('cos-cn-3.25.1.tgz')
  for (const [name, scheme, width] of [
    ['box', 'light', 1440],
    ['box-dark', 'dark', 1440],
    ['box-phone', 'light', 390],
    ['box-phone-dark', 'dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: join(tmpdir(), `${name}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Download' }).click()
  await page.getByText('cos-cn-3.25.1.tgz').first().waitFor()

  const again = await open()
  await again.getByLabel('ID or link').fill('https://app.box.com/s/guide')
  await again.getByLabel('Component').focus()
  await expect.poll(() => again.getByLabel('Component').inputValue()).toContain('upgrade-guide')
  await again.getByRole('button', { name: 'Download' }).click()
  const stored = async () => {
    const { rows } = await stage.app.portal.pool.query<{ name: string }>(
      `select file_name as name from bundle_components where source_type = 'BOX' and status = 'IN_STORAGE' order by size`,
    )
    return rows.map(({ name }) => name)
  }
  await expect.poll(stored, { timeout: 120_000 }).toEqual([fake.files.get('102')!.name, fake.files.get('101')!.name])
  await page.screenshot({ path: join(tmpdir(), 'box-components.png') })
  expect(fake.wrong).toEqual([])
  expect(stage.complaints).toEqual([])
})

test('a bundle is changed, gets files of the vendor, and is deleted after its release', async () => {
  const { headers } = await userWith(stage.app, 'ADMIN')
  const send = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    const response = await fetch(`${stage.app.url}${path}`, { ...init, body: JSON.stringify(body) })
    expect(response.status).toBe(201)
    return (await response.json()) as { id: string }
  }
  const { id } = await send('/api/bundles', { name: 'cOS CN 3.62', deploymentType: 'DOCSIS' })
  const page = await stage.openPage('releaseManager')
  await page.goto('/software/bundles')
  await page.getByRole('button', { name: 'Actions for cOS CN 3.62' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const changing = page.getByRole('dialog', { name: 'Change cOS CN 3.62' })
  await changing.getByLabel('Name').fill('cOS CN 3.26')
  await changing.getByLabel('Product version').fill('3.26')
  await shots(page, 'bundle-change')
  await changing.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Bundle changed').waitFor()

  // The press on the menu did not open the row.
  await page.getByRole('row', { name: /cOS CN 3\.26/ }).click()
  await page.getByRole('heading', { level: 1, name: 'cOS CN 3.26' }).waitFor()
  await page.getByRole('button', { name: "Vendor's files" }).click()
  const picker = page.getByRole('dialog', { name: "Vendor's files" })
  await picker.getByRole('button', { name: 'Upload file' }).click()
  const uploading = page.getByRole('dialog', { name: /^Upload to/ })
  await uploading.getByRole('textbox', { name: 'Path' }).fill('cos-cn/3.26/')
  await uploading
    .locator('input[type=file]')
    .setInputFiles({ name: 'core-3.26.tgz', mimeType: 'application/gzip', buffer: Buffer.alloc(70_000, 'core') })
  await expect
    .poll(() => uploading.getByRole('textbox', { name: 'Path' }).inputValue())
    .toBe('cos-cn/3.26/core-3.26.tgz')
  await shots(page, 'vendor-upload')
  await uploading.getByRole('button', { name: 'Upload', exact: true }).click()
  await picker.getByRole('checkbox', { name: 'Choose cos-cn/3.26/core-3.26.tgz', checked: true }).waitFor()
  await shots(page, 'vendor-files')
  await picker.getByRole('button', { name: 'Add 1 file' }).click()
  await page
    .getByRole('row', { name: /core-3\.26\.tgz/ })
    .getByText('In storage')
    .waitFor()
  // What the bundle took stays when the file of the vendor's area is deleted.
  await page.getByRole('button', { name: "Vendor's files" }).click()
  await picker.getByRole('button', { name: 'Delete cos-cn/3.26/core-3.26.tgz' }).click()
  await page.getByRole('dialog', { name: 'Delete core-3.26.tgz?' }).getByRole('button', { name: 'Delete' }).click()
  await picker.getByRole('checkbox', { name: 'Choose cos-cn/3.26/core-3.26.tgz' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'More ways to add components' }).click()
  await page.getByRole('menuitem', { name: 'Announce a file' }).click()
  const announcing = page.getByRole('dialog', { name: 'Announce a file' })
  await announcing.getByLabel('Component').fill('CORE-3.26.tgz')
  await announcing.getByRole('button', { name: 'Announce' }).click()
  await announcing.getByText('is the name of another file of the bundle').waitFor()
  await announcing.getByLabel('Component').fill('guide.pdf')
  await shots(page, 'announce-file')
  await announcing.getByRole('button', { name: 'Announce' }).click()
  await page
    .getByRole('row', { name: /guide\.pdf/ })
    .getByText('Pending')
    .waitFor()
  await page.getByRole('button', { name: 'Actions for guide.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('guide.pdf was removed').waitFor()
  await page.getByRole('button', { name: 'Actions for core-3.26.tgz' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename core-3.26.tgz' })
  await renaming.getByLabel('Component').fill('core-3.26.0.tgz')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await page.getByText('File changed').waitFor()
  await page.getByRole('row', { name: /core-3\.26\.0\.tgz/ }).waitFor()
  await shots(page, 'bundle-components')

  const release = await send(`/api/bundle-releases?bundleId=${id}`, { name: 'Core 3.26', account: 'nordfeld-kabel' })
  await page.getByRole('tab', { name: /Releases/ }).click()
  await page.getByRole('link', { name: 'Nordfeld Kabel' }).waitFor()
  expect(await page.getByRole('button', { name: /^Delete the release/ }).count()).toBe(0)
  const admin = await stage.openPage('admin')
  await admin.goto(`/software/bundles/${id}?tab=releases`)
  await admin.getByRole('link', { name: 'Nordfeld Kabel' }).click()
  await admin.getByRole('heading', { level: 1, name: 'Core 3.26' }).waitFor()
  expect(admin.url()).toContain(release.id)
  await shots(admin, 'release-of-admin')
  await admin.goBack()
  await admin.getByRole('button', { name: 'Delete the release for Nordfeld Kabel' }).click()
  const deleting = admin.getByRole('dialog', { name: 'Delete Core 3.26 for Nordfeld Kabel?' })
  await deleting.getByText('It was not delivered').waitFor()
  await shots(admin, 'release-delete')
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await admin.getByText('Release deleted').waitFor()

  // Live: nothing stops the bundle from being deleted any more.
  await page.getByText('Not released yet').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('cOS CN 3.26 was deleted').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Bundles' }).waitFor()
  expect(stage.complaints).toEqual([])
})

/** With `SHOTS`, pictures of the page in four looks. */
async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  for (const [look, colorScheme, width] of [
    ['', 'light', 1440],
    ['-dark', 'dark', 1440],
    ['-phone', 'light', 390],
    ['-phone-dark', 'dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: join(process.env.SHOTS, `${name}${look}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
