import { useSyncExternalStore } from 'react'

const KEY = 'basic_auth'
const listeners = new Set<() => void>()

/** The API token for calls from this tab, if any: its user, and functions to change it. */
export function useApiToken() {
  const basic = useSyncExternalStore(listen, () => sessionStorage.getItem(KEY))
  return {
    user: basic === null ? null : userOf(basic),
    use: (user: string, token: string) => keep(basicOf(`${user.trim()}:${token.trim()}`)),
    takeOut: () => keep(null),
  }
}

function keep(basic: string | null): void {
  if (basic === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, basic)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Base64 of the UTF-8 bytes (RFC 7617 with charset UTF-8). */
function basicOf(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

function userOf(basic: string): string {
  try {
    const bytes = Uint8Array.from(atob(basic), (character) => character.codePointAt(0) ?? 0)
    return new TextDecoder().decode(bytes).split(':')[0] ?? ''
  } catch {
    return ''
  }
}
