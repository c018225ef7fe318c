import { readFileSync } from 'node:fs'
import { StartupError } from '#kit/server/startup-error.ts'
import { sendReceipt } from '../contract.ts'

/** What a command needs of its environment: where the portal runs, and an API token for it. */
type ReceiptCommandEnvironment = { readonly PORTAL_URL?: string; readonly PORTAL_TOKEN?: string }

/** Longer than any receipt: one names at most 10,000 files. */
const TIMEOUT_MS = 60_000

/**
 * The commands of `headend receipts`: they call a portal that runs, with no access to its database. Each returns the text to
 * print; a receipt that is not accepted is a `StartupError` with the reason.
 */
export const receiptCommands: Readonly<
  Record<string, (from: { args: readonly string[]; env: ReceiptCommandEnvironment }) => Promise<string>>
> = {
  async upload({ args: [file], env }) {
    const { PORTAL_URL: portal, PORTAL_TOKEN: token } = env
    if (file === undefined) throw new StartupError('headend receipts upload FILE')
    const address = URL.parse(sendReceipt.url, portal)
    if (!address || !/^https?:$/.test(address.protocol))
      throw new StartupError('set PORTAL_URL to the address of the portal, like https://portal.example.com')
    if (!token) throw new StartupError('set PORTAL_TOKEN to an API token of a user of the account')
    const { status, body } = await post(address, token, { receipt: readReceiptFile(file) })
    if (status !== 201) throw new StartupError(`${file} was not accepted: ${body.detail ?? `status ${status}`}`)
    const { releaseName, account, components, deployment, key } = body
    const what = components === 1 ? '1 component' : `${components} components`
    const now = deployment ? `Deployed on ${deployment}` : 'Downloaded'
    return `${what} of ${releaseName} (${account}) ${components === 1 ? 'is' : 'are'} ${now}; the receipt is ${key ? `signed with ${key.name}` : 'unsigned'}`
  },
}

/** The fields of the response that are printed, of a receipt or of a problem. */
type Body = {
  readonly detail?: string
  readonly releaseName?: string
  readonly account?: string
  readonly components?: number
  readonly deployment?: string | null
  readonly key?: { readonly name: string } | null
}

async function post(address: URL, token: string, content: object): Promise<{ status: number; body: Body }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: (await response.json().catch(() => ({}))) as Body }
  } catch (failure) {
    const { cause, message } = failure as Error & { cause?: { code?: string } }
    throw new StartupError(`${address.origin} cannot be reached: ${cause?.code ?? message}`)
  }
}

function readReceiptFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (failure) {
    throw new StartupError(`${file} cannot be read: ${(failure as NodeJS.ErrnoException).code}`)
  }
}
