import type { Page } from 'playwright-core'

/** Signs out by the user menu. */
export async function signOut(page: Page): Promise<void> {
  // A connection that is still opening while the session ends would get 401, and the browser reports that.
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^User menu: / }).click()
  // The next page may sign in automatically at once, so the test waits for the navigation, not for the page to stay.
  const gone = page.waitForURL('**/signin**', { waitUntil: 'commit' })
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await gone
}
