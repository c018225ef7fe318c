import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressOf, type Json, type Name, type Reply, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const call = (name: Name, method: string, path: string, body?: unknown, version?: number): Promise<Reply> =>
  desk.call(name, method, `/../../teams${path}`, body, version === undefined ? {} : { 'if-match': `"${version}"` })

async function make(name: Name, body: object): Promise<Json> {
  const reply = await call(name, 'POST', '', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const customer = (teamName: string, more: object = {}) => ({
  teamName,
  teamDisplayName: `Team ${teamName}`,
  ownerType: 'CUSTOMER',
  ownerNames: ['acme'],
  ...more,
})
const vendor = (teamName: string, more: object = {}) => ({
  teamName,
  teamDisplayName: `Team ${teamName}`,
  ownerType: 'VENDOR',
  ...more,
})
const add = (name: Name, team: Json, users: readonly Name[], query = '') =>
  call(name, 'POST', `/members${query}`, { groupIds: [team.id], usernames: users.map(addressOf) })
const teamsOf = async (name: Name, query = '') => rowsOf(await call(name, 'GET', query), 'teams')
const teamOf = async (name: Name, { id }: Json) => (await teamsOf(name)).find((team) => team.id === id)!
const names = (rows: Iterable<Json>) => [...rows].map(({ username }) => username)

describe('teams', () => {
  test('a team is created, changed with its version, and deleted; each is one event', async () => {
    const team = await make('mia', customer('noc'))
    expect(team).toMatchObject({ ownerNames: ['acme'], issueWatcherType: 'NONE', members: [], version: 1 })
    const changes = { teamDisplayName: 'Night shift', issueWatcherType: 'OUTAGES' }
    const edited = await call('mia', 'PATCH', `/${team.id}`, changes, 1)
    expect([edited.status, edited.body]).toMatchObject([200, { ...changes, version: 2 }])
    expect(await teamOf('uma', team)).toEqual(edited.body)
    expect((await call('mia', 'PATCH', `/${team.id}`, { teamDisplayName: 'Late' }, 1)).status).toBe(412)
    expect((await call('mia', 'DELETE', `/${team.id}`, undefined, 1)).status).toBe(412)
    expect((await call('mia', 'POST', '', customer('NOC'))).body.code).toBe('team-exists')
    expect((await call('mia', 'DELETE', `/${team.id}`, undefined, 2)).status).toBe(204)
    expect(await teamOf('uma', team)).toBeUndefined()
    const { rows } = await desk.portal.pool.query(`select name from events where subject = 'team' order by id`)
    expect(rows.map(({ name }) => name)).toEqual(['team.created', 'team.edited', 'team.deleted'])
  })

  test('managers of an account see and manage its teams only', async () => {
    const own = await make('mia', customer('own'))
    const theirs = await make('tom', customer('theirs', { ownerNames: ['blue'] }))
    const ours = await make('tom', vendor('ours'))
    expect((await teamsOf('mia')).map(({ teamName }) => teamName)).toEqual(['own'])
    expect((await teamsOf('bob')).map(({ teamName }) => teamName)).toEqual(['theirs'])
    for (const team of [theirs, ours]) {
      expect((await call('mia', 'PATCH', `/${team.id}`, { teamDisplayName: 'x' })).status).toBe(404)
      expect((await call('mia', 'DELETE', `/${team.id}`)).status).toBe(404)
      expect((await add('mia', team, ['uma'])).status).toBe(404)
    }
    expect((await call('mia', 'POST', '', vendor('mine'))).status).toBe(403)
    for (const ownerNames of [['blue'], ['nowhere'], ['acme', 'blue'], []]) {
      const reply = await call('mia', 'POST', '', customer('other', { ownerNames }))
      expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, 'ownerNames'])
    }
    const blank = await call('mia', 'PATCH', `/${own.id}`, { teamDisplayName: '  ' })
    expect([blank.status, blank.body.fields?.[0]?.path]).toEqual([400, 'teamDisplayName'])
    expect((await call('uma', 'PATCH', `/${own.id}`, { teamDisplayName: 'x' })).status).toBe(403)
    expect((await call('mia', 'GET', '?account=blue')).status).toBe(404)
    expect((await call('vera', 'POST', '', vendor('by-user'))).status).toBe(403)
  })

  test('system teams follow from roles and are read-only; with an account they have its managers', async () => {
    const system = await teamsOf('vera', '?ownerType=SYSTEM&account=acme')
    const noc = system.find(({ teamName }) => `${teamName}` === 'noc')!
    expect(names(noc.members!)).toEqual([addressOf('victor')])
    const managers = system.find(({ teamDisplayName }) => `${teamDisplayName}` === 'Managers of acme cable')!
    expect(names(managers.members!)).toEqual([addressOf('mia')])
    expect(await teamsOf('mia', '?ownerType=SYSTEM')).toEqual([])
    expect((await call('tom', 'PATCH', `/${noc.id}`, { teamDisplayName: 'x' })).body.code).toBe('team-read-only')
    expect((await call('tom', 'DELETE', `/members/${noc.members![0]!.id}`)).body.code).toBe('team-read-only')
    expect((await call('tom', 'POST', '/members', { groupIds: [noc.id] })).body.code).toBe('team-read-only')
  })
})

describe('members', () => {
  test('many are added as one event; unknown and not allowed ones are named, a near name is offered', async () => {
    const team = await make('tom', customer('many'))
    const body = {
      groupIds: [team.id],
      usernames: [
        addressOf('uma').toUpperCase(),
        addressOf('ugo'),
        'carll@desk.example',
        addressOf('bob'),
        addressOf('vera'),
        'x@y.example',
      ],
    }
    const expected = {
      unknown: [
        {
          username: 'carll@desk.example',
          meant: { username: addressOf('carl'), fullName: 'Carl Contractor', role: 'CUST_CONTRACTOR' },
        },
        { username: 'x@y.example', meant: null },
      ],
      notAllowed: [
        { username: addressOf('bob'), reason: 'OTHER_ACCOUNT' },
        { username: addressOf('vera'), reason: 'VENDOR_STAFF' },
      ],
    }
    const checked = await call('tom', 'POST', '/members/check', body)
    expect([checked.status, checked.body]).toMatchObject([200, expected])
    expect(names(checked.body.found!)).toEqual([addressOf('ugo'), addressOf('uma')])
    expect((await teamOf('tom', team)).members).toEqual([])

    const added = await call('tom', 'POST', '/members?issueWatcherType=MINE', body)
    expect([added.status, added.body]).toMatchObject([200, expected])
    expect(added.body.added).toMatchObject([
      { username: addressOf('ugo'), issueWatcherType: 'MINE', isAsTeam: false, role: 'USER' },
      { username: addressOf('uma'), issueWatcherType: 'MINE' },
    ])
    expect((await teamOf('tom', team)).members).toEqual(added.body.added)
    expect((await call('tom', 'POST', '/members', body)).body).toMatchObject({
      added: [],
      present: [addressOf('ugo'), addressOf('uma')],
    })
    const { rows } = await desk.portal.pool.query(`select data from events where name = 'team.members-added'`)
    expect(rows).toMatchObject([{ data: { members: [addressOf('ugo'), addressOf('uma')] } }])

    // A manager learns nothing of users outside the account.
    const { body: toManager } = await call('mia', 'POST', '/members/check', body)
    expect(toManager.notAllowed).toEqual([])
    expect(names(toManager.unknown!)).toEqual([
      'carll@desk.example',
      addressOf('bob'),
      addressOf('vera'),
      'x@y.example',
    ])
  })

  test('all users of an account are added; other accounts are not known to a manager', async () => {
    const team = await make('mia', customer('everyone'))
    const of = (accounts: string[]) => call('mia', 'POST', '/members', { groupIds: [team.id], accounts })
    expect((await of(['blue'])).body.fields).toMatchObject([{ path: 'accounts' }])
    expect(names((await of(['acme'])).body.added!)).toEqual(
      ['carl', 'finn', 'mia', 'ugo', 'uma'].map((name) => addressOf(name as Name)),
    )
    const other = await make('tom', customer('blues', { ownerNames: ['blue'] }))
    const both = await call('tom', 'POST', '/members', { groupIds: [team.id, other.id], usernames: [addressOf('uma')] })
    expect(both.body.fields).toMatchObject([{ path: 'groupIds' }])
    // Its members would not fit.
    const moved = await call('tom', 'PATCH', `/${team.id}`, { ownerNames: ['blue'] })
    expect(moved.body.fields).toMatchObject([{ path: 'ownerNames' }])
  })

  test('a member has a watcher type of their own until it is as the team again, and is removed', async () => {
    const team = await make('mia', customer('watch', { issueWatcherType: 'OUTAGES' }))
    const [member] = [...(await add('mia', team, ['uma'])).body.added!]
    expect(member).toMatchObject({ issueWatcherType: 'OUTAGES', isAsTeam: true, version: 1 })
    const set = (issueWatcherType: string | null, version: number) =>
      call('mia', 'PATCH', `/members/${member!.id}`, { issueWatcherType }, version)
    expect((await set('ALL', 1)).body).toMatchObject({ issueWatcherType: 'ALL', isAsTeam: false, version: 2 })
    expect((await set('NONE', 1)).status).toBe(412)
    expect((await set(null, 2)).body).toMatchObject({ issueWatcherType: 'OUTAGES', isAsTeam: true, version: 3 })
    expect((await call('bob', 'PATCH', `/members/${member!.id}`, { issueWatcherType: 'ALL' })).status).toBe(403)
    expect((await call('mia', 'DELETE', `/members/${member!.id}`, undefined, 2)).status).toBe(412)
    expect((await call('mia', 'DELETE', `/members/${member!.id}`, undefined, 3)).status).toBe(204)
    expect((await teamOf('mia', team)).members).toEqual([])
    expect((await call('mia', 'DELETE', `/members/${member!.id}`)).status).toBe(404)
  })

  test('memberships of a user are those in teams that the caller sees', async () => {
    const ours = await make('tom', vendor('staff-only'))
    await add('tom', ours, ['victor'])
    const of = async (name: Name, whom: Name) =>
      rowsOf(await call(name, 'GET', `/members?username=${addressOf(whom)}`), 'members').map(({ teamName }) => teamName)
    expect(await of('vera', 'victor')).toContain('staff-only')
    expect(await of('mia', 'victor')).toEqual([])
    expect(await of('mia', 'uma')).not.toEqual([])
    expect(await of('bob', 'uma')).toEqual([])
  })
})

describe('watchers', () => {
  const file = async (name: Name, more: object = {}, account = 'acme') => {
    const body = { subject: 'Modems offline', description: 'x', priority: 'LOW', ...more }
    const reply = await desk.call(name, 'POST', `/issues?account=${account}`, body)
    expect(reply.status, reply.text).toBe(201)
    return String(reply.body.key)
  }
  const watchers = async (key: string) => {
    const { rows } = await desk.portal.pool.query<{ email: string }>(
      `select u.email from case_watchers w join cases c on c.id = w.case_id join users u on u.id = w.user_id where c.key = $1 order by 1`,
      [key],
    )
    return rows.map(({ email }) => email.split('@')[0])
  }
  const handled = () =>
    vi.waitFor(
      async () => {
        const { rows } = await desk.portal.pool.query(`select count(*)::int as open from events where seq is null`)
        expect(rows[0].open).toBe(0)
      },
      { timeout: 60_000, interval: 20 },
    )
  const watched = async (key: string) => {
    await handled()
    return watchers(key)
  }

  test('members watch a case by their watcher type: on filing, on conversion to an outage, on assignment', async () => {
    const { rows } = await desk.portal.pool.query(`delete from teams returning id`)
    expect(rows.length).toBeGreaterThan(0)
    const all = await make('tom', customer('all', { issueWatcherType: 'ALL' }))
    const outages = await make('tom', customer('outages', { issueWatcherType: 'OUTAGES' }))
    const scoped = await make('tom', vendor('scoped', { ownerNames: ['blue'], issueWatcherType: 'ALL' }))
    const staff = await make('tom', vendor('staff', { issueWatcherType: 'MINE' }))
    await add('tom', all, ['mia', 'carl'])
    await add('tom', all, ['finn'], '?issueWatcherType=ALL')
    await add('tom', outages, ['ugo'])
    await add('tom', scoped, ['tom'])
    await add('tom', staff, ['victor', 'vera'])

    const key = await file('uma')
    // Finn is a technician, who may not read cases.
    expect(await watched(key)).toEqual(['carl', 'mia', 'uma'])
    await desk.call('adam', 'PATCH', `/issues/${key}`, { assignee: addressOf('victor') })
    // The assignee watches anyway; the others of the team do because of it.
    expect(await watched(key)).toEqual(['carl', 'mia', 'uma', 'vera', 'victor'])
    const { status } = await desk.call('victor', 'POST', `/issues/convert-to-outage?issueKey=${key}`, {})
    expect(status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await watchers(key)).toEqual(['carl', 'mia', 'ugo', 'uma', 'vera', 'victor']), {
      timeout: 60_000,
    })
    expect(await watched(await file('bob', {}, 'blue'))).toEqual(['bob', 'tom'])
    // An internal case is for staff alone.
    expect(await watched(await file('vera', { internal: true }))).toEqual(['vera', 'victor'])

    const events = await desk.portal.pool.query(
      `select data->'changes'->'watcher'->>1 as who from events where name = 'case.watched' and subject_id = $1 order by id`,
      [key],
    )
    expect(events.rows.map(({ who }) => who)).toEqual([
      [addressOf('mia'), addressOf('carl')].join(', '),
      addressOf('vera'),
      addressOf('ugo'),
    ])

    // Leaving a team changes no case, and a user who stopped watching stays out.
    await desk.call('carl', 'DELETE', `/issues/watchers?issueKey=${key}`)
    for (const member of (await teamOf('tom', all)).members!) await call('tom', 'DELETE', `/members/${member.id}`)
    await desk.call('adam', 'PATCH', `/issues/${key}`, { subject: 'Changed' })
    expect(await watched(key)).toEqual(['mia', 'ugo', 'uma', 'vera', 'victor'])
    expect(await watched(await file('uma'))).toEqual(['uma'])
  })
})
