import { afterEach, expect, test, vi } from 'vitest'
import { readMe } from '#features/users/users/contract.ts'
import { call, callCsv } from './call.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a line that breaks while the response arrives is a lost connection, which is tried again', async () => {
  const cut = () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), { status: 200 })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => cut())
  for (const send of [call, callCsv])
    await expect(send(readMe, {})).rejects.toMatchObject({ code: 'no-connection', status: 0 })
})
