// Chromium for the benchmarks, as users have it: an empty profile, signed in by the cookie of a session.
import { chromium } from 'playwright-core'
import { findBrowser } from '../tools/bootstrap/browser.mjs'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']

/** Starts Chromium; with a `port`, other programs can drive it too. */
export function openBrowser({ port } = {}) {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...flags, ...(port ? [`--remote-debugging-port=${port}`] : [])],
  })
}

/** A page of a new profile, on a connection of 1.6 Mbit/s with 150 ms latency and a quarter of this processor. */
export async function slowPage(browser, url, cookie) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const [name, value] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const control = await context.newCDPSession(page)
  await control.send('Network.enable')
  const throughput = (1.6 * 1_000_000) / 8
  await control.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput },
  })
  await control.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}
