import type { LogContent } from './log-truth.ts'

/** A form of log: its file name, its lines, and which of the facts a reader of it can know. */
export type LogForm = {
  readonly name: string
  readonly knows: readonly ('product' | 'version' | 'serial' | 'modems')[]
  readonly lines: (content: LogContent) => string[]
}

/** Logs as devices, containers, tools and operators write them. */
export const logForms: readonly LogForm[] = [
  {
    name: 'tech-support.txt',
    knows: ['product', 'version', 'serial', 'modems'],
    lines: (c) => [
      `! ${c.product} show tech-support, taken Fri Nov 20 02:51:07 2026`,
      '!',
      'Core ........................ core-0',
      `Software Version ............ ${c.version} (build 1189, OpenSSL 3.0.7)`,
      `Chassis Serial Number ....... ${c.serial}`,
      'Last restart reason ......... operator request',
      '!',
      ...c.secretLines,
      '! minimum version for this feature: 2.0.0',
      ...c.ordinary(60),
      ...c.fault,
      `docsis: ${c.modems} modems offline on 3 MAC domains`,
    ],
  },
  {
    name: 'rpd-syslog.log',
    knows: ['product', 'version', 'serial', 'modems'],
    lines: (c) => [
      `Nov 20 02:12:01 ${c.device} kernel: Linux version 5.10.120 (gcc version 9.3.0)`,
      `Nov 20 02:12:02 ${c.device} sys[411]: ${c.product} ${c.version}, model RN-120-12-AC`,
      `Nov 20 02:12:02 ${c.device} sys[411]: serial ${c.serial} name ${c.device}`,
      ...prefixed(`Nov 20 02:13:30 ${c.device}`, [...c.ordinary(40), ...c.secretLines]),
      ...prefixed(`Nov 20 02:36:09 ${c.device}`, c.fault),
      `Nov 20 02:50:31 ${c.device} docsis: modems online ${c.total - c.modems} of ${c.total}`,
    ],
  },
  {
    name: 'us-sched.json.log',
    knows: ['product', 'version', 'modems'],
    lines: (c) => [
      JSON.stringify({
        time: '2026-11-20T01:10:00Z',
        svc: 'boot',
        product: c.product,
        version: c.version,
        go: '1.22.4',
      }),
      ...c
        .ordinary(50)
        .map((msg, nth) => JSON.stringify({ time: `2026-11-20T01:11:${10 + (nth % 50)}Z`, svc: 'us-sched', msg })),
      ...c.secretLines,
      ...c.fault.map((msg) => JSON.stringify({ time: '2026-11-20T02:36:00Z', level: 'error', msg })),
      JSON.stringify({
        time: '2026-11-20T02:36:11Z',
        svc: 'docsis',
        msg: 'summary',
        modems_offline: c.modems,
        modems_total: c.total,
      }),
    ],
  },
  {
    name: 'components.log',
    knows: ['product', 'version', 'serial'],
    lines: (c) => [
      `ts=2026-11-20T01:00:00Z lvl=info comp=boot product="${c.product}" release=${c.version} sn=${c.serial} kernel=6.1.55`,
      ...c.ordinary(70).map((msg, nth) => `ts=2026-11-20T01:00:${10 + (nth % 50)}Z lvl=info comp=core msg="${msg}"`),
      ...c.secretLines,
      ...c.fault.map((msg) => `ts=2026-11-20T02:36:04Z lvl=err comp=core msg="${msg}"`),
    ],
  },
  {
    name: 'console-capture.txt',
    knows: ['product', 'version', 'serial'],
    lines: (c) => [
      'U-Boot 2019.07 (Mar 02 2026 - 10:11:58 +0000)',
      'DRAM:  2 GiB',
      `Booting ${c.product} version ${c.version} from bank A`,
      'Linux version 5.10.120 (oe-user@build) (gcc version 9.3.0)',
      `Serial No: ${c.serial}`,
      `${c.device} login: root`,
      ...c.ordinary(30),
      ...c.secretLines,
      'fwmgr: server offers image 9.9.9, ignored by policy',
      ...c.fault,
    ],
  },
  {
    name: 'inventory.csv',
    knows: ['product', 'version', 'serial'],
    lines: (c) => [
      'device,serial,software,release,state,mac',
      `${c.device},${c.serial},${c.product},${c.version},online,00:90:f0:1a:22:0c`,
      ...c.secretLines.map((line) => `# ${line}`),
      ...c.fault.map((line) => `${c.device},,,,"${line}",`),
    ],
  },
  {
    name: 'cluster-events.txt',
    knows: ['product', 'version'],
    lines: (c) => [
      'LAST SEEN   TYPE      REASON      OBJECT                       MESSAGE',
      `14m         Normal    Pulling     pod/core-docsis-0            Pulling image "registry.vendor.example/${imageOf(c.product)}:${c.version}"`,
      ...c.ordinary(20).map((msg) => `13m         Normal    Event       pod/core-docsis-0            ${msg}`),
      ...c.fault.map((msg) => `9m          Warning   Failed      pod/core-docsis-0            ${msg}`),
      ...c.secretLines,
      '2m          Normal    Started     pod/coredns-5d78c9869d-x2x   Started container coredns v1.10.1',
    ],
  },
  {
    name: 'device-report.xml',
    knows: ['product', 'version', 'serial', 'modems'],
    lines: (c) => [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<report device="${c.device}">`,
      `  <product>${c.product}</product><softwareVersion>${c.version}</softwareVersion>`,
      `  <serialNumber>${c.serial}</serialNumber><hardwareRevision>C</hardwareRevision>`,
      ...c.secretLines.map((line) => `  <!-- ${line} -->`),
      ...[...c.ordinary(15), ...c.fault].map((line) => `  <event>${line}</event>`),
      `  <event>lost ${c.modems} modems at 02:36:11</event>`,
      '</report>',
    ],
  },
  {
    name: 'values.yaml',
    knows: ['product', 'version'],
    lines: (c) => [
      'apiVersion: v1',
      `product: ${c.product}`,
      'core:',
      '  replicas: 2',
      `  softwareVersion: "${c.version}"`,
      '  chart: 0.14.2',
      ...c.secretLines.map((line) => `  # ${line}`),
      'notes: |',
      ...[...c.ordinary(10), ...c.fault].map((line) => `  ${line}`),
    ],
  },
  {
    name: 'operator-notes.txt',
    knows: ['product', 'version', 'modems'],
    lines: (c) => [
      'Night shift, 20 November',
      `We run ${c.product} ${c.version} on two cores since May, and shall move to the next release in January.`,
      `At 02:36 ${c.modems} cable modems went offline; TAC asked for the serial of the node, we do not have it yet.`,
      'Community of operators reports the same. The password was not changed.',
      ...c.secretLines,
      ...c.ordinary(12),
      ...c.fault,
    ],
  },
  {
    name: 'cli-session.log',
    knows: ['product', 'version', 'serial', 'modems'],
    lines: (c) => [
      'core-0# show version',
      `${c.product} Software, Version ${c.version}, RELEASE SOFTWARE (fc2)`,
      'Uptime is 41 weeks, 2 days',
      'core-0# show inventory',
      `NAME: "node ${c.device}", DESCR: "Remote PHY node"  PID: RN-120-12-AC , VID: C , SN: ${c.serial}`,
      'NAME: "sfp 0/1", DESCR: "10G ER" PID: SFP-10G-ER , SN: FNS21410KQ7',
      'core-0# show running-config | include community|secret|key',
      ...c.secretLines,
      'core-0# show log',
      ...c.ordinary(40),
      ...c.fault,
      'core-0# show cable modem summary',
      'Interface    Total   Online  Offline  Ranging',
      `Md1:0/0      ${c.total}     ${c.total - c.modems}      ${c.modems}        0`,
    ],
  },
  {
    name: 'trace.log',
    knows: ['product', 'version', 'serial', 'modems'],
    lines: (c) => [
      '> GET /api/v2/devices HTTP/1.1',
      '> User-Agent: curl/8.5.0 OpenSSL/3.0.13',
      ...c.secretLines,
      '< HTTP/1.1 200 OK',
      `< {"device":"${c.device}","serialNumber":"${c.serial}","product":"${c.product}","softwareVersion":"${c.version}","schemaVersion":"1.4.0"}`,
      ...c.ordinary(10).map((line) => `* ${line}`),
      ...c.fault.map((line) => `* ${line}`),
      `* registered ${c.total - c.modems} of ${c.total} modems; cm offline: ${c.modems}`,
    ],
  },
]

function prefixed(prefix: string, lines: readonly string[]): string[] {
  return lines.map((line) => `${prefix} ${line}`)
}

function imageOf(product: string): string {
  return product.toLowerCase().replaceAll(' ', '-')
}
