import type { Page } from 'playwright-core'

export async function write(page: Page, title: string, method: 'Banner' | 'Bell' | 'Modal'): Promise<void> {
  await page.goto('/admin/announcements')
  await page.getByRole('link', { name: 'New announcement' }).click()
  await page.getByRole('heading', { name: 'New announcement', level: 1 }).waitFor()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Message').first().fill('Modems restart once, for about six minutes.')
  await page.getByRole('radiogroup', { name: 'Shown as' }).getByText(method, { exact: true }).click()
}
