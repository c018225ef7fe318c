/**
 * Reads by key, once for many callers: calls during a read share the next one, which begins when it ends. So each gets
 * what was committed before its call, and of one key one read runs at a time.
 */
export function sharedRead<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  function start(key: string): Promise<Value> {
    const reading = read(key).finally(() => {
      if (running.get(key) === reading) running.delete(key)
    })
    running.set(key, reading)
    return reading
  }

  return (key) => {
    const reading = running.get(key)
    if (!reading) return start(key)
    const waiting = next.get(key)
    if (waiting) return waiting
    const following = reading
      .catch(() => undefined)
      .then(() => {
        next.delete(key)
        return start(key)
      })
    next.set(key, following)
    return following
  }
}
