import { type SeededRandom, seededRandom } from '#kit/server/load/seeded.ts'
import { logForms } from './log-forms.ts'
import type { LabelledLog, LogContent } from './log-truth.ts'
import { secretForms } from './planted-secrets.ts'

const SECRETS = 40

type Kind = {
  readonly product: string
  readonly versions: readonly string[]
  readonly serial: string
  readonly faults: readonly (readonly string[])[]
}

const kinds: readonly Kind[] = [
  {
    product: 'cOS-CN-DOCSIS',
    versions: ['3.22.1', '3.24.0', '3.24.2'],
    serial: 'SW24HM',
    faults: [
      ['reg: reg-rsp no_resource cm 00:10:18:de:ad:01', 'sid table exhausted md 3'],
      ['orch: failover: full state sync of 61,202 flows'],
      [],
    ],
  },
  {
    product: 'cOS-DOCSIS',
    versions: ['1.21.4', '1.22.0'],
    serial: 'SW23HM',
    faults: [['us-sched: grant underrun md=4 us=2', 'core: tick wrap at 4294967295'], []],
  },
  {
    product: 'cOS-CN-PON',
    versions: ['2.9.3', '2.11.0'],
    serial: 'OPX',
    faults: [['olt: onu O4 timeout after 3 tries'], ['olt: plug temperature critical 92 C'], []],
  },
  {
    product: 'RPD firmware',
    versions: ['9.4.0', '9.5.2', '9.6.1'],
    serial: 'RN1',
    faults: [
      ['kernel: oom-kill pnmd rss 402 MB', 'ssd: write abort, image discarded'],
      ['ptp: master changed, state ACQUIRING'],
      ['ds-phy: MAP late 41 us'],
      [],
    ],
  },
  {
    product: 'RPS firmware',
    versions: ['7.3.1', '7.4.0'],
    serial: 'RS2',
    faults: [['env: fan rpm low tray rev C'], []],
  },
  { product: 'NSG firmware', versions: ['3.2.4', '3.2.8'], serial: 'RL2', faults: [['gnss: leap table expired'], []] },
]

const signatures = [
  'reg-rsp no_resource',
  'sid table exhausted',
  'failover: full state sync',
  'us-sched: grant underrun',
  'tick wrap',
  'onu o4 timeout',
  'plug temperature critical',
  'oom-kill pnmd',
  'ssd: write abort',
  'ptp: master changed, state acquiring',
  'map late',
  'fan rpm low tray',
  'leap table expired',
]

const ordinary: readonly ((random: SeededRandom) => string)[] = [
  (r) => `us-sched: md ${r.below(8)} utilisation ${r.below(100)} % snr ${30 + r.below(12)}.${r.below(10)} dB`,
  (r) => `cm 00:10:18:${hex(r)}:${hex(r)}:${hex(r)} ranging complete, timing offset ${r.below(4000)}`,
  (r) => `dhcp: relay to 10.4.${r.below(200)}.${r.below(200)}, ${r.below(400)} leases`,
  (r) => `telemetry: stream ${r.below(40)} sent ${r.below(9000)} points in ${r.below(300)} ms`,
  (r) => `auth: password authentication accepted for user noc${r.below(9)}`,
  (r) => `bgp: community 65010:${100 + r.below(800)} received from 10.0.0.${r.below(250)}`,
  (r) => `tls: certificate serial 0x${hex(r)}${hex(r)}${hex(r)} expires in ${r.below(300)} days`,
  (r) => `fan: tray ${r.below(3)} at ${4000 + r.below(3000)} rpm`,
  (r) => `ofdma: profile ${r.below(5)} for ${r.below(500)} modems, all within limits`,
  (r) => `gcp: session ${r.below(90_000)} keepalive in ${r.below(90)} ms, protocol 1.0.2`,
]

/** Sixty logs with what is true of them, and forty secrets among them; the same ones for the same seed. */
export function labelledLogs(seed = 20_261_120): LabelledLog[] {
  const random = seededRandom(seed)
  const logs = Array.from({ length: 60 }, (_, nth) => nth)
  return logs.map((nth) =>
    logOf(random, nth, { planted: nth < SECRETS ? [secretForms[nth % secretForms.length]!(random)] : [] }),
  )
}

function logOf(
  random: SeededRandom,
  nth: number,
  { planted }: { planted: { lines: string[]; secret: string }[] },
): LabelledLog {
  const form = logForms[(nth + Math.floor(nth / logForms.length)) % logForms.length]!
  const kind = kinds[random.below(kinds.length)]!
  const total = 300 + random.below(9_000)
  const modems = 2 + random.below(290)
  const fault = kind.faults[random.below(kind.faults.length)]!
  const content: LogContent = {
    random,
    product: kind.product,
    version: kind.versions[random.below(kind.versions.length)]!,
    serial: serialOf(random, kind.serial),
    device: `rpd-${String(random.below(9_999)).padStart(4, '0')}`,
    modems,
    total,
    fault,
    ordinary: (count) => Array.from({ length: count }, () => ordinary[random.below(ordinary.length)]!(random)),
    secretLines: planted.flatMap(({ lines }) => lines),
  }
  const knows = new Set(form.knows)
  return {
    name: `${String(nth + 1).padStart(2, '0')}-${form.name}`,
    text: `${form.lines(content).join(nth % 7 === 3 ? '\r\n' : '\n')}\n`,
    truth: {
      product: knows.has('product') ? kind.product : null,
      version: knows.has('version') ? content.version : null,
      serials: knows.has('serial') ? [content.serial] : [],
      modems: knows.has('modems') ? modems : null,
      signatures: signatures.filter((one) => fault.some((line) => line.toLowerCase().includes(one))),
      secrets: planted.map(({ secret }) => secret),
    },
  }
}

function serialOf(random: SeededRandom, kind: string): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  if (kind.startsWith('SW')) return `${kind}${digits(6)}`
  if (kind === 'OPX') return `OPX${digits(1)}KQ${digits(1)}M${digits(2)}F${digits(1)}`
  return `${kind}${digits(2)}W${String(1 + random.below(52)).padStart(2, '0')}K${digits(5)}`
}

function hex(random: SeededRandom): string {
  return random.below(256).toString(16).padStart(2, '0')
}
