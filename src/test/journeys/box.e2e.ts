import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
