/**
 * Reads bytes into memory that a worker reads without a copy, as they come. `size` is of all of them; `bytes` has those
 * within the limit.
 */
export async function readShared(
  source: AsyncIterable<Buffer>,
  limit: number,
): Promise<{ bytes: Buffer; size: number }> {
  const sharedBuffer = Buffer.from(new SharedArrayBuffer(limit))
  let size = 0
  for await (const chunk of source) {
    if (size < limit) chunk.copy(sharedBuffer, size)
    size += chunk.length
  }
  return { bytes: sharedBuffer.subarray(0, size), size }
}
