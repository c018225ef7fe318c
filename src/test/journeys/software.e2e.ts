import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoAccounts } from '#server/demo-data.ts'
import { imageOf, indexOf, layoutOf, tarOf } from '../image-archives.ts'
import { openProduct, type Product } from '../product-process.ts'
import { openCustomersRegistry } from '../registry/customers-registry.ts'
import { productCalls } from '../registry/product-calls.ts'
import { pullWithSkopeo } from '../registry/pull-with-skopeo.ts'
import { type BrowserHarness, openBrowser } from './e2e-app.ts'
import { SIZE, uploadInterrupted } from './interrupted-upload.ts'
import { canVerifyOffline, verifyOffline } from './verify-offline.ts'

const run = promisify(execFile)
let stage: BrowserHarness
let product: Product
let folder: string
let maker: Page
let approver: Page
let customer: Page
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-software-'))
  product = await openProduct({ PRIVATE_HOSTS: '127.0.0.1' })
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
  maker = await stage.openPage('releaseManager')
  approver = await stage.openPage('approver')
  customer = await stage.openPage('user')
}, 480_000)
afterAll(async () => {
  await stage.close()
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

test('a release, upload to verified download: paused, cut, server killed, approved by another user, seen live', async () => {
  await maker.goto('/software/bundles')
  await maker.getByRole('button', { name: 'New bundle' }).click()
  await maker.getByLabel('Name').fill('RPD firmware 9.6.1')
  await maker.getByRole('button', { name: 'Create', exact: true }).click()
  await maker.getByRole('heading', { level: 1, name: 'RPD firmware 9.6.1' }).waitFor()

  // Neither files nor a note: it cannot be released, and the button shows what is missing.
  const releaseButton = maker.getByRole('button', { name: 'Release to accounts' })
  expect(await releaseButton.isDisabled()).toBe(true)
  expect(await reasonOf(releaseButton)).toBeTruthy()
  await uploadInterrupted(maker, product)
  await expect.poll(() => reasonOf(releaseButton)).toMatch(/note/i)
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
  // One letter delivers nothing before a question is answered.
  await approver.keyboard.press('a')
  await approver.getByRole('dialog', { name: /^Approve Firmware for your nodes/ }).waitFor()
  await approver.keyboard.press('Escape')
  await approver.getByRole('dialog').waitFor({ state: 'detached' })
  await approver.keyboard.press('a')
  await approver.getByRole('dialog').getByText('Delivery cannot be undone.').waitFor()
  await approver.keyboard.press('Enter')
  await approver.getByRole('list', { name: 'Recently delivered' }).getByText('Firmware for your nodes').waitFor()

  // Live: the customer's page is not reloaded.
  await seen.waitFor()
  await seen.click()
  await customer.getByRole('heading', { level: 1, name: 'Firmware for your nodes' }).waitFor()
  const whole = await downloaded(customer, 'Download all, 48 MB')
  expect((await stat(whole)).size).toBeGreaterThan(SIZE)
  await rm(whole)
  const kit = await downloaded(customer, 'Verification kit')
  await run('tar', ['-xf', kit, '-C', folder])
  await rm(kit)
  const file = await downloaded(customer, 'Download firmware-9.6.1.bin')
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

test.skipIf(!canVerifyOffline)(
  'images to a customer: a connection is lost in an upload, the copy to the registry fails and is retried, pulled with skopeo, verified without a network, deployed live',
  async () => {
    const portal = productCalls(product)
    const account = demoAccounts.customer
    const { proxy, close } = await openCustomersRegistry(product)
    try {
      const [one, two] = [imageOf(randomBytes(3_000_000)), indexOf([imageOf('amd64'), imageOf('arm64', 'arm64')])]
      const bundle = await portal.bundle('Images 9.6')
      await maker.goto(`/software/bundles/${bundle}`)
      const archive = await tarOf(layoutOf({ 'cos/scheduler:9.6': one }))
      const kept = await portal.upload(bundle, 'scheduler.tar', archive, { breaksAt: archive.length >> 1 })
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThanOrEqual(archive.length >> 1)
      await portal.upload(bundle, 'relay.tar', await tarOf(layoutOf({ 'cos/relay:9.6': two })))
      await portal.addVendorFile(bundle, { path: 'cos/9.6/read-me.txt', text: 'Read this first.' })
      for (const name of ['cos/scheduler:9.6', 'cos/relay:9.6', 'read-me.txt'])
        await maker.getByRole('row', { name }).getByText('In storage').waitFor()
      const release = await portal.release(bundle, account, 'Images for your nodes')

      proxy.failures.push({ of: /^PUT .*cos\/scheduler\/.*\/manifests\/9\.6/, status: 400 })
      await approver.goto('/software/approvals')
      await approver.getByRole('button', { name: /Images for your nodes/ }).click()
      await approver.getByRole('button', { name: /Approve and deliver/ }).click()
      await approver.getByText(/cos\/scheduler:9\.6 was not copied to .*: OCI registry rejected/).waitFor()
      expect((await portal.readRelease(release)).status).toBe('RELEASED')
      await approver.getByRole('button', { name: 'Retry', exact: true }).click()
      await approver.getByRole('list', { name: 'Recently delivered' }).getByText('Images for your nodes').waitFor()

      const login = await portal.credential('customer', account)
      const pulled = (await portal.pullCommands('customer', release)).map((command) => pullWithSkopeo(command, login))
      expect((await Promise.all(pulled)).sort()).toEqual([one, two].map(({ digest }) => `sha256:${digest}`).sort())

      const { rows } = await product.query(
        'select a.id, min(d.name) as deployment from accounts a join deployments d on d.account_id = a.id where a.name = $1 group by a.id',
        [account],
      )
      const { id, deployment } = rows[0]
      await customer.goto(`/${account}/${id}/software/${release}`)
      const all = await downloaded(customer, /^Download all, /)
      const { printed, receipt, publicKey } = await verifyOffline(product.url, { archive: all, account, deployment })
      expect(printed).toContain(`verified: 1 files and 2 images, signed for ${account}`)
      await portal.call('manager', 'POST', '/api/receipt-keys', { account, name: 'Release desk', publicKey })

      await customer.getByText('Downloaded', { exact: true }).nth(2).waitFor()
      await maker.getByRole('tab', { name: 'History' }).click()
      const began = Date.now()
      const desk = await customer.context().newPage()
      await desk.goto(`/${account}/${id}/software/verification`)
      await desk.locator('input[type=file]').setInputFiles(receipt)
      const row = desk.getByRole('row', { name: /Images for your nodes/ })
      for (const text of [deployment, 'Tom Becker', 'Release desk']) await row.getByText(text).waitFor()
      // Live, on the page of the customer and on that of the vendor: neither is reloaded.
      await customer.getByText('Deployed', { exact: true }).nth(2).waitFor()
      const entry = maker
        .getByRole('listitem')
        .filter({ hasText: /Tom Becker sent a receipt of Images for your nodes/ })
      const at = Date.parse((await entry.locator('time').getAttribute('datetime')) ?? '')
      expect(at).toBeGreaterThanOrEqual(began)
      expect(at).toBeLessThanOrEqual(Date.now())
      expect(stage.complaints.filter((line) => !/net::ERR_|WebSocket connection/.test(line))).toEqual([])
    } finally {
      await close()
    }
  },
)

/** What a button says beside itself that cannot be used. */
function reasonOf(button: Locator): Promise<string> {
  return button.evaluate(
    (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )
}

async function downloaded(page: Page, name: string | RegExp): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  const download = await coming
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}
