import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Name } from '#test/support-app.ts'
import { type KeptCase, keptInPortal, keptInTracker, usersOfSite } from './kept-case.ts'
import { connectTracker, fileCase, type System, type TrackerWorld } from './tracker-world.ts'

/** The portal alone: the tracker that needs no field. */
export const embedded = { name: 'The portal alone', target: 'embedded' } as const

/** What every tracker does with a case that is worked on in the portal, the portal alone too. */
export function portSuite(
  world: () => TrackerWorld,
  system: System | typeof embedded,
  settled: () => Promise<unknown>,
): void {
  const kept = (key: string): Promise<KeptCase | undefined> =>
    system.target === 'embedded' ? keptInPortal(world().app, key) : Promise.resolve(keptInTracker(world().fake, key))
  const send = async (who: Name, method: string, path: string, body?: object | FormData) => {
    const reply = await world().app.call(who, method, path, body)
    expect([path, reply.status, reply.text]).toEqual([path, expect.toSatisfy((status) => status < 300), reply.text])
    return reply.body
  }

  beforeAll(async () => {
    const { app, fake } = world()
    fake.issues.clear()
    fake.issueTypes.splice(0, Number.POSITIVE_INFINITY, 'Bug', 'Outage')
    for (const address of usersOfSite) fake.users.add(address)
    if (system.target === 'embedded') await app.call('adam', 'PATCH', '/plugin/configs/acme/embedded')
    else await connectTracker(world(), system, world().addressOf(system))
  })

  afterAll(() => {
    world().fake.issueTypes.splice(1)
  })

  test('a case is kept with its texts, files, links and watchers, its issue of R&D and as an outage, and so is what is taken back', async () => {
    const { key } = await fileCase(world().app, { subject: 'Node 12 is offline' })
    const { key: cause } = await fileCase(world().app, { subject: 'Amplifier without power' })
    const of = `issueKey=${key}`
    await send('vera', 'POST', `/issues/comment?${of}`, { body: 'We look into it.' })
    const taken = await send('vera', 'POST', `/issues/comment?${of}`, { body: 'Wrong case.' })
    await send('vera', 'POST', `/issues/comment/internal?${of}`, { body: 'Known fault?' })
    await send('uma', 'POST', `/issues/attachment?${of}`, fileOf('trace.log', 'line one'))
    const second = await send('uma', 'POST', `/issues/attachment?${of}`, fileOf('wrong.txt', 'of another'))
    await send('vera', 'POST', `/issues/links?${of}`, { kind: 'IS_BLOCKED_BY', key: cause })
    await send('uma', 'POST', `/issues/watchers?${of}`, { username: usersOfSite[3]! })
    await send('victor', 'POST', `/issues/watchers?${of}`)
    await send('victor', 'POST', `/issues/convert-to-outage?${of}`, { reason: 'core' })
    await expect.poll(async () => (await keptInPortal(world().app, key)).isOutage).toBe(true)
    await send('vera', 'POST', `/issues/rnd/escalate?${of}`, { subject: 'Buffers of closed sessions' })
    await settled()
    const filed: KeptCase = {
      subject: 'Node 12 is offline',
      isOutage: true,
      isDone: false,
      comments: ['We look into it.', 'Wrong case.'],
      internal: ['Known fault?'],
      files: [
        ['trace.log', 'line one'],
        ['wrong.txt', 'of another'],
      ],
      watchers: ['ugo', 'uma', 'victor'],
      blockedBy: ['Amplifier without power'],
      rnd: { subject: 'Buffers of closed sessions', isDone: false, cases: ['Node 12 is offline'] },
    }
    expect(await kept(key)).toEqual(filed)

    await send('vera', 'DELETE', `/issues/comment?${of}&commentId=${taken.commentId}`)
    await send('adam', 'DELETE', `/issues/attachment?${of}&attachmentId=${second.id}`)
    await send('vera', 'DELETE', `/issues/links?${of}&kind=IS_BLOCKED_BY&key=${cause}`)
    await send('victor', 'DELETE', `/issues/watchers?${of}`)
    await send('vera', 'DELETE', `/issues/watchers?${of}&username=${usersOfSite[3]}`)
    const { rndIssue } = (await world().app.call('vera', 'GET', `/issues/${key}`)).body
    await send('adam', 'PATCH', `/issues/rnd/issues/${rndIssue!.key}`, { subject: 'Buffers leak', status: 'FIXED' })
    await send('vera', 'POST', `/issues/fire/resolve?${of}`, {})
    await settled()
    expect(await kept(key)).toEqual({
      ...filed,
      isDone: true,
      comments: ['We look into it.'],
      files: [['trace.log', 'line one']],
      watchers: ['uma'],
      blockedBy: [],
      rnd: { subject: 'Buffers leak', isDone: true, cases: ['Node 12 is offline'] },
    })
  })

  test('two cases of one issue of R&D are linked with one issue', async () => {
    const { key } = await fileCase(world().app, { subject: 'Core restarts' })
    const { key: other } = await fileCase(world().app, { subject: 'Core restarts at night' })
    await send('vera', 'POST', `/issues/rnd/escalate?issueKey=${key}`, { subject: 'Watchdog' })
    const { rndIssue } = (await world().app.call('vera', 'GET', `/issues/${key}`)).body
    await send('vera', 'POST', `/issues/rnd/link?issueKey=${other}`, { rndKey: String(rndIssue!.key) })
    await settled()
    const cases = ['Core restarts', 'Core restarts at night']
    for (const one of [key, other])
      expect((await kept(one))?.rnd).toEqual({ subject: 'Watchdog', isDone: false, cases })
    if (system.target === 'embedded') return
    const issues = [...world().fake.issues.values()].filter(({ key: rnd }) => rnd.startsWith('RND-'))
    expect(issues.map(({ summary }) => summary).filter((subject) => subject === 'Watchdog')).toHaveLength(1)
  })
}

function fileOf(name: string, content: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}
