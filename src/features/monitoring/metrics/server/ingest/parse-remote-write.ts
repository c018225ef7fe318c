import { PbfReader } from 'pbf'
import type { RejectionReason } from '../../contract.ts'
import type { SampleBatch, SeriesEntry } from './sample-batch.ts'
import type { Labels } from './series-labels.ts'
import { throwUnreadable } from './unreadable.ts'

const BYTES = 2
/** The fields of a WriteRequest; that of metadata is not stored. */
const [SERIES, METADATA] = [1, 3]
const utf8 = new TextDecoder()

/** Fields of one series between which the work can be interrupted. */
const FIELDS = 500

/** Reads a WriteRequest of Prometheus remote-write 1.0 (prometheus.proto); it is decompressed already. */
export function* parseRemoteWrite(body: Buffer, batch: SampleBatch): Generator<void, void> {
  try {
    const reader = new PbfReader(body)
    let isRead = body.length === 0
    for (const field of fieldsOf(reader, body.length)) {
      yield
      if (field === SERIES) yield* readSeries(reader, body, batch)
      if (field === SERIES || field === METADATA) isRead = true
    }
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

/** The fields up to `end`; those that are not read are skipped. */
function* fieldsOf(reader: PbfReader, end: number): Iterable<number> {
  while (reader.pos < end) {
    const tag = reader.readVarint()
    reader.type = tag & 7
    const from = reader.pos
    yield tag >> 3
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

function* readSeries(reader: PbfReader, body: Buffer, batch: SampleBatch): Generator<void, void> {
  const end = messageEnd(reader)
  const start = reader.pos
  let labelsEnd = start
  let series: SeriesEntry | RejectionReason | undefined
  const resolveOnce = () =>
    (series ??= batch.find(body.toString('latin1', start, labelsEnd), () => labelsOf(body.subarray(start, labelsEnd))))
  let count = 0
  for (const field of fieldsOf(reader, end)) {
    count += 1
    if (count % FIELDS === 0) yield
    if (field === 1) {
      reader.pos = messageEnd(reader)
      labelsEnd = reader.pos
    } else if (field === 2) readSample(reader, batch, resolveOnce())
    else if (field === 4) {
      reader.pos = messageEnd(reader)
      const entry = resolveOnce()
      batch.received += 1
      batch.reject('native-histogram', typeof entry === 'string' ? '' : entry.text)
    }
  }
}

function labelsOf(bytes: Buffer): Labels {
  const reader = new PbfReader(bytes)
  const labels: [string, string][] = []
  for (const field of fieldsOf(reader, bytes.length)) {
    if (field !== 1) continue
    const label: [string, string] = ['', '']
    for (const part of fieldsOf(reader, messageEnd(reader)))
      if (part === 1 || part === 2) label[part - 1] = utf8.decode(reader.readBytes())
    labels.push(label)
  }
  return labels
}

function readSample(reader: PbfReader, batch: SampleBatch, series: SeriesEntry | RejectionReason): void {
  const end = messageEnd(reader)
  let at = 0
  let value: number | null = 0
  for (const field of fieldsOf(reader, end)) {
    if (field === 1) value = isStaleMarker(reader) ? skipDouble(reader) : reader.readDouble()
    else if (field === 2) at = reader.readVarint(true)
  }
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
