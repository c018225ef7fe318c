import { useEffect, useRef } from 'react'

/**
 * A keyboard shortcut: `combo` as `mod+k`, `?`, `c` or the sequence `g d`; `label` is for the key sheet. One without
 * `run` is only listed in the sheet: the focused element handles it.
 */
export type KeyBinding = {
  combo: string
  label: string
  group: string
  run?: (event: KeyboardEvent) => void
  always?: boolean
  /** Asked before `run`: what one letter does to others must not happen by a slip. */
  asks?: KeyQuestion | undefined
}
export type KeyQuestion = { title: string; text: string; action: string }

const bindings: KeyBinding[] = []
let isEnabled = true

/** Switches single keys on or off (a user's setting); combinations with Ctrl or ⌘ always work. */
export function enableKeys(on: boolean): void {
  isEnabled = on
}

/** Whether the user has single keys switched on. */
export function areKeysEnabled(): boolean {
  return isEnabled
}

/** All current keys, the newest first, for the key sheet. */
export function currentKeys(): readonly KeyBinding[] {
  return [...bindings].reverse()
}

/** Registers keys while the component is on screen; the latest registration of a combination wins. */
export function useKeys(list: readonly KeyBinding[]): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const signature = list
    .map(({ combo, label, group, always, run }) =>
      [combo, label, group, always ?? '', run ? 'runs' : ''].join('\u0000'),
    )
    .join('\u0001')
  useEffect(() => {
    const own =
      signature === ''
        ? []
        : signature.split('\u0001').map((line, index) => {
            const [combo = '', label = '', group = '', always, runs] = line.split('\u0000')
            return {
              combo,
              label,
              group,
              always: always === 'true',
              ...(runs ? { run: (event: KeyboardEvent) => latest.current[index]?.run?.(event) } : {}),
              get asks() {
                return latest.current[index]?.asks
              },
            }
          })
    bindings.push(...own)
    return () => {
      for (const binding of own) bindings.splice(bindings.indexOf(binding), 1)
    }
  }, [signature])
}
