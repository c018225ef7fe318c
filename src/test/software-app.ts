import { createHash } from 'node:crypto'
import { startSession } from '#features/access/sessions/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type TestApp, testApp } from './app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from './factories.ts'
import { StompClient } from './live/stomp-client.ts'
import type { Json, Reply } from './support-app.ts'

/** Users of the software tests: who makes, who approves, who receives. */
const roles = {
  rita: ['RELMGR', null],
  anton: ['RELEASE_APPROVER', null],
  ada: ['ADMIN', null],
  abel: ['ADMIN', null],
  tom: ['HARMONIC_TAC_MANAGER', null],
  vera: ['HARMONIC', null],
  nora: ['HARMONIC_NOC', null],
  mia: ['MANAGER', 'acme'],
  uma: ['USER', 'acme'],
  finn: ['FIELDTECH', 'acme'],
  bob: ['USER', 'blue'],
} as const
export type SoftwareName = keyof typeof roles

/** The product with its software features, called by one user at a time. */
export type SoftwareDesk = {
  readonly app: TestApp
  readonly portal: AppContext
  readonly url: string
  readonly users: Readonly<Record<SoftwareName, TestUser>>
  readonly accounts: Readonly<Record<'acme' | 'blue', MadeAccount>>
  call(
    name: SoftwareName,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  /** Opens the live channel as a user. */
  live(name: SoftwareName): Promise<StompClient>
  /** Makes a bundle; returns its id. */
  bundle(name?: string, more?: object): Promise<string>
  /** Uploads a file by tus in one piece and waits until it is saved; returns the file id. */
  upload(bundleId: string, fileName: string, bytes: Buffer | string, more?: object): Promise<string>
  /** Waits until an upload has ended; returns its progress. */
  ended(fileId: string): Promise<Json>
  /** Makes a release of the bundle to an account; returns its id. */
  release(bundleId: string, account?: string, name?: string): Promise<string>
  /** Approves a release and waits until its job has ended; returns the release. */
  deliver(releaseId: string): Promise<Json>
  close(): Promise<void>
}

/** Starts the software app on a separate database, with the accounts acme and blue. */
export async function softwareApp(options: Parameters<typeof testApp>[0] = {}): Promise<SoftwareDesk> {
  const app = await testApp(options)
  const accounts = { acme: await makeAccount(app, 'acme'), blue: await makeAccount(app, 'blue') }
  const made = await Promise.all(
    Object.entries(roles).map(async ([name, [role, account]]) => [
      name,
      await userWith(app, role, account === null ? undefined : accounts[account]),
    ]),
  )
  const users = Object.fromEntries(made) as Record<SoftwareName, TestUser>

  const call: SoftwareDesk['call'] = async (name, method, path, body, headers = {}) => {
    const raw = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string'
    const response = await fetch(`${app.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...users[name].headers,
        ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
  }
  const ended = (fileId: string) =>
    until(async () => {
      const { body } = await call('rita', 'GET', `/api/box/file/upload/${fileId}/status`)
      return ['DONE', 'FAILED', 'CANCELLED'].includes(String(body.state)) ? body : undefined
    })

  return {
    app,
    portal: app.portal,
    url: app.url,
    users,
    accounts,
    call,
    ended,
    async live(name) {
      const { token } = await app.portal.db.transaction().execute((tx) =>
        startSession(tx, {
          user: { id: users[name].id, fullName: name },
          providerId: 'test',
          amr: ['pwd'],
          refreshLimit: 8,
          address: '127.0.0.1',
          userAgent: undefined,
          requestId: 'live',
        }),
      )
      return StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, `cosp_access_token=${token}`)
    },
    async bundle(name = 'cOS-DOCSIS 1.22.0', more = {}) {
      const { body } = await call('rita', 'POST', '/api/bundles', { name, deploymentType: 'DOCSIS', ...more })
      return String(body.id)
    },
    async upload(bundleId, fileName, content, more = {}) {
      const bytes = Buffer.from(content)
      const wanted = { bundleId, fileName, size: bytes.length, sha256: sha256(bytes), ...more }
      const { body } = await call('rita', 'POST', '/api/box/file/upload/reservation', wanted)
      await call('rita', 'PATCH', String(body.uploadUrl), bytes, tusHeaders(0))
      await ended(String(body.fileId))
      return String(body.fileId)
    },
    async release(bundleId, account = 'acme', name = 'Upgrade') {
      const { body } = await call('rita', 'POST', `/api/bundle-releases?bundleId=${bundleId}`, { name, account })
      return String(body.id)
    },
    async deliver(releaseId) {
      await call('anton', 'POST', `/api/bundle-releases/approve?bundleReleaseId=${releaseId}`)
      return until(async () => {
        const { body } = await call('rita', 'GET', `/api/bundle-releases/${releaseId}`)
        return ['DONE', 'FAILED'].includes(String(body.approval?.state)) ? body : undefined
      })
    },
    close: app.close,
  }
}

/** The headers of a tus PATCH at an offset. */
export function tusHeaders(offset: number): Record<string, string> {
  return {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  }
}

/** SHA-256, hexadecimal. */
export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Retries until there is a result. */
export async function until<Result>(ask: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await ask()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
