import { useRef, useState } from 'react'
import { ATTACHMENT_LIMIT, attachmentExtensions } from '#kit/contract/attachment-files.ts'
import { ApiError } from '../data/api-error.ts'
import { upload } from '../data/upload.ts'
import type { FileProgress } from './file-row.tsx'
import { text } from './form-text.ts'

/** An upload in progress, as its row shows it; `sent` is the server's response. */
export type UploadEntry<Sent> = { id: string; name: string; size: number; progress: FileProgress; sent?: Sent }

/** Files of a form: add, remove, and the state of each. */
export type Uploads<Sent> = {
  entries: readonly UploadEntry<Sent>[]
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
export function useUploads<Sent>(options: {
  address: string
  onSent?: (sent: Sent, file: File) => void
  onRemoved?: (sent: Sent) => void
}): Uploads<Sent> {
  const [entries, setEntries] = useState<readonly UploadEntry<Sent>[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const waiting = useRef<{ id: string; file: File; address: string }[]>([])
  const running = useRef(0)
  const latest = useRef(options)
  latest.current = options

  const change = (id: string, part: Partial<UploadEntry<Sent>>) =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))

  const send = async ({ id, file, address }: (typeof waiting.current)[number]) => {
    const stop = new AbortController()
    stops.current.set(id, stop)
    const form = new FormData()
    form.append('file', file, file.name)
    change(id, { progress: { kind: 'sending', share: 0 } })
    try {
      const sent = await upload<Sent>(
        address,
        form,
        (share) => change(id, { progress: { kind: 'sending', share } }),
        stop.signal,
      )
      change(id, { progress: { kind: 'done' }, sent })
      latest.current.onSent?.(sent, file)
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
      const made = files.map((file) => ({ file, entry: entryOf<Sent>(file) }))
      setEntries((before) => [...before, ...made.map(({ entry }) => entry)])
      for (const { file, entry } of made) {
        if (entry.progress.kind === 'waiting') queue(entry.id, file, latest.current.address)
      }
    },
    remove: (id) => {
      stops.current.get(id)?.abort()
      waiting.current = waiting.current.filter((entry) => entry.id !== id)
      const sent = entries.find((entry) => entry.id === id)?.sent
      setEntries((before) => before.filter((entry) => entry.id !== id))
      if (sent) latest.current.onRemoved?.(sent)
    },
    clear: () => setEntries([]),
  }
}

function entryOf<Sent>(file: File): UploadEntry<Sent> {
  const named = { id: crypto.randomUUID(), name: file.name, size: file.size }
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (file.size > ATTACHMENT_LIMIT) return { ...named, progress: { kind: 'tooLarge', limit: ATTACHMENT_LIMIT } }
  if (!attachmentExtensions.includes(ending))
    return { ...named, progress: { kind: 'failed', reason: text('typeNotAllowed') } }
  return { ...named, progress: { kind: 'waiting' } }
}

function reasonOf(error: unknown): { reason: string } {
  return { reason: error instanceof ApiError && error.fromServer ? error.message : text('uploadFailed') }
}
