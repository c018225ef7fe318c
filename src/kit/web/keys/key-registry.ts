import { useEffect, useRef } from 'react'
import { isTyping, mayBeMeantForField, watchFocus } from './typing-focus.ts'

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
let enabled = true
let pending = { key: '', at: 0 }

/** Switches single keys on or off (a user's setting); combinations with Ctrl or ⌘ always work. */
export function enableKeys(on: boolean): void {
  enabled = on
}

/** Whether the user has single keys switched on. */
export function areKeysEnabled(): boolean {
  return enabled
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

/** Listens on the whole page; called once by the shell. `ask` shows the question of a key and runs it on a yes. */
export function listenForKeys(ask: (question: KeyQuestion, run: () => void) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const found = findBinding(event)
    if (!found) return
    event.preventDefault()
    if (found.asks) ask(found.asks, () => found.run?.(event))
    else found.run?.(event)
  }
  const stopWatching = watchFocus()
  window.addEventListener('keydown', onKey)
  return () => {
    stopWatching()
    window.removeEventListener('keydown', onKey)
  }
}

function findBinding(event: KeyboardEvent): KeyBinding | undefined {
  const combo = comboOf(event)
  const sequence = Date.now() - pending.at < 1000 ? `${pending.key} ${combo}` : combo
  const silent =
    isTyping(event.target) ||
    hasOwnKeys(event.target) ||
    document.querySelector('[role="dialog"]') !== null ||
    (combo.length === 1 && mayBeMeantForField())
  const usable = currentKeys().filter(
    (binding) => binding.run && (binding.combo.includes('mod+') || binding.always || (enabled && !silent)),
  )
  const found =
    usable.find((binding) => binding.combo === sequence) ?? usable.find((binding) => binding.combo === combo)
  pending = found || silent ? { key: '', at: 0 } : { key: combo, at: Date.now() }
  return found
}

function comboOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${event.shiftKey && key.length > 1 ? 'shift+' : ''}${key}`
}

/** Elements that handle letters themselves: an open menu or list of choices. */
function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="listbox"], [role="combobox"]') !== null
}
