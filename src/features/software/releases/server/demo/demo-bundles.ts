import type { DemoFile } from './demo-files.ts'

/** A bundle of the demo, with its releases. Its files are real: this program's own sources and documents. */
export type DemoBundle = {
  readonly name: string
  readonly patchOf?: string
  readonly type: 'DOCSIS' | 'CN-DOCSIS' | 'CN-PON'
  readonly daysAgo: number
  readonly note: string
  readonly files: readonly (readonly [name: string, file: DemoFile, kind: 'product' | 'document'])[]
  readonly releases: readonly DemoRelease[]
  /** Why it is on hold. */
  readonly held?: string
}

/** A release of the demo: delivered 47 minutes after it was created, unless it waits. */
export type DemoRelease = {
  readonly account: string
  readonly daysAgo: number
  readonly note: string
  readonly waits?: true
}

const upgrade = (from: string) =>
  `Upgrade from ${from} in one maintenance window. **Back up the configuration first**; the guide says how. No modem needs to be restarted.`

/** The software of the demo, oldest first. */
export const demoBundles: readonly DemoBundle[] = [
  {
    name: 'cOS-DOCSIS 1.21.4',
    type: 'DOCSIS',
    daysAgo: 74,
    note: 'Last of the 1.21 line. Security fixes only from here on.',
    files: [
      ['cos-docsis-1.21.4.tgz', 'core', 'product'],
      ['upgrade-guide-1.21.4.md', 'guide', 'document'],
    ],
    releases: [
      { account: 'nordfeld-kabel', daysAgo: 71, note: upgrade('1.20') },
      { account: 'holmewick-media', daysAgo: 70, note: upgrade('1.20') },
    ],
  },
  {
    name: 'cOS-CN-DOCSIS 3.24.2',
    type: 'CN-DOCSIS',
    daysAgo: 52,
    note: 'Telemetry was cut back to what the analytics read; see the list in the guide.',
    files: [
      ['cos-cn-docsis-3.24.2.tgz', 'core', 'product'],
      ['upgrade-guide-3.24.2.md', 'guide', 'document'],
      ['sbom-3.24.2.cdx.json', 'sbom', 'document'],
    ],
    releases: [
      { account: 'nordfeld-kabel', daysAgo: 50, note: upgrade('3.24.0') },
      { account: 'vantreight-group', daysAgo: 49, note: upgrade('3.24.0') },
      { account: 'larkspur-cable', daysAgo: 47, note: upgrade('3.22.1') },
    ],
  },
  {
    name: 'cOS-CN-PON 2.9.3',
    type: 'CN-PON',
    daysAgo: 38,
    note: 'ONUs of one batch came up without their profile in the lab; cause not found yet.',
    files: [
      ['cos-cn-pon-2.9.3.tgz', 'core', 'product'],
      ['upgrade-guide-2.9.3.md', 'guide', 'document'],
    ],
    releases: [{ account: 'holmewick-media', daysAgo: 36, note: upgrade('2.8') }],
    held: 'ONUs can lose their profile after a restart. Wait for 2.11.0.',
  },
  {
    name: 'cOS-DOCSIS 1.22.0',
    type: 'DOCSIS',
    daysAgo: 12,
    note: 'OFDMA profile hysteresis per MAC domain. Needs RPD firmware 9.5.2 or later.',
    files: [
      ['cos-docsis-1.22.0.tgz', 'whole', 'product'],
      ['mibs-and-api-1.22.0.json', 'api', 'product'],
      ['upgrade-guide-1.22.0.md', 'guide', 'document'],
      ['verify-a-release.md', 'verify', 'document'],
      ['sbom-1.22.0.cdx.json', 'sbom', 'document'],
    ],
    releases: [
      { account: 'nordfeld-kabel', daysAgo: 6, note: upgrade('1.21.4') },
      { account: 'holmewick-media', daysAgo: 0.2, note: upgrade('1.21.4'), waits: true },
    ],
  },
  {
    name: 'cOS-CN-DOCSIS 3.25.0',
    patchOf: 'cOS-CN-DOCSIS 3.24.2',
    type: 'CN-DOCSIS',
    daysAgo: 5,
    note: 'Adds the telemetry service and the multicast fix that three customers wait for.',
    files: [
      ['cos-cn-docsis-3.25.0.tgz', 'whole', 'product'],
      ['playbooks-3.25.0.tgz', 'papers', 'product'],
      ['upgrade-guide-3.25.0.md', 'guide', 'document'],
      ['verify-a-release.md', 'verify', 'document'],
      ['sbom-3.25.0.cdx.json', 'sbom', 'document'],
    ],
    releases: [
      { account: 'larkspur-cable', daysAgo: 3, note: upgrade('3.24.2') },
      { account: 'nordfeld-kabel', daysAgo: 0.1, note: upgrade('3.24.2'), waits: true },
      { account: 'vantreight-group', daysAgo: 0.05, note: upgrade('3.24.2'), waits: true },
    ],
  },
  {
    name: 'cOS-CN-PON 2.11.0',
    type: 'CN-PON',
    daysAgo: 1,
    note: 'Holds the fix for the lost profiles. To be released after the lab has run it over a weekend.',
    files: [
      ['cos-cn-pon-2.11.0.tgz', 'whole', 'product'],
      ['upgrade-guide-2.11.0.md', 'guide', 'document'],
      ['sbom-2.11.0.cdx.json', 'sbom', 'document'],
    ],
    releases: [],
  },
]
