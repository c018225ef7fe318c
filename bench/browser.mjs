// Chromium for the benchmarks, as its users have it: a profile without anything, told who it is by a session's cookie.
import { chromium } from 'playwright-core'
import { findBrowser } from '../tools/bootstrap/browser.mjs'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']

/** Starts Chromium; with a `port` other programs can drive it too. */
export function openBrowser({ port } = {}) {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...flags, ...(port ? [`--remote-debugging-port=${port}`] : [])],
  })
}

/** A page of a new profile, on a line of 1.6 Mbit/s with 150 ms and a quarter of this processor. */
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
