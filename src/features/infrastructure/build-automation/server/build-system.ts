import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'

/** What became of a request to build: it waits, it was cancelled in the queue, or it has a number. */
export type QueuedBuild = { readonly cancelled: boolean; readonly number: number | null; readonly url: string | null }

/** A piece of the console output. `result` is known once the build has ended. */
export type BuildLog = { readonly text: string; readonly next: number; readonly result: string | null }

/** A build system of an account. Failures are an `IntegrationError`. */
export type BuildSystem = {
  /** Makes a call that needs address and login, and changes nothing. */
  check(): Promise<void>
  /** Requests a build with these parameters; returns its queue item. */
  start(parameters: Readonly<Record<string, string>>): Promise<number>
  /** The queue item of a request whose response was lost, by the parameter that names it; null when there is none. */
  findStarted(name: string, value: string): Promise<number | null>
  /** Queue items disappear some minutes after the build has started. */
  readQueueItem(item: number): Promise<QueuedBuild>
  /** The console output of a build from an offset on. */
  readLog(build: number, offset: number): Promise<BuildLog>
}

/** A build system that can be connected, and the fields of its settings: url, job, username and token among them. */
export type BuildAutomation = Pick<Adapter, 'system' | 'name' | 'fields'> & {
  open(connection: OpenedConnection): BuildSystem
}
