import type { ConnectionCall } from '../contract.ts'

/** Calls that follow each other with the same result, newest first. */
export type CallGroup = { readonly id: string; readonly calls: readonly [ConnectionCall, ...ConnectionCall[]] }

/** Calls of one group are shown as one row from this number on. */
const FOLDED_FROM = 3

/** Groups calls that are equal except for their time; a few equal ones stay apart. */
export function foldCalls(calls: readonly ConnectionCall[]): CallGroup[] {
  const groups: [ConnectionCall, ...ConnectionCall[]][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    if (last && isEqual(last[0], call)) last.push(call)
    else groups.push([call])
  }
  return groups.flatMap((group): CallGroup[] =>
    group.length < FOLDED_FROM
      ? group.map((call) => ({ id: call.id, calls: [call] }))
      : [{ id: `${group[0].id} folded`, calls: group }],
  )
}

function isEqual(one: ConnectionCall, other: ConnectionCall): boolean {
  return (
    one.method === other.method && one.path === other.path && one.status === other.status && one.fault === other.fault
  )
}
