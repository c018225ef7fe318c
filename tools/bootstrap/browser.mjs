import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** The shell without windows first: a page takes it a quarter less of the processor. */
const places = [
  ...[
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  ...['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
]

/** The browser that the journeys use, or undefined. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path))
}

/** What else `npm run test:long` opens pages in, by the program that drives it. */
const others = { '/usr/bin/firefox-esr': 'firefox-esr', '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver' }

/** Installs Chromium through apt-get where permitted. A failure is only reported: the journeys then fail, the rest runs. */
export function ensureBrowser() {
  if (findBrowser()) return
  if (!install('chromium-headless-shell')) install('chromium')
  if (!findBrowser()) console.error('No Chromium for the browser journeys: install it or set CHROMIUM_PATH')
}

/** Installs Firefox and WebKit's driver through apt-get where permitted; what is missing then is skipped by its tests. */
export function ensureOtherBrowsers() {
  const missing = Object.entries(others).flatMap(([program, name]) => (existsSync(program) ? [] : [name]))
  if (missing.length > 0) install(...missing)
}

/** Whether apt-get installed these packages of Debian. */
function install(...packages) {
  const elevated = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get') || !mayInstall(elevated)) return false
  console.log(`Installing ${packages.join(', ')} for the browser journeys`)
  const apt = [...elevated, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-qq']
  try {
    run(apt[0], [...apt.slice(1), 'update'])
    run(apt[0], [...apt.slice(1), '--no-install-recommends', 'install', ...packages])
    return true
  } catch (error) {
    console.error(error.message)
    return false
  }
}

function mayInstall([program, ...options]) {
  return program === undefined || spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0
}
