import type { LabelSet } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { type NewestValue, newestSeries } from './newest-series.ts'

type Cell = string | number | boolean | null
export type SheetRow = Readonly<Record<string, Cell>>
/** The rows of each sheet; `summary` has one. */
export type Sheets = Readonly<Record<'summary' | 'modems' | 'rpds' | 'macDomains' | 'onus', readonly SheetRow[]>>

/** The deployment that an inventory is made of. */
export type InventoryDeployment = {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly softwareVersion: string | null
  readonly isExcluded: boolean
}

/** Makes the sheets of a deployment from its newest samples. */
export async function readSheets(db: Database, deployment: InventoryDeployment, at: number): Promise<Sheets> {
  const read = (selector: string) => newestSeries(db, { deployment: deployment.id, selector, at })
  const modems = await read('cable_modems')
  const onus = await read('pon_onus')
  const models = await read('cable_modem_models')
  const rpds = await rpdRows(read)
  const macDomains = await macDomainRows(read, modems)
  const ports = ponRows(onus)
  const isCn = deployment.version.includes('-CN-')
  const knownModems = sumOf(modems.filter(({ labels }) => labels.state !== 'denied'))
  const d31 = sumOf(modems.filter(({ labels }) => labels.state !== 'denied' && Number(labels.docsis_version) >= 3.1))
  const all = [...modems, ...onus]
  return {
    summary: [
      {
        version: deployment.version,
        softwareVersion: deployment.softwareVersion,
        clusters: distinct(all, 'cluster'),
        ccaps: distinct(modems, 'ccap'),
        rpds: rpds.length,
        rpsPorts: rpds.filter(({ rpd }) => String(rpd).startsWith('RPS-')).length,
        macDomains: macDomains.length,
        modemsTotal: knownModems,
        modemsOnline: sumOf(modems.filter(isOnline)),
        cmCountCn: isCn ? knownModems : 0,
        cmCountCnD31: isCn ? d31 : 0,
        cmCountNonCn: isCn ? 0 : knownModems,
        cmCountD31: d31,
        onuCount: sumOf(onus),
        excludedFromTotal: deployment.isExcluded,
      },
    ],
    modems: models.map(({ labels, value }) => ({
      vendor: labels.vendor ?? '',
      model: labels.model ?? '',
      firmware: labels.firmware ?? '',
      docsisVersion: labels.docsis_version ?? '',
      count: value,
    })),
    rpds,
    macDomains,
    onus: ports,
  }
}

type Read = (selector: string) => Promise<NewestValue[]>

async function rpdRows(read: Read): Promise<SheetRow[]> {
  const place = ({ labels }: NewestValue) => `${labels.cluster ?? ''} ${labels.ccap ?? ''} ${labels.rpd ?? ''}`
  const by = async (selector: string) => new Map((await read(selector)).map((one) => [place(one), one]))
  const [info, up, startTimes, warm] = [
    await by('cable_rpd_info'),
    await by('cable_rpd_up'),
    await by('cable_rpd_start_time_seconds'),
    await by('cable_rpd_temperature_celsius'),
  ]
  const places = [...new Set([...info.keys(), ...up.keys()])].sort()
  return places.map((key) => {
    const labels = (info.get(key) ?? up.get(key))!.labels
    const start = startTimes.get(key)?.value
    const text = (label: string) => labels[label] ?? ''
    return {
      ...{ cluster: text('cluster'), ccap: text('ccap'), rpd: text('rpd'), node: text('node'), kind: text('kind') },
      ...{ model: text('model'), serial: text('serial'), version: text('version') },
      up: up.has(key) ? up.get(key)!.value === 1 : null,
      lastStart: start === undefined ? null : new Date(start * 1000).toISOString(),
      temperature: warm.get(key)?.value ?? null,
    }
  })
}

async function macDomainRows(read: Read, modems: readonly NewestValue[]): Promise<SheetRow[]> {
  const key = ({ cluster = '', ccap = '', rpd = '', md = '' }: LabelSet) => [cluster, ccap, rpd, md].join('\n')
  const capacity = await read('cable_md_capacity_bits_per_second')
  const channels = await read('cable_channel_utilization_ratio')
  const places = [
    ...new Set([...modems, ...capacity].filter(({ labels }) => labels.md).map(({ labels }) => key(labels))),
  ]
  const [modemsOf, capacityOf, channelsOf] = [modems, capacity, channels].map((series) => {
    const groups = new Map<string, NewestValue[]>()
    for (const one of series) {
      const own = groups.get(key(one.labels))
      if (own) own.push(one)
      else groups.set(key(one.labels), [one])
    }
    return (place: string) => groups.get(place) ?? []
  }) as [(place: string) => NewestValue[], (place: string) => NewestValue[], (place: string) => NewestValue[]]
  return places.sort().map((place) => {
    const [cluster = '', ccap = '', rpd = '', md = ''] = place.split('\n')
    const own = channelsOf(place)
    const count = (direction: string, ofdm: boolean) =>
      own.filter(({ labels }) => labels.direction === direction && /ofdm/i.test(labels.channel_type ?? '') === ofdm)
        .length
    const bits = (direction: string) =>
      capacityOf(place).find(({ labels }) => labels.direction === direction)?.value ?? null
    return {
      ...{ cluster, ccap, rpd, md, usChannels: count('us', false), dsChannels: count('ds', false) },
      ...{ usOfdma: count('us', true), dsOfdm: count('ds', true), usCapacity: bits('us'), dsCapacity: bits('ds') },
      modems: sumOf(modemsOf(place).filter(({ labels }) => labels.state !== 'denied')),
    }
  })
}

function ponRows(onus: readonly NewestValue[]): SheetRow[] {
  const ports = new Map<string, { row: SheetRow; count: number; online: number }>()
  for (const { labels, value } of onus) {
    const { olt = '', pon_port: ponPort = '', technology = '' } = labels
    const key = `${olt} ${ponPort}`
    const port = ports.get(key) ?? { row: { olt, ponPort, technology }, count: 0, online: 0 }
    port.count += value
    if (labels.state === 'online') port.online += value
    ports.set(key, port)
  }
  return [...ports.values()].map(({ row, count, online }) => ({ ...row, count, online }))
}

const isOnline = ({ labels }: NewestValue) => labels.state === 'online' || labels.state === 'partial'

function sumOf(series: readonly NewestValue[]): number {
  return series.reduce((sum, { value }) => sum + value, 0)
}

function distinct(series: readonly NewestValue[], label: string): number {
  return new Set(series.flatMap(({ labels }) => labels[label] ?? [])).size
}
