import { areKeysEnabled, currentKeys, type KeyBinding, type KeyQuestion } from './key-registry.ts'
import { isTyping, mayBeMeantForField, watchFocus } from './typing-focus.ts'

let pending = { key: '', at: 0 }

/** Runs the bindings of keys pressed anywhere on the page. `ask` shows the question of a key and runs it on a yes. */
export function listenForKeys(ask: (question: KeyQuestion, run: () => void) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const binding = findBinding(event)
    if (!binding) return
    event.preventDefault()
    if (binding.asks) ask(binding.asks, () => binding.run?.(event))
    else binding.run?.(event)
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
    (binding) => binding.run && (binding.combo.includes('mod+') || binding.always || (areKeysEnabled() && !silent)),
  )
  const foundBinding =
    usable.find((binding) => binding.combo === sequence) ?? usable.find((binding) => binding.combo === combo)
  pending = foundBinding || silent ? { key: '', at: 0 } : { key: combo, at: Date.now() }
  return foundBinding
}

function comboOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${event.shiftKey && key.length > 1 ? 'shift+' : ''}${key}`
}

/** Elements that handle letters themselves: an open menu or list of choices. */
function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="listbox"], [role="combobox"]') !== null
}
