import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The login that the fake accepts, and the customer that it has. */
export const ANALYTICS_LOGIN = { username: 'headend-ro', password: 'password-of-analytics' }
export const OPS_NAME = 'acme-cn'

/** Analytics on the wire, version 4: customers by ops name, for one user. */
export async function startAnalyticsFake() {
  const wanted = `Basic ${Buffer.from(`${ANALYTICS_LOGIN.username}:${ANALYTICS_LOGIN.password}`).toString('base64')}`
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname } = new URL(request.url ?? '/', 'http://fake')
    if (pathname === '/files/inventory.csv') return response.writeHead(200).end('md,modems\n')
    if (pathname === '/files/moved') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (!pathname.startsWith('/api/v4/customers')) return response.writeHead(200).end('<html>not analytics</html>')
    if (request.headers.authorization !== wanted) return send(401, { message: 'wrong login' })
    if (fake.mode === 'failing') return send(503, {})
    const name = pathname.slice('/api/v4/customers/'.length)
    return send(name === '' || name === OPS_NAME ? 200 : 404, {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake = {
    url: `http://${host}`,
    host,
    mode: 'works' as 'works' | 'failing',
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake
}
