// A body of Prometheus remote-write.
import { compress } from 'snappyjs'

/** Series as `{ labels, samples: [[at, value], …] }`, as Prometheus sends them: protobuf, packed with snappy. */
export function remoteWrite(series) {
  const parts = series.map(({ labels, samples }) =>
    field(
      1,
      Buffer.concat([
        ...Object.entries(labels).map(([name, value]) => field(1, Buffer.concat([text(1, name), text(2, value)]))),
        ...samples.map(([at, value]) => field(2, Buffer.concat([double(1, value), Buffer.from([16]), varint(at)]))),
      ]),
    ),
  )
  return compress(Buffer.concat(parts))
}

function text(number, value) {
  return field(number, Buffer.from(value))
}

function field(number, bytes) {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes])
}

function double(number, value) {
  const bytes = Buffer.alloc(9)
  bytes[0] = (number << 3) | 1
  bytes.writeDoubleLE(value, 1)
  return bytes
}

function varint(value) {
  const bytes = []
  let left = value
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return Buffer.from([...bytes, left])
}
