import { expect, test } from 'vitest'
import { toApiError } from './api-error.ts'

test('a problem document becomes an ApiError with its code, text, fields and request id', () => {
  const body = JSON.stringify({ code: 'bad', error: 'Not so.', fields: [{ path: 'a', message: 'b' }], requestId: 'r1' })
  expect(toApiError(409, body, undefined)).toMatchObject({
    code: 'bad',
    status: 409,
    message: 'Not so.',
    fromServer: true,
    fields: [{ path: 'a', message: 'b' }],
    requestId: 'r1',
  })
})

test("a proxy's response is an ApiError too, but none of its text is shown as the server's", () => {
  for (const body of ['<html>Bad gateway</html>', '', '"text"', 'null']) {
    expect(toApiError(502, body, 'r2')).toMatchObject({
      code: 'http-502',
      fromServer: false,
      fields: [],
      requestId: 'r2',
    })
  }
})
