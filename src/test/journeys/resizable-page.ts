import type { CDPSession, Page } from 'playwright-core'

/** A page that changes between a wide window with a mouse and a phone, without being loaded again. */
export type ResizablePage = Page & { resize(phone: boolean): Promise<void> }

/** Makes a page resizable. It has a mouse again only after the next navigation: Chromium does not give it back before. */
export async function resizable(page: Page): Promise<ResizablePage> {
  const session: CDPSession = await page.context().newCDPSession(page)
  return Object.assign(page, {
    async resize(phone: boolean) {
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: phone, maxTouchPoints: 1 })
      await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 900 })
      // Media queries and the sizes of charts are evaluated with a frame, and what they change is drawn with the next one.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    },
  })
}
