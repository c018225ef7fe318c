import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const places = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  ...['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
]

/** The browser that the journeys use, or undefined. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path))
}

/**
 * Installs Chromium through apt-get where permitted. A failure is only reported: the journeys then fail, the rest runs.
 */
export function ensureBrowser() {
  if (findBrowser()) return
  const elevated = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get') || !mayInstall(elevated)) return missing('it cannot be installed from here')
  console.log('Installing Chromium for the browser journeys')
  const apt = [...elevated, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-qq']
  try {
    run(apt[0], [...apt.slice(1), 'update'])
    run(apt[0], [...apt.slice(1), '--no-install-recommends', 'install', 'chromium'])
  } catch (error) {
    return missing(error.message)
  }
  if (!findBrowser()) missing('the package chromium brought none')
}

function mayInstall([program, ...options]) {
  return program === undefined || spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0
}

function missing(reason) {
  console.error(`No Chromium for the browser journeys, ${reason}: install it or set CHROMIUM_PATH`)
}
