import type * as z from 'zod/mini'
import type { FileChecks } from '#features/platform/file-scans/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import type { LiveState } from '#kit/web/live/live-client.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { readVersions, SystemInfo } from '../contract.ts'
import type { useText } from '../texts.ts'

/** One part of the system: its state, the reason if not well, and its facts as text. */
export type SystemPart = {
  id: 'portal' | 'database' | 'live' | 'jobs' | 'events' | 'mail' | 'outside' | 'storage' | 'files' | 'versions'
  state: 'ok' | 'warn' | 'bad'
  reason?: string
  facts: readonly (readonly [name: string, value: string])[]
  /** Further facts of the text, which the page shows in cards of their own. */
  inText?: SystemPart['facts']
}

const ONE_GB = 1024 ** 3
const MANY_EVENTS = 1000

type Versions = z.output<typeof readVersions.reply>
type Say = ReturnType<typeof useText>

/** Evaluates the server's figures, and the page's own live connection. */
export function systemParts(
  t: Say,
  info: SystemInfo,
  { versions, checks }: { versions: Versions | undefined; checks: FileChecks | undefined },
  connection: LiveState,
): SystemPart[] {
  const { queues, outside, connections, storage, database, live } = info
  const space = storage.free !== null && storage.free < ONE_GB
  const mailWaits = !info.mail.configured && queues.mailWaiting > 0
  return [
    {
      id: 'portal',
      state: 'ok',
      facts: [
        [t('row.version'), info.version],
        [t('row.environment'), info.environment],
        [t('row.node'), info.node],
        [t('row.started'), formatDateTime(info.started)],
        [t('row.demo'), t(info.demo ? 'row.yes' : 'row.no')],
      ],
      inText: info.trackerUrl ? [[t('row.tracker'), info.trackerUrl]] : [],
    },
    {
      id: 'database',
      ...stateWithReason(Math.abs(database.clockDifference) > 30 ? 'warn' : 'ok', t('reason.clock')),
      facts: [
        [t('row.server'), `PostgreSQL ${database.version}, ${t(database.embedded ? 'row.embedded' : 'row.external')}`],
        [t('row.size'), formatBytes(database.bytes)],
        [t('row.connections'), String(database.connections)],
        [t('row.clock'), t('row.clockSeconds', { seconds: database.clockDifference })],
      ],
    },
    {
      id: 'live',
      ...stateWithReason(connection === 'closed' ? 'warn' : 'ok', t('reason.live')),
      facts: [
        [t('row.thisPage'), t(`live.${connection}`)],
        [t('row.connections'), String(live.connections)],
        [t('row.channels'), String(live.channels)],
      ],
    },
    {
      id: 'jobs',
      ...stateWithReason(queues.failedJobs > 0 ? 'bad' : 'ok', t('reason.jobs', { count: queues.failedJobs })),
      facts: [
        [t('row.waiting'), String(queues.jobs)],
        [t('row.failed'), String(queues.failedJobs)],
      ],
    },
    {
      id: 'events',
      ...stateWithReason(
        queues.eventsWaiting > MANY_EVENTS ? 'warn' : 'ok',
        t('reason.events', { count: queues.eventsWaiting }),
      ),
      facts: [[t('row.waiting'), String(queues.eventsWaiting)]],
    },
    {
      id: 'mail',
      ...stateWithReason(
        queues.mailFailed > 0 ? 'bad' : mailWaits ? 'warn' : 'ok',
        queues.mailFailed > 0
          ? t('reason.mail', { count: queues.mailFailed })
          : t('reason.smtp', { count: queues.mailWaiting }),
      ),
      facts: [
        [t('row.smtp'), t(info.mail.configured ? 'row.configured' : 'row.outbox')],
        [t('row.waiting'), String(queues.mailWaiting)],
        [t('row.failed'), String(queues.mailFailed)],
      ],
    },
    {
      id: 'outside',
      ...stateWithReason(
        outside.failing > 0 ? 'bad' : outside.deadLetters > 0 ? 'warn' : 'ok',
        outside.failing > 0
          ? t('reason.failing', { count: outside.failing })
          : t('reason.deadLetters', { count: outside.deadLetters }),
      ),
      facts: [
        [t('row.failing'), String(outside.failing)],
        [t('row.waiting'), String(outside.messagesWaiting)],
        [t('row.deadLetters'), String(outside.deadLetters)],
      ],
      inText: connections.unwell.map((one) => [
        [one.systemName, one.account].filter(Boolean).join(', '),
        attentionOf(t, one),
      ]),
    },
    {
      id: 'storage',
      ...stateWithReason(space ? 'bad' : 'ok', t('reason.space')),
      facts: [
        [t('row.files'), formatCount(storage.files)],
        [t('row.used'), formatBytes(storage.bytes)],
        ...(storage.free === null ? [] : [[t('row.free'), formatBytes(storage.free)] as const]),
      ],
    },
    ...(checks ? [filesPart(t, checks)] : []),
    {
      id: 'versions',
      state: 'ok',
      facts: (versions?.services ?? []).map(({ name, version }) => [name, version] as const),
    },
  ]
}

/** What is wrong with a connection, in words. */
export function attentionOf(t: Say, connection: SystemInfo['connections']['unwell'][number]): string {
  const { failure, failed: failedCount, waiting, contractChanges } = connection
  return [
    failure,
    failedCount > 0 && t('connections.failed', { count: failedCount }),
    waiting > 0 && t('connections.waiting', { count: waiting }),
    contractChanges > 0 && t('connections.changed', { count: contractChanges }),
  ]
    .filter(Boolean)
    .join(' ')
}

const OLD_DAYS = 7

/** Whether uploaded files are scanned, by what, and the results. */
function filesPart(t: Say, { scanner, ...counts }: FileChecks): SystemPart {
  if (!scanner)
    return { id: 'files', state: 'ok', facts: [[t('row.scanner'), t('scanner.off')], ...keptFacts(t, counts)] }
  const { away, error, engine, signatures, signaturesMade } = scanner
  const old = signaturesMade !== null && Date.now() - Date.parse(signaturesMade) > OLD_DAYS * 86_400_000
  const state = away !== null ? 'bad' : old ? 'warn' : 'ok'
  return {
    id: 'files',
    ...stateWithReason(
      state,
      away === null ? t('reason.signatures', { count: OLD_DAYS }) : `${t('reason.scanner')} ${away}`,
    ),
    facts: [
      [t('row.scanner'), away === null ? (engine ?? '') : t('scanner.away')],
      ...(away === null
        ? [
            [
              t('row.signatures'),
              signatures === null ? t('scanner.none') : signatureWords(signatures, signaturesMade),
            ] as const,
          ]
        : []),
      [t('row.waiting'), String(counts.waiting)],
      ...(counts.earlier > 0 ? [[t('row.earlier'), String(counts.earlier)] as const] : []),
      ...keptFacts(t, counts),
      ...(error === null ? [] : [[t('row.lastError'), error] as const]),
    ],
  }
}

function keptFacts(t: Say, { quarantined, unscannable }: Omit<FileChecks, 'scanner'>): SystemPart['facts'] {
  return [
    [t('row.quarantined'), String(quarantined)],
    [t('row.unscannable'), String(unscannable)],
  ]
}

function signatureWords(number: string, builtAt: string | null): string {
  return builtAt === null ? number : `${number}, ${formatDateTime(builtAt)}`
}

/** The same as plain text, for a ticket. */
export function systemText(t: Say, parts: readonly SystemPart[], title: string): string {
  const lines = parts.flatMap((part) => [
    '',
    `${t(`part.${part.id}`)}: ${t(`state.${part.state}`)}${part.reason ? ` (${part.reason})` : ''}`,
    ...[...part.facts, ...(part.inText ?? [])].map(([name, value]) => `  ${name}: ${value}`),
  ])
  return [title, ...lines].join('\n')
}

function stateWithReason(state: SystemPart['state'], reason: string): Pick<SystemPart, 'state' | 'reason'> {
  return state === 'ok' ? { state } : { state, reason }
}
