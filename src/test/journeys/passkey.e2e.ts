import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, openProduct, type Product } from '../product-process.ts'
import { type BrowserHarness, emailOf, openBrowser } from './e2e-app.ts'
import { signOut } from './sign-out.ts'

let product: Product
let stage: BrowserHarness

// The built product: the bundle, with the browser's own authenticator.
beforeAll(async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  product = await openProduct({ PORT: String(port), PUBLIC_URL: url })
  stage = await openBrowser(url)
})
afterAll(async () => {
  await stage.close()
  await product.close()
})

test('a passkey made in the profile signs in without a password; once removed it no longer does', async () => {
  const page = await stage.open()
  const device = await plugInAuthenticator(page)
  await page.goto('/signin?return=/me')
  await stage.signIn(page, emailOf('manager'))

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Enter 1 to 80 characters.').waitFor()
  await dialog.getByLabel('Name').fill('Blue key')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The passkey Blue key was added').waitFor()
  await page.getByText('not used yet').waitFor()
  await page.getByText('Second factor on').waitFor()

  await device.answer(false)
  await signOut(page)
  await page.getByLabel('E-mail').fill(emailOf('manager'))
  await page.keyboard.press('Enter')
  const instead = page.getByRole('button', { name: 'Use a passkey instead' })
  await instead.click()
  await page.getByText('No passkey was used').waitFor()
  await device.answer(true)
  await instead.click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()

  await signOut(page)
  // Nothing is typed or pressed: the page offers the passkey in the e-mail field, and this device responds at once.
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  await page.goto('/me')
  await page.getByRole('button', { name: 'Remove Blue key' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('The passkey Blue key was removed').waitFor()

  await signOut(page)
  await page.getByText('No user was found for this passkey').waitFor()
  expect(stage.complaints).toEqual([])
})

/** An authenticator of Chromium, as if built into the device; `answer` decides whether its user confirms. */
async function plugInAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answer: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => undefined),
  }
}
