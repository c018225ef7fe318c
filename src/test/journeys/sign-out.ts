import type { Page } from 'playwright-core'

/** Signs out by the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  // A connection still opening while the session ends would be answered with 401, and the browser reports that.
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^User menu: / }).click()
  // The next page may sign in at once by itself, so its coming is waited for, not its being there.
  const gone = page.waitForURL('**/signin**', { waitUntil: 'commit' })
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await gone
}
