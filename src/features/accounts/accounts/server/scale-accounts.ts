import type pg from 'pg'
import { copyRows } from '#kit/server/load/copy-rows.ts'
import { nextId } from '#kit/server/load/next-id.ts'
import { type SeededRandom, seededRandom } from '#kit/server/load/seeded.ts'
import names from './demo-data/operator-names.json' with { type: 'json' }

/** An invented operator of a large demo world, with its relative size. */
export type ScaleAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly domain: string
  readonly projectKey: string
  readonly city: string
  readonly deploymentIds: readonly number[]
  /** Share of users and cases, any unit: few operators are large, many are small. */
  readonly weight: number
}

type Deployment = { readonly version: string; readonly type: string; readonly software: readonly string[] }

const deployments: readonly Deployment[] = [
  { version: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', software: ['3.22.1', '3.24.0', '3.24.2', '3.25.0'] },
  { version: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', software: ['3.24.0', '3.24.2'] },
  { version: 'cOS-DOCSIS', type: 'DOCSIS', software: ['1.21.4', '1.22.0'] },
  { version: 'cOS-CN-PON', type: 'CN-PON', software: ['2.9.3', '2.10.0'] },
]
const stages = ['PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'LIFT', 'PRE_SALES']

/** Tables that `loadScaleAccounts` fills. */
const tables = ['accounts', 'deployments'] as const

/** Loads this many invented operators with their deployments after the existing ones, the same each time. */
async function load(client: pg.ClientBase, count: number): Promise<ScaleAccount[]> {
  const firstId = await nextId(client, 'accounts')
  const firstDeployment = await nextId(client, 'deployments')
  const { rows } = await client.query<{ shorts: string[]; csms: number[] }>(
    `select array(select left(name, 9) from accounts) as shorts,
       array(select user_id::int from role_grants where role = 'HARMONIC_CSM' and account_id is null) as csms`,
  )
  const { shorts, csms } = rows[0]!
  const takenShorts = new Set(shorts)
  const newAccounts = [...inventAccounts(seededRandom(1), takenShorts, { count, firstId, firstDeployment })]
  const random = seededRandom(2)
  // What an account has from its beginning, triggers make: its storage, its channel, its subscription, its list of cases.
  await client.query('alter table accounts enable trigger user')
  await copyRows(
    client,
    'accounts',
    [
      'id',
      'name',
      'display_name',
      'account_type',
      'stage',
      'region',
      'country',
      'city',
      'time_zone',
      'csm_id',
      'project_key',
      'domains',
      'created_at',
    ],
    newAccounts.map((account) => {
      const { region, country, zone } = account.place
      const createdAt = new Date(Date.now() - random.below(2500) * 86_400_000)
      return [
        account.id,
        account.name,
        account.displayName,
        'CUSTOMER',
        random.pick(stages),
        region,
        country,
        account.city,
        zone,
        csms.length > 0 ? random.pick(csms) : null,
        account.projectKey,
        [account.domain],
        createdAt,
      ]
    }),
  )
  await copyRows(
    client,
    'deployments',
    ['id', 'account_id', 'name', 'version', 'type', 'software_version', 'stage', 'modems', 'onus'],
    newAccounts.flatMap((account) =>
      account.deploymentIds.map((id, place) => {
        const { version, type, software } = deployments[(account.id + place) % deployments.length]!
        const devices = Math.round(account.weight * 40_000)
        const pon = type === 'CN-PON'
        return [
          id,
          account.id,
          `${account.name}-${place + 1}`,
          version,
          type,
          random.pick(software),
          place === 3 ? 'LIFT' : 'PRODUCTION',
          pon ? 0 : devices,
          pon ? devices : 0,
        ]
      }),
    ),
  )
  await client.query(`select setval(pg_get_serial_sequence('accounts', 'id'), (select max(id) from accounts)),
    setval(pg_get_serial_sequence('deployments', 'id'), (select max(id) from deployments))`)
  return newAccounts
}

type Place = (typeof names.places)[number]

function* inventAccounts(
  random: SeededRandom,
  takenShorts: Set<string>,
  { count, firstId, firstDeployment }: { count: number; firstId: number; firstDeployment: number },
): Iterable<ScaleAccount & { place: Place }> {
  let deployment = firstDeployment
  for (let madeCount = 0; madeCount < count; ) {
    const town = random.pick(names.beginnings) + random.pick(names.endings)
    // The first nine letters distinguish accounts in the networks' names.
    const short = town.toLowerCase().slice(0, 9)
    const kind = random.pick(names.kinds)
    const name = `${town.toLowerCase()}-${kind.toLowerCase()}`
    if (takenShorts.has(short)) continue
    takenShorts.add(short)
    const place = random.pick(names.places)
    const deploymentIds = Array.from({ length: 1 + random.below(4) }, () => deployment++)
    yield {
      id: firstId + madeCount,
      name: name.slice(0, 32),
      displayName: `${town} ${kind}`,
      domain: `${name}.example`,
      projectKey: `${town.slice(0, 4).toUpperCase()}${(1296 + madeCount).toString(36).toUpperCase()}`,
      city: random.pick(place.cities),
      place,
      deploymentIds,
      weight: 1 / (0.05 + random.share()) ** 1.2,
    }
    madeCount += 1
  }
}

/** The accounts of a large installation: the tables that are filled, and how. */
export const scaleAccounts = { tables, load } as const
