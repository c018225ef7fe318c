import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { BlockList, isIPv6 } from 'node:net'
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { replyTokenOf } from '#features/support/case-notifications/server/index.ts'
import { parseAddress } from '#kit/server/client-address.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import { readShared } from '#kit/server/shared-bytes.ts'
import { type MailTaker, receiveDelivered } from './receive-mail.ts'

/** Ten files of the largest size would be 140 MB; a mail rarely has more than this. */
const LARGEST = 30 * 1024 * 1024
/** Of a mail that is too large, the headers are enough to note it. */
const HEAD = 256 * 1024
const CLIENTS = 10
const RECIPIENTS = 10
const IDLE_MS = 60_000

type Replies = NonNullable<AppContext['config']['replies']>

/**
 * Listens for replies to mail over SMTP: from the relay alone, for addresses of the portal alone. A mail is accepted
 * once it is stored what became of it; what is not accepted stays with the relay, which tries again.
 */
export async function listenForMail(
  portal: AppContext,
  replies: Replies,
  store: FileStore,
  takers: readonly MailTaker[] = [],
): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server')
  const isRelay = relayCheck(replies.relays)
  const one = createSemaphore(1)
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', ...(replies.tls ? [] : ['STARTTLS'])],
    ...(replies.tls ? { cert: await readFile(replies.tls.cert), key: await readFile(replies.tls.key) } : {}),
    banner: 'Headend',
    // A mail that is too large is noted with its reason, so it is not rejected by its announced size.
    hideSize: true,
    disableReverseLookup: true,
    maxClients: CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: 1_000,
    onConnect: (session, finish) => finish(isRelay(session.remoteAddress) ? null : smtpError(554, 'not a known relay')),
    onRcptTo(address, session, finish) {
      const isOwn = replyTokenOf(portal, address.address) !== undefined
      if (!isOwn) return finish(smtpError(550, 'no such mailbox'))
      return finish(recipientsOf(session).length > 100 ? smtpError(452, 'too many recipients') : null)
    },
    onData(stream, session, finish) {
      accept(stream, session).then(
        (failure) => finish(failure),
        (failure: Error) => {
          portal.log.error({ err: failure }, 'a mail could not be received')
          finish(smtpError(451, 'not now'))
        },
      )
    },
  })
  smtp.on('error', (failure) => portal.log.warn({ err: failure }, 'the mail listener met a failure'))
  smtp.listen(replies.listen.port, replies.listen.host)
  await once(smtp.server, 'listening')
  return smtp

  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const { bytes, size } = await readShared(stream, LARGEST)
    const recipients = recipientsOf(session)
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
    const raw = size > LARGEST ? bytes.subarray(0, HEAD) : bytes
    const early = size > LARGEST ? 'TOO_LARGE' : recipients.length > RECIPIENTS ? 'TOO_MANY_RECIPIENTS' : undefined
    const leave = await one.take()
    try {
      await receiveDelivered(portal, store, { raw, size, from, recipients, ...(early ? { early } : {}) }, takers)
    } finally {
      leave()
    }
    return early
      ? smtpError(early === 'TOO_LARGE' ? 552 : 550, 'the mail is too large or has too many recipients')
      : null
  }
}

function recipientsOf({ envelope }: SMTPServerSession): string[] {
  return envelope.rcptTo.map(({ address }: SMTPServerAddress) => address)
}

function relayCheck(relays: readonly string[]): (address: string) => boolean {
  const knownRelays = new BlockList()
  for (const relay of relays.length > 0 ? relays : ['127.0.0.0/8', '::1']) {
    const [address = '', bits] = relay.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) knownRelays.addAddress(address, family)
    else knownRelays.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = parseAddress(text)
    return address !== undefined && knownRelays.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
