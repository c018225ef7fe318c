import { compiledProgram, WorkerStopped, workerTask } from '#kit/server/worker-task.ts'
import type { MailWork } from './mail.worker.ts'
import type { ownTextOf, SentTexts } from './own-text.ts'
import type { ReadMail } from './read-mail.ts'

/** The largest mail takes some seconds; the relay waits ten minutes for its answer (RFC 5321 4.5.3.2.6). */
const limits = { timeout: 60_000, memory: 512 }
const work = workerTask<MailWork, unknown>(compiledProgram('./mail.worker.ts', import.meta.url), limits)

/**
 * Takes a mail apart, in a worker: its form is its sender's. One that takes too much time or memory is not readable, and
 * is known by its headers; where these take too much too, by its content alone.
 */
export async function takeApart(raw: Buffer): Promise<ReadMail> {
  for (const depth of ['ALL', 'HEADERS'] as const) {
    try {
      return withBuffers((await work({ raw, depth })) as ReadMail)
    } catch (failure) {
      if (!(failure instanceof WorkerStopped)) throw failure
    }
  }
  return (await work({ raw, depth: 'IDENTITY' })) as ReadMail
}

/** What the sender of a text wrote, found in a worker; undefined where that takes too much time or memory. */
export async function findOwnText(
  text: string,
  sentTexts: SentTexts,
): Promise<ReturnType<typeof ownTextOf> | undefined> {
  try {
    return (await work({ text, sent: sentTexts })) as ReturnType<typeof ownTextOf>
  } catch (failure) {
    if (failure instanceof WorkerStopped) return undefined
    throw failure
  }
}

/** The bytes of files come as they are, without what makes them buffers. */
function withBuffers(mail: ReadMail): ReadMail {
  const files = mail.content.files.map((file) => {
    const { buffer, byteOffset, length } = file.content
    return { ...file, content: Buffer.from(buffer, byteOffset, length) }
  })
  return { ...mail, content: { ...mail.content, files } }
}
