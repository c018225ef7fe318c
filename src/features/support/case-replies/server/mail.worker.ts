import type { TransferListItem } from 'node:worker_threads'
import { answerInWorker } from '#kit/server/answer-in-worker.ts'
import { ownTextOf, type SentTexts } from './own-text.ts'
import { type Depth, type ReadMail, readMail } from './read-mail.ts'

/** What is done with received mail in a worker: taking one apart, and finding what its sender wrote. */
export type MailWork =
  | { readonly raw: Uint8Array; readonly depth: Depth }
  | { readonly text: string; readonly sent: SentTexts }

type WorkerResult = ReadMail | ReturnType<typeof ownTextOf>

// The parser and the decoders read no memory that is shared: a copy is made here.
answerInWorker<MailWork, WorkerResult>(
  (work) => ('raw' in work ? readMail(Buffer.from(work.raw), work.depth) : ownTextOf(work.text, work.sent)),
  (done) => ('content' in done ? memoryOf(done) : []),
)

function memoryOf({ content }: ReadMail): TransferListItem[] {
  return [...new Set(content.files.map((file) => file.content.buffer as ArrayBuffer))]
}
