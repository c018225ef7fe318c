import { PbfReader } from 'pbf'
import type { RejectionReason } from '../../contract.ts'
import type { SampleBatch, SeriesEntry } from './sample-batch.ts'
import type { Labels } from './series-labels.ts'
import { throwUnreadable } from './unreadable.ts'

const BYTES = 2
/** The fields of a WriteRequest; that of metadata is not stored. */
const [SERIES, METADATA] = [1, 3]
const utf8 = new TextDecoder()

/** Reads a WriteRequest of Prometheus remote-write 1.0 (prometheus.proto); it is decompressed already. */
export function parseRemoteWrite(body: Buffer, batch: SampleBatch): void {
  try {
    const reader = new PbfReader(body)
    let isRead = body.length === 0
    eachField(reader, body.length, (field) => {
      if (field === SERIES) readSeries(reader, body, batch)
      if (field === SERIES || field === METADATA) isRead = true
    })
    if (!isRead) throwUnreadable('nothing in it is of a remote-write 1.0 request')
  } catch (failure) {
    if (failure instanceof RangeError || failure instanceof TypeError || failure instanceof CutShort)
      throwUnreadable('it is not a remote-write request')
    if (failure instanceof Error && /varint|type/i.test(failure.message))
      throwUnreadable('it is not a remote-write request')
    throw failure
  }
}

class CutShort extends Error {}

/** Calls `read` at each field up to `end`; fields that it leaves are skipped. */
function eachField(reader: PbfReader, end: number, read: (field: number) => void): void {
  while (reader.pos < end) {
    const tag = reader.readVarint()
    reader.type = tag & 7
    const from = reader.pos
    read(tag >> 3)
    if (reader.pos === from) reader.skip(tag)
    if (reader.pos > end) throw new CutShort()
  }
}

/** The end of the message that follows. */
function messageEnd(reader: PbfReader): number {
  const end = reader.readVarint() + reader.pos
  if (reader.type !== BYTES || end > reader.length) throw new CutShort()
  return end
}

function readSeries(reader: PbfReader, body: Buffer, batch: SampleBatch): void {
  const end = messageEnd(reader)
  const start = reader.pos
  let labelsEnd = start
  let series: SeriesEntry | RejectionReason | undefined
  const found = () =>
    (series ??= batch.find(body.toString('latin1', start, labelsEnd), () => labelsOf(body.subarray(start, labelsEnd))))
  eachField(reader, end, (field) => {
    if (field === 1) {
      reader.pos = messageEnd(reader)
      labelsEnd = reader.pos
    } else if (field === 2) readSample(reader, batch, found())
    else if (field === 4) {
      reader.pos = messageEnd(reader)
      const entry = found()
      batch.received += 1
      batch.reject('native-histogram', typeof entry === 'string' ? '' : entry.text)
    }
  })
}

function labelsOf(bytes: Buffer): Labels {
  const reader = new PbfReader(bytes)
  const labels: [string, string][] = []
  eachField(reader, bytes.length, (field) => {
    if (field !== 1) return
    const label: [string, string] = ['', '']
    eachField(reader, messageEnd(reader), (part) => {
      if (part === 1 || part === 2) label[part - 1] = utf8.decode(reader.readBytes())
    })
    labels.push(label)
  })
  return labels
}

function readSample(reader: PbfReader, batch: SampleBatch, series: SeriesEntry | RejectionReason): void {
  const end = messageEnd(reader)
  let at = 0
  let value: number | null = 0
  eachField(reader, end, (field) => {
    if (field === 1) value = isStaleMarker(reader) ? skipDouble(reader) : reader.readDouble()
    else if (field === 2) at = reader.readVarint(true)
  })
  batch.add(series, { at, value })
}

/** The NaN that Prometheus writes when a series has ended. */
function isStaleMarker({ dataView, pos }: PbfReader): boolean {
  return dataView.getUint32(pos, true) === 2 && dataView.getUint32(pos + 4, true) === 0x7ff00000
}

function skipDouble(reader: PbfReader): null {
  reader.pos += 8
  return null
}
