import { parentPort, type TransferListItem } from 'node:worker_threads'

/**
 * Makes this module the program of a `workerTask`: each message is a call. `movedOf` lists the memory of a result that is
 * moved instead of copied.
 */
export function answerInWorker<Given, Result>(
  work: (given: Given) => Result | Promise<Result>,
  movedOf: (result: Result) => TransferListItem[] = () => [],
): void {
  parentPort!.on('message', async (given: Given) => {
    const result = await work(given)
    parentPort!.postMessage(result, movedOf(result))
  })
}
