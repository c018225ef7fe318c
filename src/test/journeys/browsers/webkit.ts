import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { expect } from 'vitest'
import { freePort } from '#kit/server/postgres/free-port.ts'
import { type DrivenPage, drivenPage, type Send } from './web-driver.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

export const hasWebKit = existsSync(DRIVER) && existsSync(SCREEN) && browser !== undefined

/** Opens Debian's WebKitGTK on a screen of its own, driven by its WebDriver. */
export async function openWebKit(): Promise<DrivenPage> {
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const server = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  const send = sender(server)
  const options = { binary: browser, args: ['--automation'] }
  const { sessionId } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string }
  const inSession = sender(`${server}/session/${sessionId}`)
  await inSession('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 })
  return drivenPage(inSession, async () => {
    // The driver ends the browser, also one that does not answer any more.
    await inSession('DELETE', '').catch(() => undefined)
    driver.kill()
    screen.kill()
  })
}

function sender(address: string): Send {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(90_000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new Error(`WebKit does not answer ${method} ${path}`, { cause })
    })
    const { value } = (await response.json()) as { value: { message?: string } | null }
    if (!response.ok) throw new Error(value?.message ?? `WebDriver: ${response.status}`)
    return value
  }
}

/** What the screen writes when it is there: its number. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const [, , , output] = screen.stdio as unknown as [null, null, null, AsyncIterable<Buffer>]
  for await (const bytes of output) return bytes.toString().trim()
  throw new Error('Xvfb did not start')
}
