import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../product-process.ts'

const MIB = 1_048_576
/** Bytes of the file that is uploaded. */
export const SIZE = 48 * MIB

/** Bytes that a browser generates, so that a large file need not be sent to it. */
const makeFile = (size: number) => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, size)))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], 'firmware-9.6.1.bin'))
  return transfer
}

/**
 * Drops a file on the bundle; the upload is paused, resumed, loses its connection, then its server, and still
 * completes.
 */
export async function uploadInterrupted(page: Page, product: Product): Promise<void> {
  // A very slow connection, so that there is a middle.
  const network = await page.context().newCDPSession(page)
  const speed = (uploadThroughput: number, offline = false) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 5, downloadThroughput: -1, uploadThroughput })
  await network.send('Network.enable')
  // Slow at first, so that it is not over before it can be paused.
  await speed(2 * MIB)
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
  await speed(12 * MIB)
  await panel.getByRole('button', { name: 'Resume firmware-9.6.1.bin' }).click()
  await page.waitForFunction(
    () => Number(document.querySelector('aside [role=progressbar]')?.getAttribute('aria-valuenow')) > 15,
  )
  await speed(-1, true)
  await page.waitForTimeout(700)
  await speed(12 * MIB)
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
