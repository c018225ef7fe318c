import { answerInWorker } from '#kit/server/answer-in-worker.ts'
import { unsnappedNow } from './snappy.ts'

answerInWorker<Uint8Array, Uint8Array | null>(unsnappedNow, (bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
