// A zip of empty files.

/** A zip with so many entries, stored without content. */
export function zipOf(count) {
  const [locals, central] = [[], []]
  for (let index = 0; index < count; index += 1) {
    const name = Buffer.from(`log.${String(index).padStart(6, '0')}`)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(index * (30 + name.length), 42)
    locals.push(local, name)
    central.push(entry, name)
  }
  const [head, tail] = [Buffer.concat(locals), Buffer.concat(central)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(tail.length, 12)
  end.writeUInt32LE(head.length, 16)
  return Buffer.concat([head, tail, end])
}
