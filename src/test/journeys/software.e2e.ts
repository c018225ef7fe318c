import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProduct, type Product } from '../product-process.ts'
import { type BrowserHarness, openBrowser } from './e2e-app.ts'

const run = promisify(execFile)
let stage: BrowserHarness
let product: Product
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-software-'))
  product = await openProduct()
  // The demo world goes on being made in the background, and its events are handled before those of the journey.
  const making = async () => {
    const { rows } = await product.query(`select (select count(*)::int from events where seq is null) as events,
      (select count(*)::int from graphile_worker.jobs where task_identifier like 'demo.%') as jobs`)
    return rows[0]
  }
  await vi.waitFor(async () => expect(await making()).toEqual({ events: 0, jobs: 0 }), {
    timeout: 400_000,
    interval: 500,
  })
  stage = await openBrowser(product.url.replace('127.0.0.1', 'localhost'))
}, 480_000)
afterAll(async () => {
  await stage.close()
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

const SIZE = 48 * 1_048_576

/** Bytes that a browser generates, so that a large file need not be sent to it. */
const makeFile = (size: number) => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, size)))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], 'firmware-9.6.1.bin'))
  return transfer
}

test('a release, upload to verified download: paused, cut, server killed, approved by another user, seen live', async () => {
  const maker = await stage.openPage('releaseManager')
  const approver = await stage.openPage('approver')
  const customer = await stage.openPage('user')

  await maker.goto('/software/bundles')
  await maker.getByRole('button', { name: 'New bundle' }).click()
  await maker.getByLabel('Name').fill('RPD firmware 9.6.1')
  await maker.getByRole('button', { name: 'Create', exact: true }).click()
  await maker.getByRole('heading', { level: 1, name: 'RPD firmware 9.6.1' }).waitFor()

  // Neither files nor a note: it cannot be released, and the button shows what is missing.
  const releaseButton = maker.getByRole('button', { name: 'Release to accounts' })
  expect(await releaseButton.isDisabled()).toBe(true)
  expect(await releaseButton.getAttribute('title')).toBeTruthy()
  await upload(maker)
  await expect.poll(() => releaseButton.getAttribute('title')).toMatch(/note/i)
  expect(await releaseButton.isDisabled()).toBe(true)
  await maker.getByRole('tab', { name: /Notes/ }).click()
  await maker.getByRole('button', { name: 'Add note' }).click()
  await maker.getByRole('textbox', { name: 'Note' }).fill('Ran over a weekend in the lab.')
  await maker.getByRole('button', { name: 'Save' }).click()
  await maker.getByText('Ran over a weekend in the lab.').waitFor()

  await maker.getByRole('button', { name: 'Compare' }).click()
  await maker.getByRole('combobox', { name: 'Compare with' }).fill('1.21')
  await maker.getByRole('option', { name: 'cOS-DOCSIS 1.21.4' }).click()
  const compared = maker.getByRole('heading', { name: 'From cOS-DOCSIS 1.21.4 to RPD firmware 9.6.1' })
  await compared.waitFor()
  await maker.reload()
  await compared.waitFor()

  await maker.getByRole('button', { name: 'Release to accounts' }).click()
  await maker.getByLabel('Release name').fill('Firmware for your nodes')
  await maker.getByPlaceholder('Search accounts').fill('nordfeld')
  // Each account with the types that it runs and what it has of the bundle's type.
  await maker.getByText(/DOCSIS.* · (runs .+|no release yet)/).waitFor()
  await maker.getByRole('checkbox', { name: /Nordfeld/ }).check()
  await maker.getByRole('textbox', { name: 'Release note' }).fill('Update the **Kiel** nodes first.')
  await maker.getByRole('button', { name: 'Release to 1 account' }).click()
  await maker.getByText('1 release created').waitFor()

  // A second one, that the approver will reject.
  await releaseButton.click()
  await maker.getByLabel('Release name').fill('Firmware, second try')
  await maker.getByPlaceholder('Search accounts').fill('nordfeld')
  await maker.getByRole('checkbox', { name: /Nordfeld/ }).check()
  await maker.getByRole('button', { name: 'Release to 1 account' }).click()
  await maker.getByRole('dialog').waitFor({ state: 'detached' })

  // The user who made it cannot approve it.
  await maker.goto('/software/approvals')
  await maker.getByRole('button', { name: /Firmware for your nodes/ }).click()
  await maker.getByText('another user must approve it').waitFor()

  await customer.goto('/')
  await customer.getByRole('link', { name: 'Software' }).click()
  const seen = customer.getByRole('row', { name: /Firmware for your nodes/ })
  await customer.getByRole('row', { name: /cOS-DOCSIS 1\.22\.0/ }).waitFor()
  expect(await seen.count()).toBe(0)

  await approver.goto('/software/approvals')
  await approver.getByRole('button', { name: /Firmware, second try/ }).click()
  await approver.getByRole('button', { name: 'Reject with a note' }).click()
  const rejecting = approver.getByRole('dialog')
  await rejecting.getByRole('button', { name: 'Reject release' }).click()
  await rejecting.getByText('Enter a note.').waitFor()
  await rejecting.getByLabel('Note').fill('Wrong firmware for these nodes.')
  await rejecting.getByRole('button', { name: 'Reject release' }).click()
  await rejecting.waitFor({ state: 'detached' })
  const rejected = approver.getByRole('list', { name: 'Rejected' })
  await rejected.getByRole('button', { name: /Firmware, second try/ }).click()
  await approver.getByText('Wrong firmware for these nodes.').waitFor()
  expect(await approver.getByRole('button', { name: /Approve and deliver/ }).count()).toBe(0)

  await approver.getByRole('button', { name: /Firmware for your nodes/ }).click()
  await approver
    .getByText('First delivery of its kind')
    .or(approver.getByText(/Changes since/))
    .waitFor()
  await approver.getByText('Update the Kiel nodes first.').waitFor()
  await approver.keyboard.press('a')
  await approver.getByRole('list', { name: 'Recently delivered' }).getByText('Firmware for your nodes').waitFor()

  // Live: the customer's page is not reloaded.
  await seen.waitFor()
  await seen.click()
  await customer.getByRole('heading', { level: 1, name: 'Firmware for your nodes' }).waitFor()
  const whole = await downloaded(customer, 'Download all, 48 MB', 'link')
  expect((await stat(whole)).size).toBeGreaterThan(SIZE)
  await rm(whole)
  const kit = await downloaded(customer, 'Verification kit', 'link')
  await run('tar', ['-xf', kit, '-C', folder])
  await rm(kit)
  const file = await downloaded(customer, 'Download firmware-9.6.1.bin', 'link')
  await customer.getByText('Downloaded', { exact: true }).waitFor()
  const keys = await fetch(`${product.url}/.well-known/headend-keys.pem`)
  const trusted = join(await mkdtemp(join(tmpdir(), 'headend-keys-')), 'headend-keys.pem')
  await writeFile(trusted, await keys.text())
  const verify = () => run('sh', ['verify.sh', trusted, 'nordfeld-kabel', '.'], { cwd: folder })
  expect((await verify()).stdout).toContain('verified: 1 files')
  const bytes = await readFile(file)
  bytes[1_000_000] = bytes[1_000_000]! ^ 1
  await writeFile(file, bytes)
  await expect(verify()).rejects.toThrow('NOT VERIFIED')
  // The dashboard of the account has it too.
  await customer.getByRole('link', { name: 'Dashboard' }).first().click()
  const latest = customer.locator('section').filter({ hasText: 'Latest releases' })
  await latest.getByRole('link', { name: /Firmware for your nodes/ }).waitFor()
  // A connection that is cut on purpose is not an error of the page.
  expect(stage.complaints.filter((line) => !/net::ERR_|WebSocket connection/.test(line))).toEqual([])
})

/**
 * Drops a file on the bundle; the upload is paused, resumed, loses its connection, then its server, and still
 * completes.
 */
async function upload(page: Page): Promise<void> {
  // A very slow connection, so that there is a middle.
  const network = await page.context().newCDPSession(page)
  const speed = (uploadThroughput: number, offline = false) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 5, downloadThroughput: -1, uploadThroughput })
  await network.send('Network.enable')
  // Slow at first, so that it is not over before it can be paused.
  await speed(2 * 1_048_576)
  const transfer = await page.evaluateHandle(makeFile, SIZE)
  await page
    .getByRole('region', { name: 'Drop files or a folder here' })
    .dispatchEvent('drop', { dataTransfer: transfer })
  const panel = page.getByRole('complementary', { name: 'Uploads' })
  await panel.getByRole('button', { name: 'Pause firmware-9.6.1.bin' }).click()
  await panel.getByText(/paused at/).waitFor()
  // The ring in the header folds and unfolds the panel.
  const ring = page.getByRole('button', { name: /^Uploads, \d+ %$/ })
  await ring.click()
  await panel.getByText(/paused at/).waitFor({ state: 'hidden' })
  await ring.click()
  await speed(12 * 1_048_576)
  await panel.getByRole('button', { name: 'Resume firmware-9.6.1.bin' }).click()
  await page.waitForFunction(
    () => Number(document.querySelector('aside [role=progressbar]')?.getAttribute('aria-valuenow')) > 15,
  )
  await speed(-1, true)
  await page.waitForTimeout(700)
  await speed(12 * 1_048_576)
  await passes(page, 45)
  product.kill()
  await product.start()
  await speed(-1)
  await page.getByRole('row', { name: /firmware-9\.6\.1\.bin.*In storage/ }).waitFor({ timeout: 120_000 })
  await panel.getByText('done').waitFor()
}

/** Waits until this percentage is uploaded. */
async function passes(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Uploads' }).getByRole('progressbar')
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(percent)
}

async function downloaded(page: Page, name: string, role: 'link'): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole(role, { name, exact: true }).click()
  const download = await coming
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}
