import { Worker } from 'node:worker_threads'
import { createSemaphore } from './semaphore.ts'

/** A call that a worker did not complete: it took too long, or too much memory. */
export class WorkerStopped extends Error {
  readonly reason: 'too-long' | 'too-large'

  constructor(reason: 'too-long' | 'too-large') {
    super(reason)
    this.reason = reason
  }
}

export type WorkerLimits = {
  /** Milliseconds of one call. */
  readonly timeout: number
  /** MiB of JavaScript objects; the bytes of buffers do not count. */
  readonly memory: number
}

/** A worker without calls ends after this time, with the memory that it has used. */
const IDLE_MS = 60_000

/**
 * A function that a program runs in a worker, one call after the other, so that this process serves requests meanwhile.
 * The program is a module that posts one result for each message (`answerInWorker`). Rejects with `WorkerStopped` beyond
 * the limits, or with the program's error; the next call gets a new worker.
 */
export function workerTask<Input, Result>(program: URL, limits: WorkerLimits): (input: Input) => Promise<Result> {
  const semaphore = createSemaphore(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const newWorker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: limits.memory }, execArgv: [] })
    // It is waited for, and its failure is known, while it has a call.
    newWorker.on('error', () => undefined)
    newWorker.once('exit', () => {
      if (worker === newWorker) worker = undefined
    })
    return newWorker
  }

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  function ask(input: Input): Promise<Result> {
    clearTimeout(idle)
    worker ??= start()
    const currentWorker = worker
    currentWorker.ref()
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => fail(new WorkerStopped('too-long')), limits.timeout)
      const onError = (failure: NodeJS.ErrnoException) =>
        fail(failure.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerStopped('too-large') : failure)
      const onMessage = (result: Result) => {
        settle()
        // An idle worker does not keep the process from ending.
        currentWorker.unref()
        idle = setTimeout(end, IDLE_MS).unref()
        resolve(result)
      }
      currentWorker.once('message', onMessage).once('error', onError)
      currentWorker.postMessage(input)

      function fail(failure: Error) {
        settle()
        end()
        reject(failure)
      }
      function settle() {
        clearTimeout(timer)
        currentWorker.off('message', onMessage).off('error', onError)
      }
    })
  }

  return async (input) => {
    const leave = await semaphore.take()
    try {
      return await ask(input)
    } finally {
      leave()
    }
  }
}

/** The compiled file of a source beside the caller: a worker runs no TypeScript. */
export function compiledProgram(source: string, from: string): URL {
  const programUrl = new URL(source.replace(/\.ts$/, '.js'), from)
  // A test runs the sources.
  if (from.endsWith('.ts')) programUrl.pathname = programUrl.pathname.replace(/^(.*)\/src\//, '$1/dist/')
  return programUrl
}
