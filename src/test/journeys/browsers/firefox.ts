import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type DrivenPage, drivenPage, type Send } from './web-driver.ts'

const PROGRAM = '/usr/bin/firefox-esr'

export const hasFirefox = existsSync(PROGRAM)

/**
 * Opens Debian's Firefox without a window. It is driven by its own protocol, Marionette, whose commands are those of
 * WebDriver: Debian has no geckodriver.
 */
export async function openFirefox(): Promise<DrivenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'headend-firefox-'))
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const firefox = spawn(PROGRAM, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const ended = new Promise((resolve) => firefox.once('close', resolve))
  const portFile = join(profile, 'MarionetteActivePort')
  await expect.poll(() => existsSync(portFile)).toBe(true)
  const socket = connect(Number(await readFile(portFile, 'utf8')), '127.0.0.1')
  const call = marionette(socket)
  await call('WebDriver:NewSession', {})
  await call('WebDriver:SetWindowRect', { width: 1440, height: 900 })
  return drivenPage(
    (method, path, body) => call(...commandOf(method, path, body)),
    async () => {
      socket.destroy()
      firefox.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  )
}

/** The command of Marionette for a request of WebDriver. */
function commandOf(method: Parameters<Send>[0], path: string, body: object = {}): [string, object] {
  const [, id, command] = /^\/element\/([^/]+)\/(\w+)$/.exec(path) ?? []
  const ofElement = { clear: 'ElementClear', value: 'ElementSendKeys', click: 'ElementClick' }
  if (command && command in ofElement)
    return [`WebDriver:${ofElement[command as keyof typeof ofElement]}`, { ...body, id }]
  const others: Record<string, string> = {
    'POST /url': 'Navigate',
    'GET /url': 'GetCurrentURL',
    'POST /execute/sync': 'ExecuteScript',
    'GET /element/active': 'GetActiveElement',
  }
  return [`WebDriver:${others[`${method} ${path}`]}`, body]
}

type Answer = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

/** Sends commands over Marionette's connection: JSON after its length in bytes, answers by the command's number. */
function marionette(socket: Socket): (name: string, values: object) => Promise<unknown> {
  const waiting = new Map<number, Answer>()
  let rest = Buffer.alloc(0)
  let last = 0
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (let text = take(); text !== undefined; text = take()) answer(JSON.parse(text))
  })

  /** The next whole message. */
  function take(): string | undefined {
    const colon = rest.indexOf(':')
    const end = colon + 1 + Number(rest.subarray(0, colon).toString())
    if (colon < 0 || rest.length < end) return undefined
    const text = rest.subarray(colon + 1, end).toString()
    rest = rest.subarray(end)
    return text
  }

  function answer(message: unknown): void {
    // The first message is a greeting.
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as [number, number, { message: string } | null, { value?: unknown }]
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result && 'value' in result ? result.value : result)
    waiting.delete(id)
  }

  return (name, values) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const text = JSON.stringify([0, last, name, values])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}
