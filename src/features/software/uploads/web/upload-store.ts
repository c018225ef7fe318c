import { listComponentFiles, readBundle, readBundleHistory } from '#features/software/bundles/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import {
  cancelUpload,
  listBundleComponents,
  readUploadStatus,
  reserveUpload,
  UPLOAD_SHARE,
  type UploadProgress,
  uploadFile,
} from '../contract.ts'
import { GIVE_UP_MS, mayTryAgain, sendChunks } from './send-chunks.ts'
import { fromServerProgress, isOpen, mayPause, type OutsideSource, type UploadItem } from './upload-item.ts'

const AT_ONCE = 3
const LOOK_MS = 400

/**
 * The uploads of this browser tab. It lives outside React, so that they continue on any page. At most three send at
 * once; paused or broken ones resume from the bytes that the server has.
 */
export class UploadStore {
  #items: readonly UploadItem[] = []
  readonly #listeners = new Set<() => void>()
  readonly #running = new Map<string, AbortController>()
  #folded = false
  #rate = { at: 0, bytes: 0, perSecond: 0 }

  get items(): readonly UploadItem[] {
    return this.#items
  }

  /** Recent bytes per second. */
  get perSecond(): number {
    return this.#rate.perSecond
  }

  /** Calls the listener after each change; the returned function unsubscribes. */
  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whether the panel shows its head alone. */
  get folded(): boolean {
    return this.#folded
  }

  fold(isFolded: boolean): void {
    this.#folded = isFolded
    this.#notify()
  }

  /** Adds files for a bundle. `clobber` overwrites files of the same name. */
  add(
    files: readonly File[],
    bundleId: string,
    { clobber = false, componentType }: { clobber?: boolean; componentType?: 'container' } = {},
  ): void {
    const items = files.map((file) => ({
      ...newItem({ bundleId, name: file.name, size: file.size, source: file, clobber }),
      componentType,
    }))
    this.#take(items)
  }

  /** Follows a file that the server fetches; it is `reserved` already. */
  fetch(
    source: OutsideSource,
    { bundleId, fileName: name, fileId, uploadUrl }: UploadProgress & { uploadUrl: string },
  ): void {
    this.#take([{ ...newItem({ bundleId, name, size: undefined, source, clobber: false }), fileId, uploadUrl }])
  }

  pause(key: string): void {
    this.#change(key, { stage: 'paused' })
    this.#stop(key)
  }

  resume(key: string): void {
    this.#change(key, { stage: 'waiting', error: undefined })
    this.#work()
  }

  pauseAll(): void {
    for (const item of this.#items) if (mayPause(item)) this.pause(item.key)
  }

  resumeAll(): void {
    for (const { key, stage } of this.#items) if (stage === 'paused') this.resume(key)
  }

  /** Retries; with `clobber` it overwrites the file of its name. */
  retry(key: string, { clobber }: { clobber?: boolean } = {}): void {
    const item = this.#find(key)
    if (!item) return
    // What the server has discarded starts again.
    const again = { fileId: undefined, uploadUrl: undefined, sent: 0, percent: 0 }
    this.#change(key, { ...again, clobber: clobber ?? item.clobber })
    this.resume(key)
  }

  retryFailed(): void {
    for (const { key, stage } of this.#items) if (stage === 'failed') this.retry(key)
  }

  /** Removes an item; an unfinished one is cancelled on the server too. */
  remove(key: string): void {
    const item = this.#find(key)
    this.#stop(key)
    this.#set(this.#items.filter((one) => one.key !== key))
    if (item?.fileId && isOpen(item)) void call(cancelUpload, { params: { id: item.fileId } }).catch(() => undefined)
    this.#work()
  }

  /** Removes the completed ones. */
  clearDone(): void {
    this.#set(this.#items.filter(({ stage }) => stage !== 'done'))
  }

  #work(): void {
    for (const item of this.#items) {
      if (this.#running.size >= AT_ONCE) return
      if (item.stage === 'waiting' && !this.#running.has(item.key)) void this.#run(item)
    }
  }

  async #run(item: UploadItem): Promise<void> {
    const stop = new AbortController()
    this.#running.set(item.key, stop)
    this.#change(item.key, { stage: 'uploading' })
    try {
      const { fileId, uploadUrl } = await this.#reserve(item)
      this.#change(item.key, { fileId, uploadUrl })
      if (item.source instanceof File) await this.#send(item, item.source, uploadUrl, stop.signal)
      else await upload(uploadFile.url.replace('{id}', fileId), fetchForm(item.source), () => undefined, stop.signal)
      await this.#awaitEnd(item.key, fileId, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) this.#change(item.key, { stage: 'failed', error: errorText(error) })
    } finally {
      this.#running.delete(item.key)
      this.#work()
    }
  }

  async #reserve({ fileId, uploadUrl, ...item }: UploadItem): Promise<{ fileId: string; uploadUrl: string }> {
    if (fileId && uploadUrl) return { fileId, uploadUrl }
    const { bundleId, source, clobber, componentType } = item
    const from = source instanceof File ? { size: source.size } : source
    return call(reserveUpload, {
      body: {
        bundleId,
        fileName: item.name.normalize('NFC'),
        uploadOptions: { clobber },
        ...(componentType ? { componentType } : {}),
        ...from,
      },
    })
  }

  async #send(item: UploadItem, file: File, url: string, signal: AbortSignal): Promise<void> {
    await sendChunks(url, file, (bytes) => this.#progress(item.key, bytes, file.size), signal)
    this.#change(item.key, { stage: 'saving', percent: UPLOAD_SHARE })
  }

  async #awaitEnd(key: string, fileId: string, signal: AbortSignal): Promise<void> {
    let receivedAt = performance.now()
    while (!signal.aborted) {
      try {
        const change = fromServerProgress(await call(readUploadStatus, { params: { id: fileId } }, { signal }))
        this.#change(key, change)
        // Shown at once: the live message of it may wait behind those of many other events.
        if (change.stage === 'done')
          return void refresh(readBundle, readBundleHistory, listComponentFiles, listBundleComponents)
        if (change.stage === 'failed') return
        receivedAt = performance.now()
      } catch (error) {
        // The server has all bytes: it goes on when it is back.
        if (!mayTryAgain(error) || performance.now() - receivedAt > GIVE_UP_MS) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  #progress(key: string, sentBytes: number, size: number): void {
    const before = this.#find(key)?.sent ?? 0
    const now = performance.now()
    this.#rate.bytes += Math.max(0, sentBytes - before)
    if (now - this.#rate.at > 1000) {
      const seconds = Math.min(10, (now - this.#rate.at) / 1000)
      this.#rate = { at: now, bytes: 0, perSecond: this.#rate.bytes / seconds }
    }
    this.#change(key, { sent: sentBytes, percent: (UPLOAD_SHARE * sentBytes) / Math.max(1, size) })
  }

  #stop(key: string): void {
    this.#running.get(key)?.abort(new Error('stopped'))
    this.#running.delete(key)
  }

  #find(key: string): UploadItem | undefined {
    return this.#items.find((item) => item.key === key)
  }

  #change(key: string, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...change } : item)))
  }

  #take(fresh: readonly UploadItem[]): void {
    this.#set([...this.#items, ...fresh])
    this.#work()
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function newItem(itemFields: Pick<UploadItem, 'bundleId' | 'name' | 'size' | 'source' | 'clobber'>): UploadItem {
  return {
    ...itemFields,
    key: crypto.randomUUID(),
    stage: 'waiting',
    fileId: undefined,
    uploadUrl: undefined,
    sent: 0,
    percent: 0,
    digest: null,
    error: undefined,
  }
}

/** The body of the call that starts the server's fetching: the part `request` alone. */
function fetchForm({ sourceType }: OutsideSource): FormData {
  const form = new FormData()
  form.set('request', JSON.stringify({ sourceType }))
  return form
}
