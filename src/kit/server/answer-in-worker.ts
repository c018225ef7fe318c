import { parentPort, type TransferListItem } from 'node:worker_threads'

/**
 * Makes this module the program of a `workerTask`: each message is a call. `movedOf` lists the memory of a result that is
 * moved instead of copied.
 */
export function answerInWorker<Input, Result>(
  work: (input: Input) => Result | Promise<Result>,
  movedOf: (result: Result) => TransferListItem[] = () => [],
): void {
  parentPort!.on('message', async (input: Input) => {
    const result = await work(input)
    parentPort!.postMessage(result, movedOf(result))
  })
}
