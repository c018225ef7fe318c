import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

test('a user with a page about users open is notified of each change, of users visible to them alone', async () => {
  const { uma, bob } = desk.users
  const live = await desk.live('mia')
  await live.subscribe('u', '/topic/users')
  const received = async (count: number) => {
    await expect.poll(() => live.bodies.length).toBe(count)
    return live.bodies.at(-1)
  }
  expect((await desk.call('ada', 'PATCH', `/api/users/${bob.id}`, { jobTitle: 'Elsewhere' })).status).toBe(200)
  expect((await desk.call('ada', 'PATCH', `/api/users/${uma.id}`, { jobTitle: 'Head of access' })).status).toBe(200)
  expect(await received(1)).toMatchObject({ id: String(uma.id) })
  await desk.call('ada', 'POST', `/api/users/${uma.id}/state`, { action: 'suspend' })
  expect(await received(2)).toMatchObject({ id: String(uma.id) })
  // Users who lose sight of the user must be notified as well.
  const updates = [{ role: 'USER', account: 'acme', add: false }]
  expect((await desk.call('ada', 'POST', `/api/users/${uma.id}/role`, { updates })).status).toBe(200)
  expect(await received(3)).toMatchObject({ id: String(uma.id) })
  live.websocket.close()
})
