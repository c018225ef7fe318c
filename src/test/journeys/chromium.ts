import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

let browser: Promise<Browser> | undefined

/**
 * The Chromium of this worker, which its journeys share: each opens profiles of its own in it. It ends with the worker.
 */
export function sharedChromium(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath(), args: flags })
  return browser
}

/** The shell without windows first: a page takes it a quarter less of the processor. */
function chromiumPath(): string {
  const path = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((place) => place && existsSync(place))
  if (!path) throw new Error('No Chromium: set CHROMIUM_PATH')
  return path
}

// Background networking only slows an offline machine down; as root Chromium has no sandbox.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
