import type { NetConnectOpts } from 'node:net'
import {
  type Scanner,
  type ScannerFacts,
  ScannerUnavailableError,
  type ScanResult,
} from '#features/platform/file-scans/server/index.ts'
import { ClamdConnectionClosed, clamdAddress, type Stream, sendClamdCommand } from './clamd-client.ts'

/** Implements `Scanner` by clamd's protocol (clamd(8)), at `tcp://host:port` or `unix:/path`. */
export function clamavScanner(url: string): Scanner {
  const address = clamdAddress(url)
  return {
    look: async (open) => findingOf(await sendWhole(address, open)),
    describe: async () => factsOf(await sendClamdCommand(address, 'VERSION')),
  }
}

/**
 * clamd disconnects without a readable response when bytes beyond its limit arrive too quickly; then they are sent
 * slower.
 */
async function sendWhole(address: NetConnectOpts, open: () => AsyncIterable<Buffer>): Promise<string> {
  let doubtful: Stream['doubtful']
  for (const pauseMs of [50, 1_000, 0]) {
    try {
      return await sendClamdCommand(address, 'INSTREAM', { bytes: open(), ...(doubtful && { doubtful }) })
    } catch (failure) {
      if (!(failure instanceof ClamdConnectionClosed) || pauseMs === 0) throw failure
      doubtful = { at: failure.sent, pauseMs }
    }
  }
  throw new ScannerUnavailableError('The scanner broke off.')
}

/**
 * `stream: OK`, `stream: Eicar-Signature FOUND`, `INSTREAM size limit exceeded. ERROR`; throws for errors of the
 * scanner itself.
 */
function findingOf(reply: string): ScanResult {
  if (/^stream: OK$/.test(reply)) return { verdict: 'CLEAN' }
  const [, words] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  // With AlertExceedsMax it reports content that it has not scanned, instead of OK.
  if (words?.startsWith('Heuristics.Limits.Exceeded')) return { verdict: 'UNSCANNABLE', words: 'too-large' }
  if (words) return { verdict: 'QUARANTINED', words }
  if (/size limit exceeded/i.test(reply)) return { verdict: 'UNSCANNABLE', words: 'too-large' }
  throw new Error(`the scanner responded "${reply.slice(0, 200)}"`)
}

/** `ClamAV 1.4.3/27800/Thu Oct 23 09:46:22 2025`; without signatures the first part alone. Its time is local. */
function factsOf(reply: string): ScannerFacts {
  const [engine = '', signatures, at] = reply.split('/')
  const builtAt = new Date(at ?? '')
  return {
    engine: engine.slice(0, 100),
    signatures: signatures ?? null,
    signaturesMade: Number.isNaN(builtAt.getTime()) ? null : builtAt,
  }
}
