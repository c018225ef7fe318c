import { useRef, useState } from 'react'
import { ATTACHMENT_LIMIT, attachmentExtensions } from '#kit/contract/attachment-files.ts'
import { ApiError } from '../data/api-error.ts'
import { upload } from '../data/upload.ts'
import type { FileProgress } from './file-row.tsx'
import { text } from './form-text.ts'

/** An upload in progress, as its row shows it; `sent` is the server's response. */
export type UploadEntry<Reply> = { id: string; name: string; size: number; progress: FileProgress; sent?: Reply }

/** Files of a form: add, remove, and the state of each. */
export type Uploads<Reply> = {
  entries: readonly UploadEntry<Reply>[]
  /** True while an upload is in progress. */
  busy: boolean
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  clear: () => void
}

/**
 * Uploads files as soon as they are added, two at a time. What the contract rejects (size, extension) is rejected at
 * once in its own row and never sent.
 */
export function useUploads<Reply>(options: {
  address: string
  onSent?: (reply: Reply, file: File) => void
  onRemoved?: (reply: Reply) => void
}): Uploads<Reply> {
  const [entries, setEntries] = useState<readonly UploadEntry<Reply>[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const waiting = useRef<{ id: string; file: File; address: string }[]>([])
  const running = useRef(0)
  const latest = useRef(options)
  latest.current = options

  const change = (id: string, part: Partial<UploadEntry<Reply>>) =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))

  const send = async ({ id, file, address }: (typeof waiting.current)[number]) => {
    const stop = new AbortController()
    stops.current.set(id, stop)
    const form = new FormData()
    form.append('file', file, file.name)
    change(id, { progress: { kind: 'sending', share: 0 } })
    try {
      const reply = await upload<Reply>(
        address,
        form,
        (share) => change(id, { progress: { kind: 'sending', share } }),
        stop.signal,
      )
      change(id, { progress: { kind: 'done' }, sent: reply })
      latest.current.onSent?.(reply, file)
    } catch (error) {
      if (!stop.signal.aborted)
        change(id, { progress: { kind: 'failed', ...reasonOf(error), retry: () => queue(id, file, address) } })
    }
    stops.current.delete(id)
  }

  const dispatcher = () => {
    for (let next = waiting.current[0]; next && running.current < 2; next = waiting.current[0]) {
      waiting.current.shift()
      running.current++
      void send(next).finally(() => {
        running.current--
        dispatcher()
      })
    }
  }

  const queue = (id: string, file: File, address: string) => {
    change(id, { progress: { kind: 'waiting' } })
    waiting.current.push({ id, file, address })
    dispatcher()
  }

  return {
    entries,
    busy: entries.some(({ progress }) => progress.kind === 'sending' || progress.kind === 'waiting'),
    add: (files) => {
      const newEntries = files.map((file) => ({ file, entry: entryOf<Reply>(file) }))
      setEntries((before) => [...before, ...newEntries.map(({ entry }) => entry)])
      for (const { file, entry } of newEntries) {
        if (entry.progress.kind === 'waiting') queue(entry.id, file, latest.current.address)
      }
    },
    remove: (id) => {
      stops.current.get(id)?.abort()
      waiting.current = waiting.current.filter((entry) => entry.id !== id)
      const reply = entries.find((entry) => entry.id === id)?.sent
      setEntries((before) => before.filter((entry) => entry.id !== id))
      if (reply) latest.current.onRemoved?.(reply)
    },
    clear: () => setEntries([]),
  }
}

function entryOf<Reply>(file: File): UploadEntry<Reply> {
  const entryFacts = { id: crypto.randomUUID(), name: file.name, size: file.size }
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (file.size > ATTACHMENT_LIMIT) return { ...entryFacts, progress: { kind: 'tooLarge', limit: ATTACHMENT_LIMIT } }
  if (!attachmentExtensions.includes(ending))
    return { ...entryFacts, progress: { kind: 'failed', reason: text('typeNotAllowed') } }
  return { ...entryFacts, progress: { kind: 'waiting' } }
}

function reasonOf(error: unknown): { reason: string } {
  return { reason: error instanceof ApiError && error.fromServer ? error.message : text('uploadFailed') }
}
