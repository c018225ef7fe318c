/// <reference path="./snappyjs.d.ts" />
import { uncompress } from 'snappyjs'

/** The content of a snappy block; null for anything else. */
export function unsnappedNow(body: Uint8Array): Uint8Array | null {
  try {
    return uncompress(body)
  } catch {
    return null
  }
}
